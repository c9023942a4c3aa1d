import Basics

/// The screens of all devices after a run has settled, and the changes at the service that led to them.
///
/// The same text can have different numbers in two runs. So texts are compared by their bytes, not by their numbers.
struct Ending {
    typealias Name = [UInt8]

    /// The history of one notification at the service.
    struct Tale {
        struct Commit: Hashable {
            var change: AppChange.Kind?
            var states: NotificationStates
            /// The platforms that the commit asked not to wake.
            var asleep: [LabPlatform]
            /// Whether the commit began a new generation of the notification.
            var isNewLife: Bool
        }

        /// The commits, in order.
        var commits: [Commit] = []
        fileprivate var generation: UInt64 = 0
        fileprivate var asked: [Int] = []
        /// The number of devices that changed the notification.
        var authors: Int { self.asked.count }
        /// The time at which the notification expires, in microseconds.
        fileprivate var end: UInt64?
        /// Whether a device might misjudge the expiry of the notification if its clock is wrong by a day.
        var endsSoon = false
        /// Whether the notification changed so late that some device has not synced since then.
        var isFresh = false
        /// Whether the notification is live and its user has not handled it yet.
        var isWaiting = false
    }

    /// The appearance of a notification on a device.
    struct Sight: Hashable {
        /// Whether the user has read the notification, and whether the user has snoozed it, if the list shows the
        /// notification as not handled. Nil if the list does not show it.
        var listed: NotificationStates?
        var hasBanner = false
        /// Whether the system itself showed the banner.
        var isSystemBanner = false
        /// The index of the last event about the notification on this device.
        var index: Int?
    }

    struct Screen {
        let user: Int
        let title: String
        var sights: [Name: Sight] = [:]
        var badge: Int32
        /// The number of differences between this run and the other run for the device.
        var differences: Int
        /// The index of the last event about the badge.
        var badgeIndex: Int?

        /// The number of snoozed notifications in the list.
        ///
        /// An app may include them in the badge or not.
        var putOff: Int {
            self.sights.values.count { $0.listed.map { $0.action == .snoozed && !$0.isRead } ?? false }
        }
    }

    /// The names of each user's notifications, in the order in which the notifications appeared.
    private(set) var names: [[Name]]
    /// The histories of each user's notifications, by the names of the notifications.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private(set) var tales: [[Name: Tale]]
    private(set) var screens: [Screen]

    /// The screen of a device after the run has settled.
    struct Display {
        let user: Int
        let badge: Int32
        /// The app's list and the alerts in the tray.
        let items: [(id: HistoryEvent.TextNumber, showing: Showing)]
        let alerts: [HistoryEvent.TextNumber]
        /// The number of differences between this run and the other run for the device.
        let differences: Int
    }

    /// Creates an ending. `displays` contains the displays of all devices, in the order of the history.
    init(_ view: HistoryView, _ displays: [Display]) {
        self.names = Array(repeating: [], count: view.users.count)
        self.tales = Array(repeating: [:], count: view.users.count)
        self.screens = displays.enumerated().map { number, display in
            Screen(
                user: display.user, title: view.title(number), badge: display.badge,
                differences: display.differences)
        }
        self.read(view)
        for (number, display) in displays.enumerated() {
            for item in display.items where !item.showing.isHandled {
                let states = NotificationStates(isRead: item.showing.isRead, action: item.showing.action)
                self.screens[number].sights[Self.name(item.id, view), default: Sight()].listed = states
            }
            for alert in display.alerts {
                self.screens[number].sights[Self.name(alert, view), default: Sight()].hasBanner = true
            }
        }
    }

    private static func name(_ number: HistoryEvent.TextNumber, _ history: HistoryView) -> Name {
        Array(history.text(number).utf8)
    }

    private mutating func read(_ history: HistoryView) {
        let lastLook = history.events.lastIndex { $0.kind == .calmed } ?? 0
        var asker: Int?
        for (index, event) in history.events.enumerated() {
            switch event.kind {
            case .requestArrived: asker = event.party.device
            case .answered: asker = nil
            case .committed:
                guard let user = event.party.user else { break }
                let author = event.change == .expired ? nil : asker
                self.commit(event, Self.name(event.subject, history), of: user, by: author, isFresh: index > lastLook)
            case .expires:
                guard let user = event.party.user else { break }
                self.tales[user][Self.name(event.subject, history)]?.end = event.until
            case .shown, .hidden, .alerted, .alertArrived, .withdrawn:
                guard let device = event.actor.device else { break }
                let name = Self.name(event.subject, history)
                self.screens[device].sights[name, default: Sight()].index = index
                if event.kind == .alertArrived { self.screens[device].sights[name]?.isSystemBanner = true }
            case .badge: if let device = event.actor.device { self.screens[device].badgeIndex = index }
            default: break
            }
        }
        let tomorrow = history.events.last.map { LabTime.number(of: $0.moment + .hours(24)) } ?? 0
        for (user, names) in self.names.enumerated() {
            for name in names {
                guard let end = self.tales[user][name]?.end else { continue }
                self.tales[user][name]?.endsSoon = end < tomorrow
            }
        }
    }

    private mutating func commit(
        _ event: HistoryEvent, _ name: Name, of user: Int, by author: Int?, isFresh: Bool
    ) {
        var tale = self.tales[user][name] ?? Tale()
        if tale.commits.isEmpty { self.names[user].append(name) }
        tale.commits.append(
            Tale.Commit(
                change: event.change, states: event.states,
                asleep: LabPlatform.allCases.filter { event.leavesAsleep($0) },
                isNewLife: tale.generation != event.generation))
        tale.generation = event.generation
        if let author, !tale.asked.contains(author) { tale.asked.append(author) }
        tale.isFresh = isFresh
        tale.isWaiting = event.change?.isLive == true && !event.states.isHandled
        self.tales[user][name] = tale
    }
}
