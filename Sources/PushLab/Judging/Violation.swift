package import Basics

/// A promise that a run broke, and how that shows.
package struct Violation: Hashable, Sendable {
    package var property: Property
    /// In English, for somebody who has never read a history.
    package var witness: String
    /// What sort of break it is: two with one property and one kind are the same mistake.
    package var kind: String
    /// The kind of what is not as the scenario expects it to be. Its witness says what.
    package static let missed = "missed"
    /// The kind of quiet that comes later than the scenario expects. Its witness says how late, which differs from plan
    /// to plan.
    static let late = "late quiet"
    /// The kind of a fault of a program under test: it ended by itself, or said what makes no sense. That ends the run.
    package static func kind(ofFault sort: String) -> String { sort.isEmpty ? Self.fault : "\(Self.fault): \(sort)" }
    private static let fault = "program"
    /// The kind of what the lab itself found in the second run of a relation and not in the first.
    package static let secondRun = "lab, second run"
    /// When it showed, since the lab was opened.
    package var time: Interval
    /// The events that show it, counted from zero, in order.
    package var events: [Int]
    /// The steps of the plan that led to it, counted from one, in order.
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

    /// Says whether the run ended there, so that nothing after it was judged.
    package var endsRun: Bool { self.kind == Self.fault || self.kind.hasPrefix("\(Self.fault): ") }

    /// Whether it is the same mistake, however it shows.
    package func isSame(as other: Violation) -> Bool { self.property == other.property && self.kind == other.kind }
}
