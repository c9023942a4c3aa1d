/// Watches over one promise, event by event, looking at nothing that a component says of itself.
///
/// It sees an event before the file takes it in, so that it can tell what was from what is.
protocol Judge: Sendable {
    static var property: Property { get }
    /// The events that it wants to see.
    static var interests: [HistoryEvent.Kind] { get }

    init()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench)
    /// Looks around when all is quiet.
    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench)
}

extension Judge {
    static var interests: [HistoryEvent.Kind] { [] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {}
    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {}
}
