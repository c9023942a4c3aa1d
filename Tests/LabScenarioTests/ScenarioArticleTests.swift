import PushLab
import TestSupport
import Testing

@testable import LabScenario

@Suite("The article on scenario files and the reader say the same")
struct ScenarioArticleTests {
    private static func article() throws -> Article { try #require(Article("ScenarioFiles", of: "PushLab")) }

    /// The names in one column of a table.
    private static func names(_ heading: String, column: Int = 0) throws -> [[String]] {
        try Self.article().rows(under: heading).map { Article.code(in: $0[column]) }
    }

    @Test("Every example, with the files that it includes, is read, runs and passes")
    func examples() throws {
        let blocks = try Self.article().blocks(of: "yaml")
        // One that begins with the name of a file is there to be included.
        let parts = blocks.filter { $0[0].hasPrefix("# ") }.map { (String($0[0].dropFirst(2)), $0) }
        let files = Dictionary(uniqueKeysWithValues: parts).mapValues { $0.joined(separator: "\n") }
        #expect(blocks.count == 12 && files.count == 1)
        for block in blocks where !block[0].hasPrefix("# ") {
            let scenario = try Texts.read(block.joined(separator: "\n") + "\n", beside: files)
            var run = ScenarioRun(scenario.expanded(seed: 1), in: Lab(seed: 1))
            try run.run()
            #expect(run.misses == [])
        }
    }

    @Test("The keys of a file are in their table, in the order of the reader")
    func keys() throws {
        #expect(try Self.names("## What a file says").flatMap { $0 } == ScenarioReader.keys)
    }

    @Test("Every step is in its table with its keys and its sentence, and no other")
    func steps() throws {
        let rows = try Self.article().rows(under: "## Steps")
        #expect(rows.count == StepTable.all.count)
        for (kind, row) in zip(StepTable.all, rows) {
            #expect(Article.code(in: row[0]) == [kind.word])
            #expect(Article.code(in: row[1]) == kind.fields.map { $0.key + ($0.isNeeded ? "" : "?") }, "\(kind.word)")
            #expect(row[2].replacing("`", with: "") == kind.sentence && kind.sentence.hasSuffix("."), "\(kind.word)")
        }
    }

    @Test("The reader offers the keys of the table", arguments: StepTable.words)
    func offered(_ word: String) throws {
        let kind = try #require(StepTable.kind(word))
        let faults = RefusalTests.faults(Array(Texts.scenario("  - \(word): {zzzzzz: 1}").utf8))
        let refusal = faults.first { $0.contains("zzzzzz") } ?? ""
        let choices = try #require(refusal.firstMatch(of: /; use (.*)$/)?.output.1, "\(refusal)")
        let offered = choices.split { ", ".contains($0) }.map(String.init).filter { $0 != "or" }
        #expect(Set(offered) == Set(kind.fields.map(\.key)) && offered.count == kind.fields.count)
    }

    @Test("A key without a question mark is required", arguments: StepTable.words.filter { $0 != "expect" })
    func needed(_ word: String) throws {
        let kind = try #require(StepTable.kind(word))
        for missing in [nil] + kind.fields.filter(\.isNeeded).map({ Optional($0.key) }) {
            let step = kind.sample { $0.isNeeded && $0.key != missing }
            let isRead = (try? Texts.read(Texts.scenario("  - publish: {as: n1}\n" + step))) != nil
            #expect(isRead == (missing == nil), "\(word) without \(missing ?? "nothing")")
        }
    }

    @Test("The parts of the network, the words of expectations, the reasons and the limits")
    func words() throws {
        let network = try Self.article().rows(under: "## The network").map { $0.map { Article.code(in: $0) } }
        for row in network {
            let text = Texts.scenario("  - crash: phone", "network: {\(row[0][0]): {zzzzzz: 1}}")
            let offered = try #require(
                RefusalTests.faults(Array(text.utf8)).first?.firstMatch(of: /in '(\w+)'/)?.output.1)
            #expect(row[0] == [String(offered)])
            for key in row[1] {
                let value = ["latency": "1ms..2ms", "delay": "exp(2ms)", "coalesce": "none"][key] ?? "3%"
                _ = try Texts.read(Texts.scenario("  - crash: phone", "network: {\(row[0][0]): {\(key): \(value)}}"))
            }
        }
        let faults = try Self.article().rows(under: "## Faults").map { $0.map { Article.code(in: $0) } }
        #expect(["swarm"] + faults.flatMap { $0[0] } == ScenarioReader.faultKeys)
        for row in faults {
            let both = try [row[1][0], "{}"].map { knobs in
                try Texts.read(Texts.scenario("  - crash: phone", "faults: {\(row[0][0]): \(knobs)}")).faults
            }
            #expect(both[0] == both[1], "\(row[0][0])")
        }
        let words = try Self.article().rows(under: "## What is expected").map { Article.code(in: $0[1]) }
        #expect(words == [Scenario.State.allCases.map(\.rawValue), Scenario.Banner.allCases.map(\.rawValue)])
        let text = try Self.article().text
        for reason in LinkFault.allCases { #expect(text.contains("`\(reason.rawValue)`")) }
        let limits = try Self.article().rows(under: "## Limits").map { $0[1] }
        #expect(
            limits.prefix(7) == [
                "\(YAMLTree.mostBytes) bytes", "\(Inclusion.mostFiles)", "\(Inclusion.mostDepth) deep",
                "\(YAMLTree.mostDepth)", "\(YAMLTree.mostNodes)", "\(StepReader.mostSteps)",
                "\(ScenarioReader.mostStormValues)",
            ])
    }
}
