package import Basics

/// A history that also has the names for its numbers, for reports and judges.
package struct HistoryView: Sendable {
    /// A device with the name that its user gave it.
    package struct Device: Hashable, Sendable {
        package let name: String
        package let user: String
        package let platform: LabPlatform

        package init(name: String, user: String, platform: LabPlatform) {
            self.name = name
            self.user = user
            self.platform = platform
        }

        /// The push service that wakes the device.
        package var pushService: String { self.platform.pushServiceName }
    }

    package let devices: [Device]
    /// The names of the users, indexed by their numbers in events.
    package let users: [String]
    private let history: History

    package init(devices: [Device], users: [String] = [], _ history: History) {
        self.devices = devices
        self.users = users
        self.history = history
    }

    package var events: [HistoryEvent] { self.history.events }

    package func text(_ number: HistoryEvent.TextNumber) -> String { self.history.text(number) }

    /// The user's name and the device's name, in the form that scenario files use.
    package func title(_ device: Int) -> String { "\(self.devices[device].user).\(self.devices[device].name)" }

    /// Virtual time since the lab was opened.
    package func time(of event: HistoryEvent) -> Interval { event.moment - LabTime.start }

    /// The name of the actor of an event: a device with its user's name, a user, or a part of the lab.
    package func name(of actor: HistoryEvent.Actor) -> String { Trace.name(actor, self) }

    /// The description of an event as in the trace, without time and actor.
    package func words(of event: HistoryEvent) -> String { Trace.words(event, self.text(event.subject)) }
}

extension HistoryEvent {
    /// The name of the request.
    package var requestName: String { Trace.words(self.request) }

    /// The action of the user with which the notification is shown. Nil if the user has done nothing, or if the event
    /// shows nothing.
    package var shownAction: AppChange.Action? {
        self.kind == .shown && self.states.action != .none ? self.states.action : nil
    }
}

extension AppChange.Kind {
    /// Whether the notification is still there after the change.
    var isLive: Bool { self == .new || self == .updated }
}
