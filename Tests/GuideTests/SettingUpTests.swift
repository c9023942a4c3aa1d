import ConnectedDevices
import PushLab
import TestSupport
import Testing

/// The samples of the guide for 1.x, up to the subscription.
@Suite("The guide for 1.x: setting up")
struct SettingUpTests {
    // MARK: Adding the SDK to your project

    @Test("Adding the SDK to your project: this target lists the SDK, and imports it")
    func addingTheSDK() throws {
        let manifest = try #require(ProjectFiles.bytes(ProjectFiles.root + "/Package.swift"))
        let target = try #require(
            lines(of: String(decoding: manifest, as: UTF8.self)).first { $0.contains("name: \"GuideTests\"") })
        #expect(target.contains("\"ConnectedDevices\""))
    }

    // MARK: Initializing the Connected Device Platforms

    /// Two of the three listeners are hooked up to a property that is not set yet.
    final class PrintedInitializing: GuideApp {
        override func initializePlatform() {
            let platform = ConnectedDevicesPlatform(host: self.phone)
            platform.accountManager.accessTokenRequested.subscribe { [weak self] _, args in
                self?.provideToken(args.request)
            }
            self.platform?.accountManager.accessTokenInvalidated.subscribe { [weak self] _, _ in
                self?.heard.append("token invalidated")
            }
            self.platform?.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe {
                [weak self] _, args in self?.registrationChanged(args.state)
            }
            platform.start()
            self.platform = platform
        }
    }

    /// The callbacks are left as empty as the sample leaves them.
    final class PrintedEmpty: GuideApp {
        override func provideToken(_ request: ConnectedDevicesAccessTokenRequest) {}
    }

    @Test("Initializing the Connected Device Platforms, as printed: no handler for the end of the registration")
    func initializingAsPrinted() throws {
        let stage = GuideStage(PrintedInitializing.init)
        try Self.outliveRegistration(stage)
        #expect(stage.app?.heard.contains { $0.hasPrefix("registration") } == false)
        try stage.lab.expect(!stage.phone.shows("n1"))
        // Only its user's look brings it.
        try stage.lab.settle()
        try stage.lab.expect(stage.phone.shows("n1"))
    }

    @Test("Initializing the Connected Device Platforms, corrected: the registration is renewed in time")
    func initializing() throws {
        let stage = GuideStage(GuideApp.init)
        try Self.outliveRegistration(stage)
        #expect(stage.app?.heard.filter { $0 == "registration registered" }.count == 2)
        #expect(stage.app?.heard.contains("registration expiring") == true)
        #expect(stage.app?.platform?.warnings == [])
        try stage.lab.expect(stage.phone.shows("n1"))
    }

    private static func outliveRegistration(_ stage: GuideStage<some GuideApp>) throws {
        try stage.wait(.days(31))
        try stage.publish("n1")
        try stage.wait()
    }

    @Test("Initializing the Connected Device Platforms, with empty callbacks as printed: nothing ever starts")
    func initializingEmpty() throws {
        let stage = GuideStage(PrintedEmpty.init)
        try stage.publish("n1")
        try stage.wait(.hours(1))
        #expect(stage.app?.heard == [])
        #expect(stage.app?.platform?.accountManager.accounts == [])
        try stage.lab.expect(!stage.phone.shows("n1"))
    }

    // MARK: accessTokenInvalidated

    @Test("accessTokenInvalidated: an expired token is invalidated through the event and requested again once")
    func accessTokenInvalidated() throws {
        let stage = GuideStage(GuideApp.init)
        try stage.wait(.hours(2))
        #expect(stage.app?.heard.filter { $0.hasPrefix("token") } == ["token requested"])
        try stage.publish("n1")
        try stage.wait()
        #expect(
            stage.app?.heard.filter { $0.hasPrefix("token") } == [
                "token requested", "token invalidated", "token requested",
            ])
        try stage.lab.expect(stage.phone.shows("n1"))
    }

    // MARK: Adding the user account to the platform

    /// The account goes to a platform of its own, which nobody starts.
    final class PrintedAddingAccount: GuideApp {
        override func addAccount() {
            let platform = ConnectedDevicesPlatform(host: self.phone)
            let account = ConnectedDevicesAccount(accountId: "", type: .aad)
            platform.accountManager.addAccount(account) { [weak self] result, error in
                self?.heard.append("\(result.status), \(error.map { "\($0.code)" } ?? "no error")")
            }
        }
    }

    @Test("Adding the user account to the platform, as printed (S2): notStarted, and nothing arrives")
    func addingAccountAsPrinted() throws {
        let stage = GuideStage(PrintedAddingAccount.init)
        try stage.publish("n1")
        try stage.lab.settle()
        #expect(stage.app?.heard.first == "errorUnknown, notStarted")
        #expect(stage.app?.platform?.accountManager.accounts == [])
        try stage.lab.expect(stage.phone.list.isEmpty)
    }

    @Test("Adding the user account to the platform, corrected: the started platform has the account")
    func addingAccount() throws {
        let stage = GuideStage(GuideApp.init)
        try stage.publish("n1")
        try stage.lab.settle()
        let app = try #require(stage.app)
        #expect(app.heard.contains("account success"))
        #expect(app.platform?.accountManager.accounts == [app.account])
        try stage.lab.expect(stage.phone.shows("n1"))
    }

    // MARK: Subscribing to receive user's notifications

    /// Subscribes only when it is told to, so that the test can have this one request fail.
    class HeldBack: GuideApp {
        var isHeldBack = true
    }

    final class CorrectSubscribing: HeldBack {
        override func subscribe() { if !self.isHeldBack { super.subscribe() } }
    }

    /// Whether it could subscribe is nothing to it.
    final class PrintedSubscribing: HeldBack {
        var age = Age.current

        override func subscribe() {
            guard !self.isHeldBack, let platform = self.platform else { return }
            let scopes = [UserNotificationChannel.syncScope]
            switch self.age {
            case .current:
                let feed = try? UserDataFeed.getForAccount(
                    self.account, platform: platform, activitySourceHost: Self.host)
                feed?.subscribeToSyncScopes(scopes) { _, _ in try? feed?.startSync() }
            case .former:
                let feed = UserDataFeed.userDataFeedForAccount(
                    self.account, platform: platform, activitySourceHost: Self.host)
                feed?.addSyncScopes(scopes)
            }
        }
    }

    private static func subscribe<App: HeldBack>(_ stage: GuideStage<App>, losing requests: Int) throws {
        try stage.publish("n1")
        try stage.wait()
        stage.phone.loseRequests(requests)
        stage.run { app in
            app.isHeldBack = false
            app.subscribe()
        }
        try stage.wait(.minutes(1))
        try stage.publish("n2")
        try stage.wait()
    }

    private static func printedStage(_ age: Age) -> GuideStage<PrintedSubscribing> {
        GuideStage { phone in
            let app = PrintedSubscribing(phone)
            app.age = age
            return app
        }
    }

    @Test("Subscribing to receive user's notifications, as printed and without a fault", arguments: Age.allCases)
    func subscribingAsPrinted(age: Age) throws {
        let stage = Self.printedStage(age)
        try Self.subscribe(stage, losing: 0)
        try stage.lab.expect(stage.phone.shows("n1") && stage.phone.shows("n2"))
    }

    @Test(
        "Subscribing, as printed, when it fails (S3): the app relies on taps that never come", arguments: Age.allCases
    )
    func subscribingThatFails(age: Age) throws {
        let stage = Self.printedStage(age)
        try Self.subscribe(stage, losing: 1)
        // The names of 0.x subscribe and sync in one, so that not even the first read takes place.
        #expect(stage.phone.shows("n1") == (age == .current))
        try stage.wait(.days(1))
        try stage.lab.expect(!stage.phone.shows("n2"))
    }

    @Test("Subscribing to receive user's notifications, corrected: a failure is retried")
    func subscribing() throws {
        let stage = GuideStage(CorrectSubscribing.init)
        try Self.subscribe(stage, losing: 1)
        try stage.lab.expect(stage.phone.shows("n1") && stage.phone.shows("n2"))
    }
}
