/// A judge of one promise. It judges event by event, from observable behaviour only.
///
/// The judge sees an event before the case file records it, so that the judge can compare the states before and after
/// the event.
protocol Judge: Sendable {
    static var property: Property { get }
    /// The kinds of events that the judge needs.
    static var interests: [HistoryEvent.Kind] { get }

    init()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench)
    /// Judges the state after the world has settled.
    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench)
}

extension Judge {
    static var interests: [HistoryEvent.Kind] { [] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {}
    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {}
}
