import Basics
import ConnectedDevices
import FeedContract

/// What the app knows of alerts that the system showed by itself, before or without it.
struct UnknownAlerts {
    /// What the user did with them, and to which publication; zero where nobody knows.
    var acts: [(act: UserAct, id: String, generation: UInt64)] = []
    /// Of which the last complete read brought nothing. The next one is younger than these alerts.
    var doubted: [AppSystem.DeliveredAlert] = []
}

/// The tray, in which the system puts alerts by itself while the app sleeps or may not be woken.
extension ReferenceApp {
    /// A user dealt with an alert before the app could fetch what it stands for.
    mutating func remember(_ act: UserAct, on id: String, _ system: inout AppSystem) {
        if self.tray.isEmpty { self.tray = [UnknownAlerts()] }
        let alert = system.deliveredAlerts.last { $0.id.isExactly(id) }
        self.tray[0].acts.append((act, id, alert?.generation ?? 0))
        // A read that is under way may be older than the alert.
        self.sync(&system)
    }

    /// Whether the alert in the tray is of a later publication than the app knows.
    func isOutdated(_ item: ReadNotification, _ system: AppSystem) -> Bool {
        self.delivered(item, system).map { $0.generation > item.generation } ?? false
    }

    /// Whether the system alerts of it, or has already. Whether its push or the tap comes first nobody knows.
    func isForSystemToAlert(_ item: ReadNotification, _ system: AppSystem) -> Bool {
        if self.platform == .ios, system.names.facts(item.facts)?.content?.visual != nil { return true }
        return self.delivered(item, system).map { $0.generation == item.generation } ?? false
    }

    /// The alert that the system shows for a notification: the tray has one of each id.
    private func delivered(_ item: ReadNotification, _ system: AppSystem) -> AppSystem.DeliveredAlert? {
        guard !system.deliveredAlerts.isEmpty else { return nil }
        let text = system.names.text(item.id)
        return system.deliveredAlerts.last { $0.id.isExactly(text) }
    }

    /// All is read: what the user did is done now, and what stands for nothing goes.
    mutating func tidyTray(_ system: inout AppSystem) {
        guard let feed = self.feed, !self.tray.isEmpty || !system.deliveredAlerts.isEmpty else { return }
        let before = self.tray.first ?? UnknownAlerts()
        self.tray = []
        for (act, id, generation) in before.acts {
            guard let item = self.machine.notification(system.names.intern(id), in: feed) else { continue }
            // What was published anew meanwhile has not been seen yet.
            if !item.isDeleted, generation == 0 || generation == item.generation {
                self.carryOut(act, on: item, in: feed, &system)
            }
        }
        var doubted: [AppSystem.DeliveredAlert] = []
        for alert in self.withdrawWhatIsOver(in: feed, &system) {
            guard before.doubted.contains(alert) else {
                doubted.append(alert)
                continue
            }
            // What is over for good goes with what is listed of it.
            let isListed = self.machine.notification(system.names.intern(alert.id), in: feed).map { !$0.isDeleted }
            if isListed ?? false { system.withdrawAlert(alert.id) } else { system.hide(alert.id) }
        }
        self.ask(about: doubted, &system)
    }

    private mutating func ask(about doubted: [AppSystem.DeliveredAlert], _ system: inout AppSystem) {
        guard !doubted.isEmpty else { return }
        self.tray = [UnknownAlerts(doubted: doubted)]
        self.sync(&system)
    }

    /// An alert came while its user looked at the app, which may know already that it is over, or for whom nobody is.
    mutating func alertCame(_ system: inout AppSystem) {
        guard self.isSignedIn else { return self.clearTray(&system) }
        guard let feed = self.feed, self.machine.isSynchronized(feed) else { return }
        let unknown = self.withdrawWhatIsOver(in: feed, &system)
        // What its tap is for may have ended on the way, and then nothing would ever be read of it.
        if self.tray.isEmpty { self.ask(about: unknown, &system) }
    }

    /// Nothing stays for whoever comes next.
    mutating func clearTray(_ system: inout AppSystem) {
        self.tray = []
        for alert in system.deliveredAlerts { system.hide(alert.id) }
    }

    /// Takes the alerts of what is handled or deleted off the tray; returns those of which the app knows nothing.
    private mutating func withdrawWhatIsOver(
        in feed: FeedNumber, _ system: inout AppSystem
    ) -> [AppSystem.DeliveredAlert] {
        var unknown: [AppSystem.DeliveredAlert] = []
        for alert in system.deliveredAlerts {
            let item = self.machine.notification(system.names.intern(alert.id), in: feed)
            guard let item, item.generation >= alert.generation else {
                unknown.append(alert)
                continue
            }
            if item.isDeleted || item.userActionState != .noInteraction { system.withdrawAlert(alert.id) }
        }
        return unknown
    }
}
