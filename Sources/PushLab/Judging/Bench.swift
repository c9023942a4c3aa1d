import Basics

/// Collects the counts and the violations of the judges.
struct Bench: Sendable {
    /// The promise that is being judged.
    var property = Property.p1
    private(set) var counts: [PropertyCount]
    private(set) var violations: [Violation] = []
    private var view: HistoryView

    init(_ view: HistoryView) {
        self.view = view
        self.counts = Array(repeating: PropertyCount(), count: Property.allCases.count)
    }

    mutating func update(_ view: HistoryView) { self.view = view }

    subscript(property: Property) -> PropertyCount {
        get { self.counts[property.rawValue] }
        set { self.counts[property.rawValue] = newValue }
    }

    /// Counts a check of the promise.
    ///
    /// - Parameter atRisk: Whether the threat to the promise was present.
    mutating func judge(atRisk: Bool = false) {
        self[self.property].applicable = 1
        self[self.property].judged += 1
        if atRisk { self[self.property].atRisk += 1 }
    }

    /// Reports a violation of the promise.
    ///
    /// Only the first violation of each kind is kept.
    mutating func object(_ kind: String, _ events: [Int], _ witness: @autoclosure () -> String) {
        self[self.property].violations += 1
        let isKnown = self.violations.contains { $0.property == self.property && $0.kind == kind }
        guard !isKnown else { return }
        let events = Array(Set(events)).sorted()
        let time = events.last.map { self.view.time(of: self.view.events[$0]) } ?? .zero
        self.violations.append(Violation(self.property, kind, witness(), at: time, events: events))
    }
}
