import ConnectedDevices
import PushLab
import Testing

@Suite("An app on the SDK's own classes runs in the lab")
struct PlatformAppTests {
    @Test("handled once, dismissed everywhere, on three platforms", arguments: 1...5 as ClosedRange<UInt64>)
    func everywhere(seed: UInt64) throws {
        let stage = GuideStage(seed: seed, GuideApp.init)
        let tablet = stage.alice.device("tablet", on: .android)
        let laptop = stage.alice.device("laptop", on: .windows)
        try stage.wait()
        try stage.publish("n1")
        try stage.wait()
        try stage.lab.expect(stage.phone.shows("n1") && tablet.shows("n1") && laptop.shows("n1"))
        try stage.phone.dismiss("n1")
        try stage.wait()
        try stage.lab.expect(!stage.phone.shows("n1") && !tablet.shows("n1") && !laptop.shows("n1"))
        try stage.lab.settle()
        #expect(stage.lab.violations.isEmpty)
    }

    @Test("the same calls with the same seed give the same history")
    func fingerprint() throws {
        func run(_ seed: UInt64) throws -> String {
            let stage = GuideStage(seed: seed, GuideApp.init)
            try stage.publish("n1")
            try stage.lab.settle()
            stage.phone.crash()
            try stage.publish("n2")
            try stage.lab.settle()
            try stage.lab.expect(stage.phone.shows("n2"))
            return stage.lab.fingerprint
        }
        #expect(try run(7) == run(7))
        #expect(try run(7) != run(8))
    }

    @Test("a process that died is started with its account, its subscription and its place in the feed")
    func restart() throws {
        let stage = GuideStage(GuideApp.init)
        try stage.publish("n1")
        try stage.lab.settle()
        #expect(stage.app?.heard.contains("account success") == true)
        stage.phone.crash()
        #expect(stage.app == nil)
        try stage.publish("n2")
        try stage.wait()
        let app = try #require(stage.app)
        #expect(app.phone.launch.reason == .push)
        #expect(app.platform?.accountManager.accounts == [app.account])
        #expect(!app.heard.contains("account success"))
        try stage.lab.expect(stage.phone.shows("n2"))
        // The second process fetched by the cursor of the first.
        #expect(stage.count("reads new n1") == 1)
    }

    @Test("a push that starts the process is finished after the fetch")
    func finished() throws {
        let stage = GuideStage(GuideApp.init)
        try stage.lab.settle()
        stage.phone.crash()
        try stage.publish("n1")
        try stage.wait(.minutes(1))
        #expect(stage.count("finishes push") == 1)
        #expect(stage.lab.violations.isEmpty)
    }

    @Test("a process that ended leaves nothing behind, whatever its listeners reference", arguments: [true, false])
    func noCycles(isCrash: Bool) throws {
        /// Holds everything that leads back to it.
        final class Circle: GuideApp {
            override func initializePlatform() {
                let platform = ConnectedDevicesPlatform(host: self.phone)
                self.platform = platform
                platform.accountManager.accessTokenRequested.subscribe { _, args in self.provideToken(args.request) }
                platform.accountManager.accessTokenInvalidated.subscribe { _, _ in self.heard.append("invalidated") }
                platform.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe { _, args in
                    self.registrationChanged(args.state)
                }
                platform.start()
            }

            override func setUp() {
                super.setUp()
                self.reader?.dataChanged.subscribe { _, _ in self.read() }
                self.feed?.syncStatusChanged.subscribe { _, _ in self.heard.append("status") }
                self.phone.after(.hours(1)) { self.read() }
            }
        }
        weak var platform: ConnectedDevicesPlatform?
        weak var phone: PlatformPhone?
        weak var code: Circle?
        do {
            let stage = GuideStage(Circle.init)
            try stage.publish("n1")
            try stage.wait()
            (code, phone, platform) = (stage.app, stage.app?.phone, stage.app?.platform)
            #expect(code != nil && phone != nil && platform != nil)
            if isCrash {
                stage.phone.crash()
                #expect(code == nil && phone == nil && platform == nil)
            }
        }
        #expect(code == nil && phone == nil && platform == nil)
    }

    @Test("a platform that was created and never used is released with its process")
    func neverUsed() throws {
        final class Idle: GuideApp {
            var idle: ConnectedDevicesPlatform?
            override func initializePlatform() {
                super.initializePlatform()
                self.idle = ConnectedDevicesPlatform(host: self.phone)
                self.idle?.accountManager.accessTokenRequested.subscribe { _, args in self.provideToken(args.request) }
            }
        }
        let stage = GuideStage(Idle.init)
        try stage.wait()
        weak var code: Idle?
        weak var platform: ConnectedDevicesPlatform?
        (code, platform) = (stage.app, stage.app?.idle)
        #expect(code != nil && platform != nil)
        stage.phone.crash()
        #expect(code == nil && platform == nil)
    }

    @Test("pending work of a process may request more work while it is released")
    func lastWords() throws {
        /// Asks for something more in its end.
        final class LastWords {
            let app: GuideApp
            init(_ app: GuideApp) { self.app = app }
            deinit {
                self.app.phone.after(.hours(1)) {}
                self.app.phone.requestAccessToken { _ in }
                self.app.phone.log("last words")
            }
        }
        final class Talkative: GuideApp {
            func talk() {
                let last = LastWords(self)
                self.phone.after(.hours(1)) { withExtendedLifetime(last) {} }
                let other = LastWords(self)
                self.phone.requestAccessToken { _ in withExtendedLifetime(other) {} }
            }
        }
        let stage = GuideStage(Talkative.init)
        try stage.wait()
        weak var code: Talkative?
        code = stage.app
        stage.run { $0.talk() }
        stage.phone.crash()
        try stage.lab.settle()
        #expect(code == nil && stage.count("last words") == 0)
    }

    @Test("a request of an app before its launch is refused, because it would have no effect")
    func beforeLaunch() async {
        await #expect(processExitsWith: .failure) {
            final class Hasty: GuideApp {
                override init(_ phone: PlatformPhone) {
                    super.init(phone)
                    phone.log("too early")
                }
            }
            try GuideStage(Hasty.init).wait()
        }
    }

    @Test("callbacks come one at a time and never inside a call of the app")
    func oneAtATime() throws {
        final class Careful: GuideApp {
            var depth = 0
            var deepest = 0
            override func handle(_ event: AppEvent) { self.count { super.handle(event) } }
            override func read() {
                self.reader?.readBatch(maxSize: 1) { [weak self] items, _ in
                    self?.count { for item in items ?? [] { self?.handleNotification(item) } }
                    if items?.isEmpty == false { self?.count { self?.read() } }
                }
            }
            private func count(_ body: () -> Void) {
                self.depth += 1
                self.deepest = max(self.deepest, self.depth)
                body()
                self.depth -= 1
            }
        }
        let stage = GuideStage(Careful.init)
        for number in 1...9 { try stage.publish("n\(number)") }
        try stage.lab.settle()
        #expect(stage.phone.list.count == 9)
        #expect(stage.app?.deepest == 1)
    }

    @Test("two platforms of one process share the connection, and each has its own state and answers")
    func twoPlatforms() throws {
        final class Twins: GuideApp {
            var other: ConnectedDevicesPlatform?
            override func initializePlatform() {
                super.initializePlatform()
                let other = ConnectedDevicesPlatform(
                    host: self.phone, settings: ConnectedDevicesPlatformSettings(storagePath: "other"))
                self.other = other
                other.accountManager.accessTokenRequested.subscribe { [weak self] _, args in
                    self?.provideToken(args.request)
                }
                other.start()
                let account = ConnectedDevicesAccount(accountId: "other-id", type: .aad)
                guard other.accountManager.accounts.isEmpty else { return }
                other.accountManager.addAccount(account) { [weak self] result, _ in
                    self?.heard.append("other \(result.status)")
                    let feed = try? UserDataFeed.getForAccount(
                        account, platform: other, activitySourceHost: GuideApp.host)
                    feed?.subscribeToSyncScopes([UserNotificationChannel.syncScope]) { success, _ in
                        self?.heard.append("other subscribed \(success)")
                    }
                }
            }
        }
        let stage = GuideStage(Twins.init)
        try stage.publish("n1")
        try stage.lab.settle()
        try stage.lab.expect(stage.phone.shows("n1"))
        let heard = try #require(stage.app).heard
        #expect(heard.contains("other success") && heard.contains("account success"))
        #expect(heard.contains("other subscribed true"))
        stage.phone.crash()
        stage.phone.enterForeground()
        try stage.lab.settle()
        let app = try #require(stage.app)
        #expect(app.other?.accountManager.accounts.map(\.accountId) == ["other-id"])
        #expect(app.platform?.accountManager.accounts == [app.account])
    }

    @Test("the stored bytes of another app are not a state, and the app starts from nothing")
    func foreignState() throws {
        struct Scribbler: LabApp {
            func handle(_ event: AppEvent, _ system: inout AppSystem) { system.store([0, 0, 0, 200, 1, 2, 3]) }
        }
        var isFirst = true
        let lab = Lab(app: { launch in
            defer { isFirst = false }
            return isFirst ? Scribbler() : PlatformApp(launch, appId: GuideApp.appId, code: GuideApp.init)
        })
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.publish(.raw("hello", id: "n1"), to: alice)
        try lab.advance(by: .seconds(1))
        phone.crash()
        try lab.settle()
        try lab.expect(phone.shows("n1"))
    }

    @Test("an app of another kind runs no errand")
    func errands() throws {
        let lab = Lab()
        var runs = 0
        lab.user("alice").device("phone").run { runs += 1 }
        try lab.settle()
        #expect(runs == 0)
        let stage = GuideStage(GuideApp.init)
        stage.phone.suspend()
        stage.phone.run { runs += 1 }
        #expect(runs == 0)
        stage.phone.enterForeground()
        #expect(runs == 1)
    }
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func hours(_ count: Int) -> Duration { .seconds(3_600 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
