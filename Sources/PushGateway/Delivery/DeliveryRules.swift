package import Basics

/// The settings of delivery that apply to every device.
package struct DeliveryRules: Hashable, Sendable {
    /// The budget of background wakes. Nil lets every background push wake its app.
    package var wakeBudget: WakeBudget?
    /// The service's own limit for storing a push. It applies even if a push asks for a longer time.
    package var longestStorage = Interval.days(30)
    /// The time for an app to call the handler of a push before the system ends the app.
    package var handlingLimit = Interval.seconds(30)
    /// Whether a background push may wake a suspended app. If not, it waits until the app runs for another reason.
    package var wakesSuspendedApps = true

    package init(wakeBudget: WakeBudget? = nil) { self.wakeBudget = wakeBudget }
}
