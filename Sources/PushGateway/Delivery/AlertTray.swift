/// The alerts of one app that are on the screen of a device, oldest first.
package struct AlertTray: Hashable, Sendable {
    package private(set) var alerts: [AcceptedPush] = []

    package init() {}

    /// Shows an alert. Returns the alert with the same collapse id that it replaced, if there was one.
    @discardableResult
    package mutating func show(_ alert: AcceptedPush) -> AcceptedPush? {
        let replaced = self.alerts.firstIndex { $0.hasCollapseID(alert.collapseID) }
        defer { self.alerts.append(alert) }
        return replaced.map { self.alerts.remove(at: $0) }
    }

    /// Hides the alerts with this collapse id, and returns whether there were any.
    @discardableResult
    package mutating func hide(collapseID: String) -> Bool {
        let count = self.alerts.count
        self.alerts.removeAll { $0.hasCollapseID(collapseID) }
        return self.alerts.count < count
    }
}
