import Basics
import ConnectedDevices
import FeedContract

/// Data about alerts that the system showed without the app.
struct UnknownAlerts {
    /// The user's actions on these alerts, with the generation of each alert. The generation is zero when it is
    /// unknown.
    var acts: [(act: UserAct, id: String, generation: UInt64)] = []
    /// The alerts for which the last complete read returned no notification.
    ///
    /// That read may be older than these alerts. The next read is newer than they are.
    var doubted: [AppSystem.DeliveredAlert] = []
}

/// Handles the tray. While the app sleeps or cannot be woken, the system shows alerts there by itself.
extension ReferenceApp {
    /// Remembers a user's action on an alert if the notification of the alert has not been fetched yet.
    mutating func remember(_ act: UserAct, on id: String, _ system: inout AppSystem) {
        if self.tray.isEmpty { self.tray = [UnknownAlerts()] }
        let alert = system.deliveredAlerts.last { $0.id.isExactly(id) }
        self.tray[0].acts.append((act, id, alert?.generation ?? 0))
        // A pending read may be older than the alert.
        self.sync(&system)
    }

    /// Whether the alert in the tray belongs to a later publication than the one that the app knows.
    func isOutdated(_ item: ReadNotification, _ system: AppSystem) -> Bool {
        self.delivered(item, system).map { $0.generation > item.generation } ?? false
    }

    /// Whether the system shows an alert for the notification, now or later.
    ///
    /// The alert's push and the tap may come in any order.
    func isForSystemToAlert(_ item: ReadNotification, _ system: AppSystem) -> Bool {
        if self.platform == .ios, system.names.facts(item.facts)?.content?.visual != nil { return true }
        return self.delivered(item, system).map { $0.generation == item.generation } ?? false
    }

    /// The alert that the system shows for a notification.
    ///
    /// The tray has one alert for each id.
    private func delivered(_ item: ReadNotification, _ system: AppSystem) -> AppSystem.DeliveredAlert? {
        guard !system.deliveredAlerts.isEmpty else { return nil }
        let text = system.names.text(item.id)
        return system.deliveredAlerts.last { $0.id.isExactly(text) }
    }

    /// Tidies the tray after a complete read: carries out remembered actions, and removes alerts of ended
    /// notifications.
    mutating func tidyTray(_ system: inout AppSystem) {
        guard let feed = self.feed, !self.tray.isEmpty || !system.deliveredAlerts.isEmpty else { return }
        let before = self.tray.first ?? UnknownAlerts()
        self.tray = []
        for (act, id, generation) in before.acts {
            guard let item = self.machine.notification(system.names.intern(id), in: feed) else { continue }
            // The user has not seen a later publication yet, so the action does not apply to it.
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
            // A notification that has ended for good is hidden together with its alert.
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

    /// Handles an alert that came while the app is in the foreground.
    ///
    /// The notification may have ended already, or no user may be signed in.
    mutating func alertCame(_ system: inout AppSystem) {
        guard self.isSignedIn else { return self.clearTray(&system) }
        guard let feed = self.feed, self.machine.isSynchronized(feed) else { return }
        let unknown = self.withdrawWhatIsOver(in: feed, &system)
        // The notification may have ended while the tap was on its way, so that no read would return it.
        if self.tray.isEmpty { self.ask(about: unknown, &system) }
    }

    /// Clears the tray, so that the next user sees no alert of the current user.
    mutating func clearTray(_ system: inout AppSystem) {
        self.tray = []
        for alert in system.deliveredAlerts { system.hide(alert.id) }
    }

    /// Removes the alerts of handled and deleted notifications from the tray. Returns the alerts of notifications that
    /// the app does not know.
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
