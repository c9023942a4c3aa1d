import Testing

@Suite("One file uses the bits of an event")
struct HistoryTests {
    @Test("No other file has its words as numbers") func words() { expectNone(HistoryRules.rawWords(Project.sources)) }

    @Test("Every file that may use them exists and does", arguments: HistoryRules.mayReadWords.keys.sorted())
    func allowList(_ path: String) throws {
        let text = try #require(Project.text(of: path), "\(path) is gone: remove it from HistoryRules.mayReadWords")
        let renamed = SourceFile.sample(text)
        #expect(!HistoryRules.rawWords([renamed]).isEmpty, "\(path) needs no exception any more")
    }
}

@Suite("The rule about events reports")
struct HistoryRuleTests {
    @Test(
        "words that are read or written as numbers",
        arguments: [
            "let detail = event.rawWords.detail", "HistoryEvent(.shown, phone, rawWords: (2, 1, 1))",
            "events.map(\\.rawWords)",
        ])
    func words(_ line: String) {
        #expect(HistoryRules.rawWords([.sample("\n" + line)]).map(\.line) == [2])
        #expect(HistoryRules.rawWords([.sample(line, path: "Sources/PushLab/History/History.swift")]) == [])
        #expect(HistoryRules.rawWords([.sample(line, path: "Tests/PushLabTests/A.swift")]) == [])
    }

    @Test("no words by their meaning", arguments: ["event.version", "// rawWords", "let words = \"rawWords\""])
    func meanings(_ line: String) { #expect(HistoryRules.rawWords([.sample(line)]) == []) }
}
