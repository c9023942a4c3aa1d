import Basics

/// The requests that only the lab's own app on the classes of the SDK makes.
extension PlatformPhone {
    /// Calls back after an idle delay: the lab does not wait for this delay before it settles.
    func whenIdle(for delay: Duration, _ action: @escaping () -> Void) {
        self.timers.append((self.system.startTimer(after: delay, isIdle: true), action))
    }

    /// The alerts that the system showed without the app and that are still in the tray.
    var deliveredAlerts: [AppSystem.DeliveredAlert] { self.system.deliveredAlerts }

    /// The system's alert for a notification. The tray has one alert for each id.
    func delivered(_ id: String) -> AppSystem.DeliveredAlert? {
        self.deliveredAlerts.last { $0.id.isExactly(id) }
    }

    /// Sets the number beside the app's icon.
    func setBadge(_ count: Int) { self.system.setBadge(count) }
}
