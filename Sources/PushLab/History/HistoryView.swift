package import Basics

/// A history with what its numbers stand for, for whoever retells it.
package struct HistoryView: Sendable {
    /// A device as its people call it.
    package struct Device: Hashable, Sendable {
        package let name: String
        package let user: String
        package let platform: LabPlatform

        package init(name: String, user: String, platform: LabPlatform) {
            self.name = name
            self.user = user
            self.platform = platform
        }

        /// The push service that wakes it.
        package var pushService: String { self.platform.pushServiceName }
    }

    package let devices: [Device]
    /// By the numbers that events have for them.
    package let users: [String]
    private let history: History

    package init(devices: [Device], users: [String] = [], _ history: History) {
        self.devices = devices
        self.users = users
        self.history = history
    }

    package var events: [HistoryEvent] { self.history.events }

    package func text(_ number: HistoryEvent.TextNumber) -> String { self.history.text(number) }

    /// The name of a device with its user's, as scenario files have it.
    package func title(_ device: Int) -> String { "\(self.devices[device].user).\(self.devices[device].name)" }

    /// Virtual time since the lab was opened.
    package func time(of event: HistoryEvent) -> Interval { event.moment - LabTime.start }

    /// The name of whom an event happened to: a device with its user's name, a user, or a part of the lab.
    package func name(of actor: HistoryEvent.Actor) -> String { Trace.name(actor, self) }

    /// What happened, as the trace has it, without time and actor.
    package func words(of event: HistoryEvent) -> String { Trace.words(event, self.text(event.subject)) }
}

extension HistoryEvent {
    /// What a request asks for.
    package var requestName: String { Trace.words(self.request) }

    /// The word for the state in which a notification is shown; nil while its user has done nothing.
    package var shownAction: AppChange.Action? {
        self.kind == .shown && self.states.action != .none ? self.states.action : nil
    }
}

extension AppChange.Kind {
    /// Whether there is something for the user after it.
    var isLive: Bool { self == .new || self == .updated }
}
