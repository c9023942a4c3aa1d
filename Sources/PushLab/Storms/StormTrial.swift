import Basics

/// A test's own operations, run once in a storm.
package struct StormTrial {
    package typealias Test = (Lab) throws -> Void
    /// Creates a fresh lab for a seed.
    package typealias LabMaker = (_ seed: UInt64) -> Lab

    /// The operations and faults, as a plan.
    package let plan: Scenario
    /// The part of the test that a plan cannot express.
    package let gap: String?
    /// The failure of the test itself.
    package let failure: Violation?
    /// The place of the expectation that failed.
    let place: SourcePlace?
    /// The last events of the devices that the failure involves.
    let lastEvents: LastEvents
    /// The hash of the history.
    let hash: UInt64

    /// Runs the test in a storm.
    ///
    /// Fails only when the lab cannot continue.
    package init(_ storm: Storm, seed: UInt64, _ makeLab: LabMaker, _ test: Test) throws(LabFailure) {
        let lab = makeLab(seed)
        lab.network = storm.network
        if let size = storm.pageSize { lab.setPageSize(size) }
        lab.journal = Journal(storm, seed: seed, host: lab.world.people.host)
        let failure = try Self.run(test, in: lab)
        self.failure = failure?.violation
        self.place = failure?.expectation?.place
        self.lastEvents =
            failure.map { $0.expectation?.lastEvents ?? LastEvents(of: [], in: lab.view) } ?? LastEvents()
        guard let journal = lab.journal else { preconditionFailure("a journal stays where it is") }
        self.plan = journal.plan
        self.gap = journal.gap
        self.hash = lab.world.record.history.code
    }

    private static func run(
        _ test: Test, in lab: Lab
    ) throws(LabFailure) -> (violation: Violation, expectation: ExpectationFailed?)? {
        do {
            try test(lab)
            return nil
        } catch let failure as LabFailure {
            throw failure
        } catch let failure as NotSettled {
            return (Violation(.p40, "not quiet", "\(failure)", at: Interval(lab.now)), nil)
        } catch let failure as ExpectationFailed {
            let witness = "expected \(failure.expectation)"
            return (Violation(.expectation, Violation.missed, witness, at: Interval(lab.now)), failure)
        } catch {
            return (Violation(.expectation, "thrown", "\(error)", at: Interval(lab.now)), nil)
        }
    }
}

extension StormTrial {
    /// Returns a storm with as few faults as possible. In this storm, the test still fails in the same way.
    static func calmest(
        _ storm: Storm, of violation: Violation, seed: UInt64, _ makeLab: LabMaker, _ test: Test
    ) -> Storm {
        func fails(_ candidate: Storm) -> Bool {
            guard let failure = (try? StormTrial(candidate, seed: seed, makeLab, test))?.failure else { return false }
            // In another storm the test may miss another expectation.
            return failure.isSame(as: violation)
                && (violation.kind != Violation.missed || failure.witness == violation.witness)
        }
        var storm = storm
        func attempt(_ change: (inout Storm) -> Void) {
            var candidate = storm
            change(&candidate)
            if candidate != storm, fails(candidate) { storm = candidate }
        }
        attempt { $0 = Storm() }
        attempt { $0.mishaps = [] }
        for place in storm.mishaps.indices.reversed() { attempt { $0.mishaps.remove(at: place) } }
        attempt { $0.pageSize = nil }
        attempt { $0.network = LabNetwork() }
        for mend in LabNetwork.mends { attempt { mend(&$0.network) } }
        return storm
    }
}
