package import Basics
package import ConnectedDevices
import FeedContract

/// The device around an app during one event: the app reads from it, and requests actions.
public struct AppSystem: Sendable {
    package var instant = Instant(microseconds: 0)
    package var start = Instant(microseconds: 0)
    /// The amount of time by which the device's clock is ahead of virtual time.
    private var skew = Interval.zero
    /// The texts that `Name` values stand for, stored once for all machines of a world.
    package var names = NameTable()
    package var rules = DeviceRules()
    package var actions: [AppAction] = []
    /// Buffer for the actions of an SDK machine, reused for each event.
    var deviceActions: [DeviceAction] = []
    /// Old states of reference apps. Their memory is reused for the next state.
    var outdated: [[ReferenceApp.Kept]] = []
    /// The die that produces every random number of this event.
    private var die = Die(seed: 0)
    private var entity: UInt64 = 0
    private var cause = DieCause(step: 0)
    private var rolls: UInt64 = 0
    private var lastNumber = 0
    /// The alerts that are still in the tray and that the system showed without the app.
    private(set) var deliveredAlerts: [DeliveredAlert] = []
    /// The number of random values that the app has drawn so far in events with the same cause (`DieCause`) as this
    /// event. The values of all processes of the app are counted together.
    package private(set) var randoms: UInt64 = 0

    package init() {}

    /// Prepares the system for one event of an app.
    package mutating func begin(
        at now: Instant, skew: Interval = .zero, _ die: Die, entity: UInt64, _ cause: DieCause, lastNumber: Int,
        randoms: UInt64 = 0, delivered: [DeliveredAlert] = []
    ) {
        self.instant = now
        self.skew = skew
        self.die = die
        self.entity = entity
        self.cause = cause
        self.rolls = 0
        self.lastNumber = lastNumber
        self.randoms = randoms
        self.deliveredAlerts = delivered
        if !self.actions.isEmpty { self.actions.removeAll(keepingCapacity: true) }
    }

    /// An alert that the system itself put in the tray.
    package struct DeliveredAlert: Equatable, Sendable {
        let id: String
        /// The generation of the notification that the alert is for.
        let generation: UInt64

        package static func == (one: Self, other: Self) -> Bool {
            one.generation == other.generation && one.id.isExactly(other.id)
        }
    }

    /// The last number that was given to a request or a timer.
    package var numbersGiven: Int { self.lastNumber }

    /// The time of the device's clock.
    package var wallClock: Instant { self.instant + self.skew }

    /// Returns the context in which a machine of the SDK handles this event.
    mutating func deviceContext() -> DeviceContext {
        DeviceContext(now: self.wallClock, uptime: self.instant, draw: self.draw(), rules: self.rules)
    }

    package mutating func draw() -> Draw {
        defer { self.rolls += 1 }
        return self.die.draw(.app, entity: self.entity, cause: self.cause, n: self.rolls)
    }

    private mutating func number() -> Int {
        self.lastNumber += 1
        return self.lastNumber
    }
}

extension AppSystem {
    /// The virtual time since the lab began.
    public var now: Duration { .microseconds((self.instant - self.start).microseconds) }

    /// The time of the device's clock since the lab began.
    ///
    /// It may be a day off, and it may jump.
    public var clock: Duration { .microseconds((self.wallClock - self.start).microseconds) }

    /// The ids of the alerts that are still in the tray and that the system showed without the app.
    public var delivered: [String] { self.deliveredAlerts.map(\.id) }

    /// Returns a random number that is the same in each repetition of the run.
    public mutating func random() -> UInt64 {
        // The count continues across events. Otherwise the die would give the same number to all events that have the
        // same cause and the same depth.
        self.randoms += 1
        return self.die.draw(.appInOrder, entity: self.entity, cause: self.cause, n: self.randoms).bits
    }

    /// Sends a request to the service.
    ///
    /// The answer comes as an event with the returned number.
    ///
    /// Without an access token, the request uses a token from the lab.
    @discardableResult
    public mutating func request(_ request: AppRequest, accessToken: String? = nil) -> Int {
        let number = self.number()
        self.actions.append(.request(number, token: accessToken, request.request))
        return number
    }

    /// Requests an access token from the user's identity provider.
    ///
    /// It comes as an event.
    public mutating func requestAccessToken() { self.actions.append(.askForToken) }

    /// Starts a timer.
    ///
    /// It fires as an event with the returned number.
    ///
    /// Mark periodic timers idle, such as a sync every few hours: the lab does not wait for them before it settles.
    @discardableResult
    public mutating func startTimer(after delay: Duration, isIdle: Bool = false) -> Int {
        let number = self.number()
        let due = self.instant.adding(Interval(delay)) ?? .distantFuture
        self.actions.append(.timer(number, due, isIdle: isIdle))
        return number
    }

    /// Stops a timer.
    public mutating func cancelTimer(_ number: Int) { self.actions.append(.cancelTimer(number)) }

    /// Adds a notification to the app's list, or changes it there.
    ///
    /// The list stays on the screen when the process ends. So store the ids of the shown notifications, and let the
    /// next process remove the notifications that have ended.
    public mutating func show(
        _ id: String, generation: Int, version: Int, isRead: Bool, action: AppChange.Action
    ) {
        self.actions.append(
            .show(id, Showing(UInt64(clamping: generation), UInt64(clamping: version), isRead: isRead, action)))
    }

    /// Removes a notification from the list, and its alert from the screen.
    public mutating func hide(_ id: String) { self.actions.append(.hide(id)) }

    /// Draws the user's attention to a notification.
    public mutating func alert(_ id: String) { self.actions.append(.alert(id)) }

    /// Removes the alert of a notification from the screen.
    public mutating func withdrawAlert(_ id: String) {
        self.actions.append(.withdraw(id))
    }

    /// Removes the alert of a notification, given the name of its id.
    mutating func withdrawAlert(_ id: Name) {
        self.actions.append(.sdk(.withdraw(id)))
    }

    /// Sets the number on the app's icon.
    public mutating func setBadge(_ count: Int) { self.actions.append(.badge(count)) }

    /// Stores bytes that survive a restart of the process. They replace the bytes that were stored before.
    public mutating func store(_ bytes: [UInt8]) { self.actions.append(.store(bytes)) }

    /// Reports that a push has been handled.
    ///
    /// The system may then suspend the app.
    public mutating func finish(_ push: AppPush, _ result: PushResult) {
        self.actions.append(.finished(push.number, result))
    }

    /// Reports that a push with a number has been handled.
    public mutating func finish(_ push: Int, _ result: PushResult) { self.actions.append(.finished(push, result)) }

    /// Sends the app's own server the subscription id that it needs to publish for the user.
    public mutating func tellServer(subscription: String) { self.actions.append(.tellServer(subscription)) }

    /// Writes a sentence to the history.
    public mutating func log(_ text: String) { self.actions.append(.log(text)) }

    /// Crashes the process as a fault of the app, which is a violation.
    ///
    /// Actions after this one are not performed.
    public mutating func crash(_ reason: String) { self.actions.append(.crash(reason)) }
}

/// Deprecated names.
extension AppSystem {
    /// The same as ``startTimer(after:isIdle:)``.
    @available(*, deprecated, renamed: "startTimer(after:isIdle:)")
    public mutating func timer(after delay: Duration, isIdle: Bool = false) -> Int {
        self.startTimer(after: delay, isIdle: isIdle)
    }

    /// The same as ``setBadge(_:)``.
    @available(*, deprecated, renamed: "setBadge(_:)")
    public mutating func badge(_ count: Int) { self.setBadge(count) }

    /// The same as ``finish(_:_:)-(AppPush,_)``.
    @available(*, deprecated, renamed: "finish(_:_:)")
    public mutating func finished(_ push: AppPush, _ result: PushResult) { self.finish(push, result) }

    /// The same as ``finish(_:_:)-(Int,_)``.
    @available(*, deprecated, renamed: "finish(_:_:)")
    public mutating func finished(_ push: Int, _ result: PushResult) { self.finish(push, result) }
}

extension Interval {
    /// Converts a duration to whole microseconds, clamped to the range of an interval.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        self.init(microseconds: overflow || overflows ? (seconds < 0 ? .min : .max) : sum)
    }
}
