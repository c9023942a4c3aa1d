import Basics
import Testing

@testable import PushLab

@Suite("A trial sent between two processes")
struct TrialPackingTests {
    private static func again(_ trial: Trial) -> Trial {
        var packer = Packer(origin: Instant(microseconds: 0))
        trial.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: Instant(microseconds: 0))
        defer { #expect(unpacker.isAtEnd) }
        return Trial(from: &unpacker)
    }

    @Test("it arrives unchanged, with any violation", arguments: [nil, Trap.s1, .t2, .t6])
    func same(_ trap: Trap?) throws {
        var scenario = ExplorationTallyTests.scenario()
        scenario.traps = Set([trap].compactMap { $0 })
        for seed in 1...12 as ClosedRange<UInt64> {
            let plan = scenario.expanded(seed: seed)
            let trial = try Trial(plan) { () throws(LabFailure) in Lab(seed: seed, traps: plan.traps) }
            let same = Self.again(trial)
            #expect(same.violations == trial.violations && same.code == trial.code && same.events == trial.events)
            #expect(same.goals == trial.goals && same.measures == trial.measures && same.worth == trial.worth)
            for property in Property.allCases {
                #expect(same.counts[property] ?? PropertyCount() == trial.counts[property] ?? PropertyCount())
            }
        }
    }

    @Test("a run that died has its death as the only finding")
    func deaths() {
        let report = "App/App.swift:7: Fatal error: no"
        let crash = Trial(of: RunDeath(.signal("SIGILL"), report: report))
        #expect(crash.violations.map(\.property) == [.p36] && crash.counts.keys.map(\.self) == [.p36])
        #expect(crash.violations.first?.witness == "the run crashed with SIGILL: \(report)")
        #expect(Self.again(crash).violations == crash.violations)
        let other = RunDeath(.signal("SIGILL"), report: "App/App.swift:8: Fatal error: no").violation
        #expect(crash.violations.first?.isSame(as: other) == false && other.endsProcess && other.endsRun)
        let endless = RunDeath(.endless(milliseconds: 60_000)).violation
        #expect(endless.property == .p40 && endless.isEndless && endless.endsProcess && !other.isEndless)
        #expect(endless.witness == "the run does not end: it has used 60 s of CPU time")
        #expect(RunDeath(.endless(milliseconds: 250)).violation.isSame(as: endless))
        #expect(RunDeath(.status(3)).violation.witness.hasSuffix("ended by itself with exit status 3"))
        // The fault of a program in another process is none of these.
        #expect(!Violation(.p36, Violation.kind(ofFault: "app ended at push"), "", at: .zero).endsProcess)
    }
}
