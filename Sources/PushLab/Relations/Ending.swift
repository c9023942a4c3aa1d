import Basics

/// What everybody shows when a run has come to rest, and what led to it at the service.
///
/// Two runs number their texts each in its own way, so here everything goes by its name.
struct Ending {
    typealias Name = [UInt8]

    /// What became of one notification at the service.
    struct Tale {
        struct Commit: Hashable {
            var change: AppChange.Kind?
            var states: NotificationStates
            /// Where nobody was to be woken for it.
            var asleep: [LabPlatform]
            /// Whether it began a new life.
            var isNewLife: Bool
        }

        /// One after the other.
        var commits: [Commit] = []
        fileprivate var generation: UInt64 = 0
        fileprivate var asked: [Int] = []
        /// How many devices changed it.
        var authors: Int { self.asked.count }
        /// When its time is over, in microseconds.
        fileprivate var end: UInt64?
        /// Whether a clock that is a day wrong may take it for over, or for not yet over.
        var endsSoon = false
        /// Whether it changed so late that not everybody has looked since.
        var isFresh = false
        /// Whether its user has still to do something about it.
        var isWaiting = false
    }

    /// What the user of a device sees of a notification.
    struct Sight: Hashable {
        /// In the list, not dealt with: whether it is read, and whether it was put off. Nil when it is not there.
        var listed: NotificationStates?
        var hasBanner = false
        /// Whether the system put the banner there by itself.
        var isSystemBanner = false
        /// What the history has last about it on this device.
        var index: Int?
    }

    struct Screen {
        let user: Int
        let title: String
        var sights: [Name: Sight] = [:]
        var badge: Int32
        /// How often the run was otherwise for it than another.
        var differences: Int
        /// What the history has last about its badge.
        var badgeIndex: Int?

        /// How many are listed as put off, which a badge may count and may not.
        var putOff: Int {
            self.sights.values.count { $0.listed.map { $0.action == .snoozed && !$0.isRead } ?? false }
        }
    }

    /// For each user the names in the order in which they came up.
    private(set) var names: [[Name]]
    /// Looked up, never walked through.
    private(set) var tales: [[Name: Tale]]
    private(set) var screens: [Screen]

    /// The screen of a device when the run has come to rest.
    struct Display {
        let user: Int
        let badge: Int32
        /// The app's list and the alerts in the tray.
        let items: [(id: HistoryEvent.TextNumber, showing: Showing)]
        let alerts: [HistoryEvent.TextNumber]
        /// How often the run was otherwise for it than another.
        let differences: Int
    }

    /// `displays` are those of all devices, in the order of the history.
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
