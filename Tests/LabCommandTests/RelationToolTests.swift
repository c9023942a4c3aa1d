import Foundation
import TestSupport
import Testing

@Suite("Relations between two runs, through the tool", .serialized)
struct RelationToolTests {
    static let relations = ["P10", "P11", "P20", "P21", "P25", "P34"]
    static let listApp = ProjectFiles.fixtures("Apps") + "/list_app.py"

    static func scenario(_ relation: String) -> String {
        """
        version: 1
        users: {alice: {phone: ios, tablet: android}}
        relation: \(relation)
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 9s, random: {operations: 20, over: 5m}}

        """
    }

    @Test("A program that syncs only at a tap is found over the port, shrunk, and found again by the plan")
    func program() throws {
        let tool = try Tool(files: ["s.yaml": Self.scenario("P20")])
        defer { tool.remove() }
        let looksAway = "/def on_foreground/,/refresh/s/self[.][a-z]*()/pass/"
        let helper = ProjectFiles.fixtures("Apps") + "/shouldertap_app.py"
        let careless = "sed '\(looksAway)' '\(Self.listApp)' > app.py; cp '\(helper)' ."
        let app = "--app 'exec python3 app.py'"
        let outcome = try tool.shell("\(careless); \"$0\" explore s.yaml --seeds 6 \(app) --json")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome)")
        let violations = try #require(object["violations"] as? [[String: Any]])
        let violation = try #require(violations.first { $0["property"] as? String == "P20" })
        #expect(
            (violation["witness"] as? String)?.contains(
                "; in a second run, in which every tap is lost and the devices sync at the end, it does not show ")
                == true)
        #expect((violation["planSteps"] as? Int ?? 99) <= 3)
        let plan = try #require(violation["plan"] as? String)
        let seed = try #require(violation["seed"] as? Int)
        #expect(try tool.read(plan).contains("relation: P20\n"))
        let again = try tool.shell("\"$0\" run '\(plan)' \(app)")
        #expect(again.status == 1 && again.output.contains("\nP20 lost taps recovered: in the end "), "\(again)")
        let look = "to see the second run: "
        let words = try #require(again.output.split(separator: "\n").last { $0.hasPrefix(look) }).dropFirst(look.count)
        #expect(words.hasSuffix(" --second --trace"))
        let traces = try ["", " --second"].map {
            try tool.shell("\"$0\" run '\(plan)' \(app) --trace\($0)").output.split(separator: "\n")
        }
        #expect(traces[0].contains { $0.contains("gets push") } && !traces[1].contains { $0.contains("gets push") })
        #expect(traces[0].suffix(3) == traces[1].suffix(3), "what came of it is told as before")
        let shrunk = try tool.shell("\"$0\" shrink s.yaml --seed \(seed) \(app) --bugs none")
        #expect(shrunk.status == 1 && shrunk.output.contains("\nrelation: P20\nsteps:\n"), "\(shrunk)")
    }

    @Test("The history of a second run is written if there is one")
    func secondRun() throws {
        let alone = Self.scenario("P20").split(separator: "\n").filter { !$0.contains("relation") }
        let tool = try Tool(files: ["s.yaml": Self.scenario("P11"), "alone.yaml": alone.joined(separator: "\n")])
        defer { tool.remove() }
        let histories = try ["", "--second"].map { option in
            let outcome = try tool.shell("\"$0\" run s.yaml --history \(option)h.jsonl \(option)")
            #expect(outcome.status == 0, "\(outcome)")
            return try tool.read("\(option)h.jsonl")
        }
        #expect(histories[0] != histories[1] && !histories.contains(""))
        let unclear = try tool.shell("\"$0\" run s.yaml --second")
        #expect(unclear.status == 64 && unclear.errors.contains("add '--trace' or '--history OUT'"), "\(unclear)")
        let none = try tool.shell("\"$0\" run alone.yaml --seed 2 --second --trace")
        #expect(none.status == 65 && none.output.isEmpty, "\(none)")
        #expect(none.errors.contains("seed 2 has no second run, because this seed is not checked"), "\(none)")
    }

    @Test("No relation finds a mistake in a correct app, in any language", arguments: relations)
    func clean(_ relation: String) throws {
        let tool = try Tool(files: ["s.yaml": Self.scenario(relation)])
        defer { tool.remove() }
        for app in ["", "--app 'exec python3 \(Self.listApp)'"] {
            let outcome = try tool.shell("\"$0\" explore s.yaml --seeds 4 \(app) --bugs none --json")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome)")
            let properties = try #require(object["properties"] as? [String: [String: Any]])
            let others = Self.relations.filter { $0 != relation }
            let count = try #require(properties[relation])
            #expect(count["applicable"] as? Int == 4 && count["violations"] as? Int == 0)
            #expect(others.allSatisfy { properties[$0]?["applicable"] as? Int == 0 })
        }
    }

    @Test("Clocks that forget undelivered changes in thirty days: seeds that once found a mistake of the SDK")
    func marks() throws {
        let steps = """
            version: 1
            users: {alice: {phone: ios, tablet: android}}
            relation: P20
            steps:
              - {at: 0s, publish: {as: r7, expires: 659s}}
              - {at: 1137s, suspend: tablet}
              - {at: 2592755s, publish: {as: r13}}

            """
        let tool = try Tool(files: ["s.yaml": steps])
        defer { tool.remove() }
        #expect(try tool.shell("\"$0\" explore s.yaml --seeds 3 --bugs none").status == 0)
    }
}
