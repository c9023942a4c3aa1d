import Basics
import ConnectedDevices
import FeedContract

/// What the app knows of alerts that the system showed by itself, before or without it.
struct UnknownAlerts {
    /// What the user did with them.
    var acts: [(act: UserAct, id: String)] = []
    /// The ids that the last complete read did not bring. The next one is younger than their alerts.
    var doubted: [String] = []
}

/// The tray, in which the system puts alerts by itself while the app sleeps or may not be woken.
extension ReferenceApp {
    /// A user dealt with an alert before the app could fetch what it stands for.
    mutating func remember(_ act: UserAct, on id: String) {
        if self.tray.isEmpty { self.tray = [UnknownAlerts()] }
        self.tray[0].acts.append((act, id))
    }

    /// All is read: what the user did is done now, and what stands for nothing goes.
    mutating func tidyTray(_ system: inout AppSystem) {
        guard let feed = self.feed, !self.tray.isEmpty || !system.delivered.isEmpty else { return }
        let before = self.tray.first ?? UnknownAlerts()
        self.tray = []
        for (act, id) in before.acts where self.machine.notification(system.names.intern(id), in: feed) != nil {
            self.userActed(act, id, &system)
        }
        var doubted: [String] = []
        for id in system.delivered {
            let item = self.machine.notification(system.names.intern(id), in: feed)
            if let item, !item.isDeleted, item.userActionState == .noInteraction { continue }
            if item != nil || before.doubted.contains(where: { $0.isExactly(id) }) {
                system.withdrawAlert(id)
            } else {
                doubted.append(id)
            }
        }
        guard !doubted.isEmpty else { return }
        self.tray = [UnknownAlerts(doubted: doubted)]
        self.sync(&system)
    }

    /// Nothing stays for whoever comes next.
    mutating func clearTray(_ system: inout AppSystem) {
        self.tray = []
        for id in system.delivered { system.withdrawAlert(id) }
    }
}
