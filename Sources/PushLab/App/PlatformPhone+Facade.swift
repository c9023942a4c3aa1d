import Basics

/// Requests that only one app makes: the lab's own app that uses the classes of the SDK.
extension PlatformPhone {
    /// Calls back after an idle delay: the lab does not wait for this delay before it settles.
    func whenIdle(for delay: Duration, _ action: @escaping () -> Void) {
        self.timers.append((self.system.startTimer(after: delay, isIdle: true), action))
    }

    /// The alerts that are still in the tray and that the system showed without the app.
    var deliveredAlerts: [AppSystem.DeliveredAlert] { self.system.deliveredAlerts }

    /// The system's alert for a notification. The tray has one alert for each id.
    func delivered(_ id: String) -> AppSystem.DeliveredAlert? {
        self.deliveredAlerts.last { $0.id.isExactly(id) }
    }

    /// Sets the number beside the app's icon.
    func setBadge(_ count: Int) { self.system.setBadge(count) }
}
