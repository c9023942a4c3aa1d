import Basics
package import PushLab

/// Tells a history as readable text, chapter by chapter.
///
/// The first few devices get their own lines, and the other devices are summed up. All lines are made only from events.
package struct Storyteller {
    /// The level of detail of a chapter.
    package enum Detail: Hashable, Sendable {
        /// One line for each device, about its setup.
        case setUp
        /// A line for each step of each device.
        case steps
        /// A line for each wake of a device.
        case visits
    }

    /// The number of devices that get their own lines.
    package static let mostNamed = 3

    /// The number of events that have been told so far.
    package private(set) var told = 0
    private var memory = Memory()

    package init() {}

    /// Returns a chapter about the events since the last chapter.
    package mutating func chapter(_ detail: Detail, of view: HistoryView) -> [StoryLine] {
        let events = view.events[self.told...]
        self.told = view.events.count
        for event in events { self.memory.note(event, in: view) }
        if detail == .setUp { return SetUpChapter(events, of: view).lines }
        var chapter = Chapter(events, of: view, detail, self.memory)
        let lines = chapter.tell()
        self.memory = chapter.memory
        return lines
    }
}

/// The state that is kept from chapter to chapter.
struct Memory {
    private var routes = TapRoutes()
    /// For each device, the notifications whose taps were lost.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var missed: [Int: [String]] = [:]
    /// For each step, the id of the notification that the commit of the step is about.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var commits: [UInt32: String] = [:]
    /// For each device, the names of its requests by the number of the request.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var requests: [Int: [UInt64: String]] = [:]

    mutating func note(_ event: HistoryEvent, in view: HistoryView) {
        self.routes.note(event, in: view)
        guard event.kind == .requestSent, let device = event.actor.device else { return }
        self.requests[device, default: [:]][event.ticket] = event.requestName
    }

    func device(ofDropped event: HistoryEvent) -> Int? { self.routes.device(ofDropped: event) }

    func request(_ number: UInt64, of device: Int) -> String { self.requests[device]?[number] ?? "request" }

    mutating func committed(_ id: String, _ event: HistoryEvent) { self.commits[event.cause.step] = id }

    /// Records a lost tap, and returns the id of its notification.
    mutating func lose(_ event: HistoryEvent, of device: Int) -> String? {
        guard let id = self.commits[event.cause.step] else { return nil }
        self.missed[device, default: []].append(id)
        return id
    }

    /// Records that a change arrived on a device. Returns whether a tap about the notification was lost before.
    mutating func find(_ id: String, on device: Int) -> Bool {
        guard let index = self.missed[device]?.firstIndex(of: id) else { return false }
        self.missed[device]?.remove(at: index)
        return true
    }
}
