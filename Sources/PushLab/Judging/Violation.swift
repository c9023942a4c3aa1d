package import Basics

/// A promise that a run broke, with the evidence.
package struct Violation: Hashable, Sendable {
    package var property: Property
    /// The description, in English, for readers who have never seen a history.
    package var witness: String
    /// The kind of the violation: two violations with one property and one kind are the same bug.
    package var kind: String
    /// The kind of an unmet expectation of a scenario.
    ///
    /// The witness has the details.
    package static let missed = "missed"
    /// The kind of a world that settles later than the scenario expects.
    ///
    /// The delay in the witness differs between plans.
    static let late = "late quiet"
    /// The kind of violation for a fault of a program under test: the program exited or wrote invalid output. Such a
    /// fault ends the run.
    package static func kind(ofFault sort: String) -> String { sort.isEmpty ? Self.fault : "\(Self.fault): \(sort)" }
    private static let fault = "program"
    /// The kind of a violation that the lab found only in the second run of a relation.
    package static let secondRun = "lab, second run"
    /// The time of the violation, since the lab was opened.
    package var time: Interval
    /// The events that show the violation, counted from zero, in order.
    package var events: [Int]
    /// The steps of the plan that caused the violation, counted from one, in order.
    package var steps: [Int]

    package init(
        _ property: Property, _ kind: String, _ witness: String, at time: Interval, events: [Int] = [],
        steps: [Int] = []
    ) {
        self.property = property
        self.kind = kind
        self.witness = witness
        self.time = time
        self.events = events
        self.steps = steps
    }

    /// Whether the run ended at the violation. If it did, later events were not judged.
    package var endsRun: Bool { self.kind == Self.fault || self.kind.hasPrefix("\(Self.fault): ") }

    /// Whether two violations are the same bug, even if their details differ.
    package func isSame(as other: Violation) -> Bool { self.property == other.property && self.kind == other.kind }
}
