import ConnectedDevices
import FeedContract

/// Setting up, from the launch to the subscription, and again after a failure.
extension ReferenceApp {
    private static let idleInterval = Duration.seconds(6 * 3_600)
    private static let firstRetry = 10
    private static let longestRetry = 3_600

    mutating func launched(_ launch: AppLaunch, _ system: inout AppSystem) {
        self.platform = launch.platform
        self.host = system.names.intern(launch.host)
        let type = ConnectedDevicesAccountType(launch.account ?? .personal)
        self.account = AccountKey(system.names.intern(launch.user), type)
        self.isSignedIn = launch.account != nil
        let device = system.names.intern(launch.installation)
        // Only a process that resumes the state of an earlier one has a machine already.
        if self.machine.device != device { self.machine = DeviceMachine(device: device) }
        if let stored = launch.stored { self.restore(stored, device, &system) }
        self.noteLaunch(launch.reason)
        self.run(.start, &system)
        // If only the SDK still knows an account, its user has signed out.
        for key in self.machine.accountKeys where !self.isSignedIn || key != self.account {
            self.remove(key, &system)
        }
        guard self.isSignedIn else { return self.nobodyIsThere(&system) }
        if self.machine.accountKeys.contains(self.account) { self.open(&system) } else { self.signIn(&system) }
        self.rearm(&system)
    }

    mutating func pushTokenCame(_ token: String, _ system: inout AppSystem) {
        self.pushToken = system.names.intern(token)
        self.register(&system)
        if self.has(.t10) { self.repeatSetup(&system) }
    }

    mutating func register(_ system: inout AppSystem) {
        guard !self.pushToken.isNone, self.machine.accountKeys.contains(self.account) else { return }
        let channel = self.channel(&system)
        guard self.needsRegistration(channel), !self.waits(for: .registration(channel)), self.mayRegister() else {
            return
        }
        let key = self.account
        self.begin(.registration(channel), &system) { .register($0, key, channel) }
    }

    /// The channel over which the app is woken.
    func channel(_ system: inout AppSystem) -> DeviceChannel {
        DeviceChannel(PushChannel.Kind(self.platform), token: self.pushToken, appId: system.names.intern(self.appId))
    }

    private func needsRegistration(_ channel: DeviceChannel) -> Bool {
        let known = self.machine.registeredChannel(of: self.account)
        if self.machine.registrationState(of: self.account) != .registered || self.needsReader { return true }
        return self.has(.t1) ? known == channel : known != channel
    }

    /// Registers again when a registration expires soon or has expired.
    mutating func registrationAges(of key: AccountKey, _ system: inout AppSystem) {
        guard self.isSignedIn, key == self.account else {
            if self.has(.t8) { system.crash("an account was taken from the list at an index that is none") }
            return
        }
        self.register(&system)
    }

    /// Opens the feed and a reader, shows the known notifications, and fetches changes.
    mutating func open(_ system: inout AppSystem) {
        self.feed = self.machine.openFeed(self.account, host: self.host)
        guard let feed = self.feed else { return }
        if self.reader == nil, !self.needsReader { self.makeReader(feed) }
        let known = self.machine.everything(in: feed)
        for item in known { self.show(item, &system) }
        self.keep(known)
        self.read(&system)
        self.register(&system)
        if self.needsSubscription { self.subscribe(&system) }
        self.sync(&system)
    }

    mutating func makeReader(_ feed: FeedNumber) {
        self.reader = self.machine.createReader(feed, at: self.has(.t6) ? nil : self.place)
    }

    private var needsSubscription: Bool {
        guard let feed = self.feed else { return false }
        return self.machine.subscription(of: feed) == nil && !self.believesSubscribed && !self.waits(for: .subscription)
    }

    mutating func subscribe(_ system: inout AppSystem) {
        guard let feed = self.feed else { return }
        let app = system.names.intern(self.appId)
        self.begin(.subscription, &system) { .subscribe($0, feed, appId: app) }
    }

    mutating func sync(_ system: inout AppSystem) {
        if let feed = self.feed { self.run(.startSync(feed), &system) }
    }

    mutating func lookedAt(_ system: inout AppSystem) {
        guard self.isSignedIn else { return self.nobodyIsThere(&system) }
        if self.has(.s6) { self.setUpAgain() }
        self.tryAgain(&system)
    }

    /// Retries every part of the setup that is missing.
    mutating func tryAgain(_ system: inout AppSystem) {
        self.retryTimer = 0
        guard self.isSignedIn else { return }
        guard self.machine.accountKeys.contains(self.account) else { return self.signIn(&system) }
        self.register(&system)
        if self.needsSubscription { self.subscribe(&system) }
        self.sync(&system)
        self.rearm(&system)
    }

    mutating func rearm(_ system: inout AppSystem) {
        if self.idleTimer != 0 { system.cancelTimer(self.idleTimer) }
        self.idleTimer = system.startTimer(after: Self.idleInterval, isIdle: true)
    }

    /// Starts a retry timer: failures may be temporary.
    mutating func retryLater(_ system: inout AppSystem) {
        guard self.retryTimer == 0, self.isSignedIn else { return }
        let delay = min(Self.firstRetry << min(self.retries, 16), Self.longestRetry)
        self.retries += 1
        self.retryTimer = system.startTimer(after: .seconds(delay))
    }
}
