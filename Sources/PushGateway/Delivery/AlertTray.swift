/// The alerts of one app that are on a device's screen, oldest first.
package struct AlertTray: Hashable, Sendable {
    package private(set) var alerts: [AcceptedPush] = []

    package init() {}

    /// Shows an alert in place of one with the same collapse id; answers that one.
    @discardableResult
    package mutating func show(_ alert: AcceptedPush) -> AcceptedPush? {
        let replaced = self.alerts.firstIndex { $0.hasCollapseID(alert.collapseID) }
        defer { self.alerts.append(alert) }
        return replaced.map { self.alerts.remove(at: $0) }
    }

    /// Takes the alerts with this collapse id off the screen; answers whether there was one.
    @discardableResult
    package mutating func hide(collapseID: String) -> Bool {
        let count = self.alerts.count
        self.alerts.removeAll { $0.hasCollapseID(collapseID) }
        return self.alerts.count < count
    }
}
