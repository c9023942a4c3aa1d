import Foundation
import PushLab
import TestSupport
import Testing

@testable import LabCommand

@Suite("The scenarios of known mistakes", .serialized)
struct TrapFileTests {
    static let folder = ScenarioRunToolTests.folder + "/traps"

    /// What a judge finds broken in the scenario of each trap; nothing for those that do no harm.
    static let table: [(trap: String, property: String?)] = [
        ("T1", "P7"), ("T2", "P37"), ("T3", "P35"), ("T4", "P7"), ("T5", nil), ("T6", "P37"), ("T7", "P7"),
        ("T8", "P36"), ("T9", "P7"), ("T10", nil), ("T11", "P36"), ("T12", "P7"), ("T13", "P36"), ("T14", "P7"),
        ("S1", "P13"), ("S2", "P40"), ("S3", "P7"), ("S4", nil), ("S5", "P7"), ("S6", "P37"),
    ]

    /// How a scenario ends, and the promises that are broken in it.
    struct End {
        var status: Int32
        var broken: Set<String>

        init(_ outcome: Tool.Outcome) throws {
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            let violations = try #require(object?["violations"] as? [[String: Any]], "\(outcome)")
            self.status = outcome.status
            self.broken = Set(violations.compactMap { $0["property"] as? String })
        }
    }

    @Test("Every trap has a file with its name, and there are no other files")
    func complete() {
        #expect(Self.table.map(\.trap) == Trap.allCases.map(\.rawValue))
        #expect(Set(ProjectFiles.names(in: Self.folder)) == Set(Trap.allCases.map { "\($0.rawValue).yaml" }))
        for (trap, property) in Self.table {
            let facts = Trap(rawValue: trap)?.facts
            #expect((property == nil) == facts?.isHarmless, "\(trap)")
            if let property { #expect(facts?.property.hasPrefix("\(property) ") == true, "\(trap)") }
        }
    }

    @Test("Every trap breaks its promise or none, and without it all promises are kept", arguments: Self.table)
    func ends(_ trap: String, _ property: String?) throws {
        let file = "\(Self.folder)/\(trap).yaml"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.first?.wholeMatch(of: /# ".*[.?!]"/) != nil && lines.contains("traps: [\(trap)]"))
        let clean = try Tool(files: ["clean.yaml": lines.filter { $0 != "traps: [\(trap)]" }.joined(separator: "\n")])
        defer { clean.remove() }
        for seed in 1...2 {
            let fallen = try End(try clean.shell("\"$0\" run '\(file)' --seed \(seed) --json"))
            #expect(fallen.status == (property == nil ? 0 : 1), "seed \(seed)")
            #expect(property.map { fallen.broken.contains($0) } ?? fallen.broken.isEmpty, "\(fallen.broken)")
            let correct = try End(try clean.shell("\"$0\" run clean.yaml --seed \(seed) --json"))
            #expect(correct.status == 0 && correct.broken == [], "seed \(seed): \(correct.broken)")
        }
    }

    @Test("A trap of the command line is added to those of the file")
    func further() throws {
        #expect(try ScenarioRunToolTests.run("'\(Self.folder)/T13.yaml' --trap S4").status == 1)
        #expect(try ScenarioRunToolTests.run("'\(Self.folder)/T5.yaml' --trap T14").status == 1)
    }
}
