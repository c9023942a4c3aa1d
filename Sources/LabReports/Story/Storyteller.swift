import Basics
package import PushLab

/// Retells a history in the words of people, chapter by chapter.
///
/// A few devices are told of one by one; what the others do is summed up. Nothing is told that did not happen: every
/// line is made from events.
package struct Storyteller {
    /// How closely a chapter is told.
    package enum Detail: Hashable, Sendable {
        /// A line for each device: how it was set up.
        case setUp
        /// A line for each step of each device.
        case steps
        /// A line for each time that a device was woken.
        case visits
    }

    /// How many devices are told of one by one.
    package static let mostNamed = 3

    /// How many events have been told.
    package private(set) var told = 0
    private var memory = Memory()

    package init() {}

    /// What has happened since the last chapter.
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

/// What a teller keeps in mind from chapter to chapter.
struct Memory {
    private var routes = TapRoutes()
    /// What a tap that got lost would have told, for each device. Looked up, never walked through.
    private var missed: [Int: [String]] = [:]
    /// What each step has committed. Looked up, never walked through.
    private var commits: [UInt32: String] = [:]
    /// What each device asked under which number. Looked up, never walked through.
    private var requests: [Int: [UInt64: String]] = [:]

    mutating func note(_ event: HistoryEvent, in view: HistoryView) {
        self.routes.note(event, in: view)
        guard event.kind == .requestSent, let device = event.actor.device else { return }
        self.requests[device, default: [:]][event.ticket] = event.requestName
    }

    func device(ofDropped event: HistoryEvent) -> Int? { self.routes.device(ofDropped: event) }

    func request(_ number: UInt64, of device: Int) -> String { self.requests[device]?[number] ?? "request" }

    mutating func committed(_ id: String, _ event: HistoryEvent) { self.commits[event.cause.step] = id }

    /// What the lost tap was about.
    mutating func lose(_ event: HistoryEvent, of device: Int) -> String? {
        guard let id = self.commits[event.cause.step] else { return nil }
        self.missed[device, default: []].append(id)
        return id
    }

    /// Whether a change was missed and has come after all.
    mutating func find(_ id: String, on device: Int) -> Bool {
        guard let index = self.missed[device]?.firstIndex(of: id) else { return false }
        self.missed[device]?.remove(at: index)
        return true
    }
}
