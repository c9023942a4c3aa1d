package import Basics
package import ConnectedDevices
import FeedContract

/// The device around an app, for the time of one event: what the app may ask, and what it wants done.
public struct AppSystem: Sendable {
    package var instant = Instant(microseconds: 0)
    package var start = Instant(microseconds: 0)
    /// How far the clock of the device is ahead.
    private var skew = Interval.zero
    /// The texts of all value machines of a world.
    package var names = NameTable()
    package var rules = DeviceRules()
    package var actions: [AppAction] = []
    /// Memory for what a machine of the SDK wants, used again for each event.
    var deviceActions: [DeviceAction] = []
    /// What reference apps kept before what they keep now: memory for what the next one keeps.
    var outdated: [[ReferenceApp.Kept]] = []
    /// A roll of the die for each question of this event.
    private var die = Die(seed: 0)
    private var entity: UInt64 = 0
    private var cause = DieCause(step: 0)
    private var rolls: UInt64 = 0
    private var lastNumber = 0
    /// The alerts that the system showed by itself and that still stand.
    private(set) var deliveredAlerts: [DeliveredAlert] = []
    /// How many numbers the app has rolled for the cause of this event, over all of its processes.
    package private(set) var randoms: UInt64 = 0

    package init() {}

    /// Readies the system for one event of one app.
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

    /// An alert in the tray that the system put there.
    package struct DeliveredAlert: Equatable, Sendable {
        let id: String
        /// Which publication of its notification it is for.
        let generation: UInt64

        package static func == (one: Self, other: Self) -> Bool {
            one.generation == other.generation && one.id.isExactly(other.id)
        }
    }

    /// The last number given to a request or a timer.
    package var numbersGiven: Int { self.lastNumber }

    /// What the clock of the device says.
    package var wallClock: Instant { self.instant + self.skew }

    /// What a machine of the SDK has to know in this event.
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
    /// Virtual time since the lab began.
    public var now: Duration { .microseconds((self.instant - self.start).microseconds) }

    /// What the clock of the device says, since the lab began. It may be a day off, and it may jump.
    public var clock: Duration { .microseconds((self.wallClock - self.start).microseconds) }

    /// The ids of the alerts that the system showed by itself and that still stand.
    public var delivered: [String] { self.deliveredAlerts.map(\.id) }

    /// A number that is different each time and the same in each repetition of the run.
    public mutating func random() -> UInt64 {
        // By a count over events: those at one depth of one cause have the same name to the die.
        self.randoms += 1
        return self.die.draw(.appInOrder, entity: self.entity, cause: self.cause, n: self.randoms).bits
    }

    /// Asks the service. The answer comes as an event with the number that is returned.
    ///
    /// Without a token of its own an app is given one by the lab.
    @discardableResult
    public mutating func request(_ request: AppRequest, accessToken: String? = nil) -> Int {
        let number = self.number()
        self.actions.append(.request(number, token: accessToken, request.request))
        return number
    }

    /// Asks the user's identity provider for an access token, which comes as an event.
    public mutating func requestAccessToken() { self.actions.append(.askForToken) }

    /// Starts a timer, which rings as an event with the number that is returned.
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

    /// Puts a notification into the app's list, or changes it there.
    ///
    /// There it stays when the process dies. So an app stores which ids it shows, and the next process takes away what
    /// has ended.
    public mutating func show(
        _ id: String, generation: Int, version: Int, isRead: Bool, action: AppChange.Action
    ) {
        self.actions.append(
            .show(id, Showing(UInt64(clamping: generation), UInt64(clamping: version), isRead: isRead, action)))
    }

    /// Takes a notification out of the list and off the screen.
    public mutating func hide(_ id: String) { self.actions.append(.hide(id)) }

    /// Draws the user's attention to a notification.
    public mutating func alert(_ id: String) { self.actions.append(.alert(id)) }

    /// Takes the alert of a notification off the screen.
    public mutating func withdrawAlert(_ id: String) {
        #if Mutants
            if mutated(.bannerStays) { return }
        #endif
        self.actions.append(.withdraw(id))
    }

    /// The same for a notification whose id is known by its name.
    mutating func withdrawAlert(_ id: Name) {
        #if Mutants
            if mutated(.bannerStays) { return }
        #endif
        self.actions.append(.sdk(.withdraw(id)))
    }

    /// Sets the number beside the app's icon.
    public mutating func setBadge(_ count: Int) { self.actions.append(.badge(count)) }

    /// Keeps bytes beyond the death of the process, in place of those before.
    public mutating func store(_ bytes: [UInt8]) { self.actions.append(.store(bytes)) }

    /// Says that a push has been handled; the system may put the app to sleep.
    public mutating func finish(_ push: AppPush, _ result: PushResult) {
        self.actions.append(.finished(push.number, result))
    }

    /// The same for a push that is known by its number.
    public mutating func finish(_ push: Int, _ result: PushResult) { self.actions.append(.finished(push, result)) }

    /// Tells the app's own server by which id its user's notifications are published.
    public mutating func tellServer(subscription: String) { self.actions.append(.tellServer(subscription)) }

    /// Leaves a sentence in the history.
    public mutating func log(_ text: String) { self.actions.append(.log(text)) }

    /// The process dies by a mistake of its own, which counts as a violation. What is wanted behind this is not done.
    public mutating func crash(_ reason: String) { self.actions.append(.crash(reason)) }
}

/// Former spellings.
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
    /// Whole microseconds; what no interval can hold becomes the longest.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        self.init(microseconds: overflow || overflows ? (seconds < 0 ? .min : .max) : sum)
    }
}
