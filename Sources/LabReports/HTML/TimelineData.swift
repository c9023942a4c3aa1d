import Basics
import PushLab
import ShoulderTap

/// A history in the form that the page's script reads: lanes, notifications, and events as short arrays.
struct TimelineData {
    /// The maximum number of events, to keep the page fast.
    static let mostEvents = 4_000

    private let view: HistoryView
    private let involved: Set<Int>
    private let events: Range<Int>

    /// - Parameter involved: The indices of the events that show the violation.
    init(_ view: HistoryView, involved: [Int]) {
        self.view = view
        self.involved = Set(involved)
        // The events before the violation matter more than those after it.
        let end = min(view.events.count, max((involved.max() ?? 0) + Self.mostEvents / 4, Self.mostEvents))
        self.events = max(0, end - Self.mostEvents)..<end
    }

    func write(into writer: inout JSONWriter) {
        var lanes = LaneList(self.view)
        var subjects: [String] = []
        // Used for lookup only: iteration order is not deterministic.
        var numbers: [HistoryEvent.TextNumber: Int] = [:]
        var rows: [[String]] = []
        for (index, event) in self.view.events.enumerated() {
            // Earlier events determine the lanes of later ones.
            let lane = lanes.lane(of: event)
            guard self.events.contains(index) else { continue }
            if event.isAboutNotification, numbers[event.subject] == nil {
                numbers[event.subject] = subjects.count
                subjects.append(self.view.text(event.subject))
            }
            let subject = event.isAboutNotification ? numbers[event.subject] ?? -1 : -1
            let place = [index, lane, EventTone(event).rawValue, subject, Int(event.cause.step), Int(event.cause.hop)]
            let flag = self.involved.contains(index) ? "1" : "0"
            rows.append([String(self.view.time(of: event).microseconds)] + place.map(String.init) + [flag])
        }
        writer.object { writer in
            writer.array("lanes") { writer in for name in lanes.names { writer.string(name) } }
            writer.array("subjects") { writer in for subject in subjects { writer.string(subject) } }
            writer.member("before", raw: String(self.events.lowerBound))
            writer.member("after", raw: String(self.view.events.count - self.events.upperBound))
            writer.array("events") { writer in
                for (row, index) in zip(rows, self.events) {
                    writer.array { writer in
                        for number in row { writer.raw(number) }
                        writer.string(self.view.words(of: self.view.events[index]))
                    }
                }
            }
        }
    }
}

/// The lanes of a timeline: the lab, the app server, the service and the devices.
private struct LaneList {
    let names: [String]
    private let view: HistoryView
    private var routes = TapRoutes()

    private static let places = ["lab", "app server", "service"]

    init(_ view: HistoryView) {
        self.view = view
        self.names = Self.places + view.devices.indices.map(view.title)
    }

    mutating func lane(of event: HistoryEvent) -> Int {
        self.routes.note(event, in: self.view)
        if let device = event.actor.device ?? (event.kind == .tapDropped ? self.routes.device(ofDropped: event) : nil) {
            return Self.places.count + device
        }
        return event.actor == .backend ? 1 : event.actor == .service ? 2 : 0
    }
}

extension HistoryEvent {
    /// Whether the text is the id of a notification.
    fileprivate var isAboutNotification: Bool {
        guard self.subject != .none else { return false }
        switch self.kind {
        case .publishAsked, .publishAnswered, .userActed, .committed, .alertArrived, .changeArrived, .shown, .hidden,
            .alerted, .withdrawn:
            return true
        default: return false
        }
    }
}
