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

    @Test("Every example is read, with those that it includes, runs, and holds")
    func examples() throws {
        let blocks = try Self.article().blocks(of: "yaml")
        // One that begins with the name of a file is there to be included.
        let parts = blocks.filter { $0[0].hasPrefix("# ") }.map { (String($0[0].dropFirst(2)), $0) }
        let files = Dictionary(uniqueKeysWithValues: parts).mapValues { $0.joined(separator: "\n") }
        #expect(blocks.count == 10 && files.count == 1)
        for block in blocks where !block[0].hasPrefix("# ") {
            let scenario = try Texts.read(block.joined(separator: "\n") + "\n", beside: files)
            var run = ScenarioRun(scenario.expanded(seed: 1), in: Lab(seed: 1))
            try run.run()
            #expect(run.misses == [])
        }
    }

    @Test("The keys of a file stand in their table, in the order of the reader")
    func keys() throws {
        #expect(try Self.names("## What a file says").flatMap { $0 } == ScenarioReader.keys)
    }

    @Test("Every deed stands in its table with its keys, and no other")
    func deeds() throws {
        let rows = try Self.article().rows(under: "## Steps")
        #expect(rows.map { Article.code(in: $0[0]) } == StepReader.deeds.map { [$0] })
        for (deed, row) in zip(StepReader.deeds, rows) {
            let keys = Article.code(in: row[1]).map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
            let faults = RefusalTests.faults(Array(Texts.scenario("  - \(deed): {zzzzzz: 1}").utf8))
            let refusal = faults.first { $0.contains("zzzzzz") } ?? ""
            let choices = try #require(refusal.firstMatch(of: /; use (.*)$/)?.output.1, "\(deed): \(refusal)")
            let offered = choices.split { ", ".contains($0) }.map(String.init).filter { $0 != "or" }
            #expect(Set(offered) == Set(keys) && offered.count == keys.count, "\(deed)")
            #expect(row[2].hasSuffix("."))
        }
    }

    @Test("What has to be there has no question mark")
    func required() throws {
        let values = [
            "as": "n2", "user": "alice", "content": "x", "visual": "true", "expires": "1h", "device": "phone",
            "n": "n1", "for": "1m", "account": "work", "count": "2", "by": "1s", "after": "1s", "because": "broken",
            "operations": "3",
            "over": "1m", "within": "1h", "devices": "[phone]", "push": "[ios]",
        ]
        for (deed, row) in zip(StepReader.deeds, try Self.article().rows(under: "## Steps")) where deed != "expect" {
            let keys = Article.code(in: row[1])
            let needed = keys.filter { !$0.hasSuffix("?") }
            for missing in [nil] + needed.map(Optional.some) {
                let fields = needed.filter { $0 != missing }.map { "\($0): \(values[$0] ?? "?")" }
                let step = "  - \(deed): {\(fields.joined(separator: ", "))}"
                let isRead = (try? Texts.read(Texts.scenario("  - publish: {as: n1}\n" + step))) != nil
                #expect(isRead == (missing == nil), "\(deed) without \(missing ?? "nothing")")
            }
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
