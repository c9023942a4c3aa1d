import Basics

/// A test's own operations, run once in a storm.
package struct StormTrial {
    package typealias Test = (Lab) throws -> Void
    /// Makes the lab of a seed, in which nothing has happened.
    package typealias LabMaker = (_ seed: UInt64) -> Lab

    /// What was done and what befell the devices, as a plan.
    package let plan: Scenario
    /// What a plan cannot say of it.
    package let gap: String?
    /// What the test itself was not content with.
    package let failure: Violation?
    /// The place of the expectation that failed.
    let place: SourcePlace?
    /// The last events of the devices that the failure involves.
    let lastEvents: LastEvents
    /// Stands for all that happened.
    let hash: UInt64

    /// Fails only when the lab cannot go on.
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
    /// The storm with as little in it as the test still fails with in the same way.
    static func calmest(
        _ storm: Storm, of violation: Violation, seed: UInt64, _ makeLab: LabMaker, _ test: Test
    ) -> Storm {
        func fails(_ candidate: Storm) -> Bool {
            guard let failure = (try? StormTrial(candidate, seed: seed, makeLab, test))?.failure else { return false }
            // In another storm a test may well miss something else.
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
