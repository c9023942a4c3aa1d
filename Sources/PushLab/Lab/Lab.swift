package import Basics
import NotificationFeed

/// A service, its push services and the devices of its users, in virtual time.
///
///     let lab = Lab(seed: 7)
///     let alice = lab.user("alice")
///     let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
///     try lab.publish(.raw("lunch?", id: "n1"), to: alice)
///     try lab.settle()
///     try phone.dismiss("n1")
///     try lab.settle()
///     try lab.expect(!tablet.shows("n1"))
///
/// The lab never waits: hours of virtual time pass in milliseconds. The same calls with the same seed give the same
/// ``fingerprint``.
public final class Lab {
    /// The seed of all random choices in this lab.
    public let seed: UInt64
    private var contents: World
    /// Whether the lab is running, which may include code of an app.
    private var isAtWork = false
    /// The record of all operations; nil unless the operations must be repeatable.
    var journal: Journal?
    /// The devices that an expectation's condition has looked at. Nil while no condition is evaluated.
    var looks: [Int]?

    /// Opens a lab.
    ///
    /// - Parameters:
    ///   - seed: The seed of all random choices.
    ///   - host: The cross-platform id of the app.
    ///   - network: The delays and losses of messages.
    ///   - app: Makes the app under test, once for each process that starts; nil runs the reference app.
    ///   - backend: Makes the server under test, once for each process that starts; nil makes the lab itself publish.
    public init(
        seed: UInt64 = 1, host: String = "contoso.com", network: LabNetwork = LabNetwork(),
        app: ((AppLaunch) -> any LabApp)? = nil, backend: ((BackendStart) -> any LabBackend)? = nil
    ) {
        self.seed = seed
        self.contents = World(
            seed: seed, host: host, appId: "com.\(host.prefix { $0 != "." }).app", network: network,
            limits: FeedLimits())
        self.world.plugs.makeApp = app
        if let backend { self.world.plug(backend) }
    }

    /// Opens a lab for a server that runs without a fixed end.
    ///
    /// Its app has this bundle id.
    package init(seed: UInt64, host: String, bundle: String, app: @escaping (AppLaunch) -> any LabApp) {
        self.seed = seed
        self.contents = World(seed: seed, host: host, appId: bundle, network: LabNetwork(), limits: FeedLimits())
        self.world.plugs.makeApp = app
        self.world.clock.isOpenEnded = true
    }

    var world: World {
        _read {
            self.mustBeIdle()
            yield self.contents
        }
        _modify {
            self.mustBeIdle()
            self.isAtWork = true
            defer { self.isAtWork = false }
            yield &self.contents
        }
    }

    private func mustBeIdle() {
        precondition(
            !self.isAtWork,
            "do not call the lab from code that handles an event; take time and random numbers from its system")
    }

    /// Real TLS sessions for the links of this lab, provided by another library; nil for plain links.
    package var secureLinks: (any SecureLinks)? {
        get { self.world.plugs.secureLinks }
        set { self.world.plugs.secureLinks = newValue }
    }

    /// Returns the user of this name.
    ///
    /// Creates the user if there is none yet.
    public func user(_ name: String) -> LabUser {
        if let number = self.world.people.user(named: name) { return LabUser(lab: self, number: number) }
        self.journal?.note(user: name)
        return LabUser(lab: self, number: self.world.people.addUser(name))
    }

    /// The delays and losses of messages.
    public var network: LabNetwork {
        get { self.world.weather.network }
        set {
            self.world.set(newValue)
            self.journal?.note(network: newValue)
        }
    }

    /// Virtual time since the lab was opened.
    public var now: Duration { .microseconds((self.world.clock.now - LabTime.start).microseconds) }

    /// Publishes a notification for a user.
    ///
    /// A server under test is asked to publish it.
    public func publish(_ notification: LabNotification, to user: LabUser) throws {
        guard user.lab === self else { throw LabError("\(user.name) belongs to another lab; use a user of this lab") }
        // A server under test may accept such a notification or change it.
        if self.world.plugs.backend == nil, let complaint = notification.complaint { throw LabError(complaint) }
        self.begin(.publish(notification, user: user.name))
        if self.world.plugs.backend != nil {
            self.world.askBackend(notification, user: user.number)
        } else {
            let published = notification.published(for: self.world.people.host, at: self.world.clock.now)
            self.world.publish(published, to: user.number)
        }
        try self.check()
    }

    /// Fails when a program under test can no longer take part.
    package func check() throws {
        if let failure = self.world.record.failure { throw failure }
    }

    /// Advances virtual time and runs everything that happens in it.
    public func advance(by time: Duration) throws {
        guard time >= .zero else { throw LabError("time cannot go back; advance by zero or more") }
        let end = self.world.clock.now.later(by: Interval(time))
        guard end <= LabTime.end else {
            throw LabError("a lab can run for a thousand years; advance it by less than \(time)")
        }
        try self.weather(until: end)
        self.world.run(until: end)
        try self.check()
        if self.world.isStuck { throw NotSettled(self.world) }
    }

    /// Runs until the lab settles.
    ///
    /// No message is lost in the meantime, and every app that can be opened is opened.
    ///
    /// Requested faults that have not happened yet wait until settling is over. Devices that a test took offline,
    /// forced to quit or left locked stay in that state. The lab does not wait for idle work, such as the expiry of a
    /// notification or a sync every few hours.
    public func settle() throws {
        try self.check()
        try self.settleInPause()
        try self.check()
    }

    /// The broken rules that the lab itself detects, such as pushes that were never finished and apps that the system
    /// ended.
    public var violations: [LabViolation] { self.world.record.violations }

    /// The hash of everything that happened, as sixteen hex digits.
    public var fingerprint: String { self.world.record.history.fingerprint }

    /// The history for people to read, a line for each event.
    public var trace: [String] { Trace.lines(of: self.view) }

    /// The history as JSON lines.
    public var historyLines: [String] { HistoryJSON.lines(of: self.view) }
}

/// A user of a lab.
public struct LabUser {
    let lab: Lab
    let number: Int

    /// The name of the user.
    public var name: String { self.lab.world.people.users[self.number] }

    /// Returns the user's device of this name.
    ///
    /// If there is none yet, creates it, opens its app and lets the app set itself up.
    public func device(_ name: String, on platform: LabPlatform = .ios) -> LabDevice {
        let title = InstallationName.text(user: self.name, device: name)
        if let known = self.lab.world.people.installations[title] {
            return LabDevice(lab: self.lab, number: known)
        }
        let number = self.lab.settingUp(name, platform, of: self) {
            $0.beginStep()
            return $0.addDevice(name, on: platform, of: self.number)
        }
        return LabDevice(lab: self.lab, number: number)
    }

    /// The user's devices, in the order in which they were made.
    public var devices: [LabDevice] {
        self.lab.world.people.devicesOfUsers[self.number].map { LabDevice(lab: self.lab, number: $0) }
    }
}

extension Lab {
    /// The time range of a lab, for values that are valid only for a limited time.
    package static var times: ClosedRange<Instant> { LabTime.start...LabTime.end }
}
