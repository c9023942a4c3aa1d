import BackendPromises
import Basics
package import PushGateway
import PushLab

/// A world of the server: apps with their services, devices, and the scripts of a test.
///
/// Worlds share nothing.
final class ServedWorld {
    let name: String
    let clock: WorldClockKind
    let seed: UInt64
    /// The server's uptime when the world was opened.
    private let opened: Interval
    /// The time of day at which the world was opened.
    let began: Instant
    private let settings: WorldSettings
    private var virtualTime = Interval.zero

    private(set) var apps: [ServedApp] = []
    private(set) var devices: [ServedDevice] = []
    private var placesByID: [String: Int] = [:]
    private(set) var userNames: [String] = []
    private(set) var events = EventLog()
    var pushes = PushLog()
    var answers = AnswerBook()
    /// The judge of the backends that send pushes to devices of this world.
    var backends = BackendJudge()
    /// Whether senders are still judged. Judging takes memory for each push, so it stops after a maximum number of
    /// pushes.
    var judgesSenders: Bool { self.pushes.count <= self.settings.judgedPushLimit }
    private(set) var waiters: [Waiter] = []
    /// The reason why the world cannot continue, such as a program under test that failed.
    private(set) var failure: String?

    init(
        _ name: String, _ clock: WorldClockKind, seed: UInt64, opened: Interval, began: Instant,
        _ settings: WorldSettings
    ) {
        (self.name, self.clock, self.seed, self.opened, self.began) = (name, clock, seed, opened, began)
        self.settings = settings
    }

    // MARK: Time

    /// Returns the time on the world's clock when the server has this uptime.
    func time(at uptime: Interval) -> Interval {
        self.clock == .real ? max(uptime - self.opened, .zero) : self.virtualTime
    }

    /// Runs everything that is due by now, and answers the requests that were waiting for it.
    func run(at uptime: Interval) {
        self.runApps(to: self.time(at: uptime))
        self.serveWaiters(at: uptime)
    }

    /// Advances a virtual clock.
    func advance(by time: Interval) {
        self.virtualTime = self.virtualTime.adding(time) ?? self.virtualTime
        self.runApps(to: self.virtualTime)
    }

    /// Runs every app until it settles, and advances the virtual clock to the latest time that an app reached.
    func settle() throws {
        for app in self.apps {
            try app.lab.settle()
            self.virtualTime = max(self.virtualTime, app.opened + app.lab.time)
        }
        self.runApps(to: self.virtualTime)
    }

    private func runApps(to time: Interval) {
        for app in self.apps {
            do { try app.lab.run(until: time - app.opened) } catch { self.failure = self.failure ?? "\(error)" }
        }
        self.collect()
    }

    /// The uptime at which the next event happens or a waiting request times out, whichever is earlier. Nil if there is
    /// neither.
    var nextUptime: Interval? {
        var next = self.waiters.isEmpty ? nil : self.waiters.map(\.deadline).min()
        guard self.clock == .real, self.failure == nil else { return next }
        for app in self.apps {
            guard let time = app.lab.nextTime else { continue }
            let uptime = self.opened + app.opened + time
            next = min(next ?? uptime, uptime)
        }
        return next
    }

    // MARK: Events

    /// Reads the new events of the labs.
    func collect() {
        for app in self.apps {
            for event in app.takeNews() {
                self.events.append(event, of: app)
                let subject = event.kind == .pageServed ? event.party : event.actor
                if let place = subject.device, place < app.places.count {
                    self.devices[app.places[place]].take(event)
                }
            }
        }
    }

    // MARK: Waiting

    /// Answers a request at once, or when its condition is met.
    func wait(_ waiter: Waiter) {
        if !waiter.attempt(false) { self.waiters.append(waiter) }
    }

    func serveWaiters(at uptime: Interval) {
        guard !self.waiters.isEmpty else { return }
        let waiting = self.waiters
        self.waiters = []
        for waiter in waiting where !waiter.attempt(uptime >= waiter.deadline) { self.waiters.append(waiter) }
    }

    /// Answers all waiting requests as if they had timed out.
    func dismissWaiters() {
        let waiting = self.waiters
        self.waiters = []
        for waiter in waiting { _ = waiter.attempt(true) }
    }
}

/// The settings that all worlds of a server share.
package struct WorldSettings {
    package var keys = GatewayKeys()
    package var rules = AdmissionRules()
    /// A factory for the apps under test. Nil makes devices run the reference app.
    package var apps: AppFactory?
    /// Whether devices run no app at all: their pushes are only recorded.
    package var runsNoApp = false
    /// The maximum number of devices of a world.
    package var deviceLimit = 10_000
    /// The maximum number of judged pushes per world. If a world has more pushes, their senders are no longer judged.
    package var judgedPushLimit = 100_000

    package init() {}
}

// MARK: - Devices

extension ServedWorld {
    func device(_ id: String) -> ServedDevice? { self.placesByID[id].map { self.devices[$0] } }

    func devices(of user: String) -> [ServedDevice] { self.devices.filter { $0.device.userName == user } }

    var isFull: Bool { self.devices.count >= self.settings.deviceLimit }

    /// Adds a user. A user may have no devices yet.
    ///
    /// Returns whether the name is new.
    @discardableResult
    func addUser(_ name: String) -> Bool {
        guard !self.userNames.contains(name) else { return false }
        self.userNames.append(name)
        return true
    }

    /// Returns the lab of an app.
    ///
    /// Opens the lab if the app has none yet.
    func app(_ bundle: String, host: String? = nil, at uptime: Interval) -> ServedApp {
        if let app = self.apps.first(where: { $0.bundle == bundle }) { return app }
        let number = UInt64(self.apps.count)
        let app = ServedApp(
            bundle: bundle, host: host ?? bundle, seed: self.seed &+ number, opened: self.time(at: uptime),
            self.settings.apps)
        app.lab.admitPushes(self.settings.keys, rules: self.settings.rules)
        self.apps.append(app)
        return app
    }

    /// Adds a device. Returns nil when the user already has a device with this name and this app.
    func addDevice(
        _ id: String, _ name: String, of user: String, on platform: LabPlatform, in app: ServedApp,
        isSilent: Bool = false, token: DeviceToken? = nil
    ) -> ServedDevice? {
        let isSilent = isSilent || self.settings.runsNoApp
        if isSilent { app.silence(name, of: user) }
        guard let device = app.lab.user(user).newDevice(name, on: platform, token: token) else { return nil }
        self.addUser(user)
        let served = ServedDevice(id: id, app: app, device: device, isSilent: isSilent)
        app.places.append(self.devices.count)
        self.placesByID[id] = self.devices.count
        self.devices.append(served)
        return served
    }

    /// Returns the app that issued a token, and the device that the token belongs to.
    func owner(of token: DeviceToken) -> (app: ServedApp, device: String?)? {
        for app in self.apps {
            guard let device = app.lab.device(with: token) else { continue }
            return (app, self.devices[app.places[device.place]].id)
        }
        return nil
    }

    /// Performs an action and reads the resulting events.
    ///
    /// Throws an error if a program under test can no longer take part.
    func act(_ body: () throws -> Void) throws {
        defer { self.collect() }
        try body()
        do { for app in self.apps { try app.lab.check() } } catch {
            self.failure = self.failure ?? "\(error)"
            throw error
        }
    }
}
