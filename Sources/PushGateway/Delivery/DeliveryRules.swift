package import Basics

/// The knobs of delivery that hold for every device.
package struct DeliveryRules: Hashable, Sendable {
    /// Nil lets every background push wake its app.
    package var wakeBudget: WakeBudget?
    /// The service's own limit for keeping a push, also for one that asks for more.
    package var longestStorage = Interval.days(30)
    /// Time for an app to call the handler of a push before the system ends the app.
    package var handlingLimit = Interval.seconds(30)
    /// False keeps every background push for a suspended app until the app runs for another reason.
    package var wakesSuspendedApps = true

    package init(wakeBudget: WakeBudget? = nil) { self.wakeBudget = wakeBudget }
}
