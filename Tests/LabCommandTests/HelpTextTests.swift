import Testing

@testable import LabCommand

@Suite("Help")
struct HelpTextTests {
    static let pages = [HelpText.tool()] + VerbTable.complete.map(HelpText.verb)

    @Test("Every page fits 24 lines of 80 columns with room for the prompt", arguments: pages)
    func fitsScreen(_ page: String) {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= HelpText.mostLines)
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    }

    @Test("Every page ends with an example that is understood", arguments: pages)
    func endsWithExample(_ page: String) throws {
        let place = try #require(page.firstRange(of: "\nexample:"))
        let words = page[place.upperBound...].split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(words.first == "shouldertap")
        #expect(throws: Never.self) { try Request(words: words.dropFirst().map { RawText($0) }) }
    }

    @Test(
        "Surprising rules are on one line",
        arguments: ["files that are not hidden;", "even for a malformed FILE\n", "1 malformed or not as expected;"])
    func tellsSurprises(_ words: String) throws {
        #expect(HelpText.verb(try #require(VerbTable.verb(named: "parse"))).contains(words))
    }

    @Test("Options described under run are not repeated if there is no room")
    func shared() throws {
        let page = HelpText.verb(VerbTable.explore)
        #expect(page.contains("\n  --app, --backend, --secure, --trap, --cpu: see 'shouldertap run --help'\n"))
        for option in VerbTable.explore.sharedOptions { #expect(VerbTable.run.options.contains(option)) }
        #expect(VerbTable.run.sharedOptions == [] && HelpText.mostLines == 23)
    }

    @Test("Every verb, option and value is named")
    func namesEverything() {
        for verb in VerbTable.all { #expect(HelpText.tool().contains("\n  \(verb.name) ")) }
        for verb in VerbTable.complete {
            for inner in verb.verbs { #expect(HelpText.verb(verb).contains("\n  \(inner.word) ")) }
            let page = HelpText.verb(verb)
            let brief = verb.sharedOptions + verb.terseOptions
            for option in verb.allOptions {
                let isShared = brief.contains(option) && page.contains(" \(option.name)")
                #expect(isShared || page.contains("\n  \(option.name) "))
                for choice in option.value?.choices ?? [] { #expect(page.contains(choice)) }
            }
        }
    }
}
