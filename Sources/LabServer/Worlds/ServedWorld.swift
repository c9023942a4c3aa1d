import BackendPromises
import Basics
package import PushGateway
import PushLab

/// A world of the server: apps with their services, devices, and what a test has set up for them. Worlds share nothing.
final class ServedWorld {
    let name: String
    let clock: WorldClockKind
    let seed: UInt64
    /// The server's uptime when the world was opened.
    private let opened: Interval
    /// The time of day at which it was opened.
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
    /// Judges those who send pushes to its devices.
    var backends = BackendJudge()
    private(set) var waiters: [Waiter] = []
    /// Why the world can go no further, such as a program under test that takes no part.
    private(set) var failure: String?

    init(
        _ name: String, _ clock: WorldClockKind, seed: UInt64, opened: Interval, began: Instant,
        _ settings: WorldSettings
    ) {
        (self.name, self.clock, self.seed, self.opened, self.began) = (name, clock, seed, opened, began)
        self.settings = settings
    }

    // MARK: Time

    /// The world's time at an uptime of the server.
    func time(at uptime: Interval) -> Interval {
        self.clock == .real ? max(uptime - self.opened, .zero) : self.virtualTime
    }

    /// Lets happen what is due by now, and answers those who waited for it.
    func run(at uptime: Interval) {
        self.runApps(to: self.time(at: uptime))
        self.serveWaiters(at: uptime)
    }

    /// Moves a virtual clock on.
    func advance(by time: Interval) {
        self.virtualTime = self.virtualTime.adding(time) ?? self.virtualTime
        self.runApps(to: self.virtualTime)
    }

    /// Runs every app until it is quiet, and moves the virtual clock to the last of them.
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

    /// The uptime at which something happens by itself or somebody has waited long enough; nil for never.
    var nextUptime: Interval? {
        var next = self.waiters.map(\.deadline).min()
        guard self.clock == .real, self.failure == nil else { return next }
        for app in self.apps {
            guard let time = app.lab.nextTime else { continue }
            let uptime = self.opened + app.opened + time
            next = min(next ?? uptime, uptime)
        }
        return next
    }

    // MARK: Events

    /// Reads what has happened in the labs since the last time.
    func collect() {
        for app in self.apps {
            for event in app.takeNews() {
                self.events.append(event, of: app)
                let subject = event.kind == .pageServed ? event.party : event.actor
                if let place = subject.device, place < app.places.count {
                    self.devices[app.places[place]].count(event)
                }
            }
        }
    }

    // MARK: Waiting

    /// Answers a request at once, or when what it waits for is so.
    func wait(_ waiter: Waiter) {
        if !waiter.attempt(false) { self.waiters.append(waiter) }
    }

    func serveWaiters(at uptime: Interval) {
        guard !self.waiters.isEmpty else { return }
        let waiting = self.waiters
        self.waiters = []
        for waiter in waiting where !waiter.attempt(uptime >= waiter.deadline) { self.waiters.append(waiter) }
    }

    /// Answers everybody who waits as if their time were over.
    func dismissWaiters() {
        let waiting = self.waiters
        self.waiters = []
        for waiter in waiting { _ = waiter.attempt(true) }
    }
}

/// The traits that all worlds of a server have in common.
package struct WorldSettings {
    package var keys = GatewayKeys()
    package var rules = AdmissionRules()
    /// Makes the apps under test; nil has devices run the reference app.
    package var apps: AppFactory?
    /// Whether devices run no app at all: their pushes are only recorded.
    package var runsNoApp = false
    /// The number of devices of a world.
    package var deviceLimit = 10_000

    package init() {}
}

// MARK: - Devices

extension ServedWorld {
    func device(_ id: String) -> ServedDevice? { self.placesByID[id].map { self.devices[$0] } }

    func devices(of user: String) -> [ServedDevice] { self.devices.filter { $0.device.userName == user } }

    var isFull: Bool { self.devices.count >= self.settings.deviceLimit }

    /// Notes a user, who may have no device yet. Returns whether the name is new.
    @discardableResult
    func addUser(_ name: String) -> Bool {
        guard !self.userNames.contains(name) else { return false }
        self.userNames.append(name)
        return true
    }

    /// The lab of an app, opened when there is none yet.
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

    /// Adds a device; nil when the user has one of this name with this app.
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

    /// The app that has given out a token, and the device that has it.
    func owner(of token: DeviceToken) -> (app: ServedApp, device: String?)? {
        guard let app = self.apps.first(where: { $0.lab.knows(token) }) else { return nil }
        let place = app.lab.device(with: token).map { app.places[$0.place] }
        return (app, place.map { self.devices[$0].id })
    }

    /// Has something done to a device, and reads what came of it.
    func act(_ body: () throws -> Void) throws {
        defer { self.collect() }
        try body()
    }
}
