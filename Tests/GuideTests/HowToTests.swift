import ConnectedDevices
import PushLab
import Testing

/// The samples of the how-to guide of 0.x, in its own names and in those that followed.
@Suite("The how-to guide for 0.x")
struct HowToTests {
    // MARK: Initialize a Graph Notification channel

    final class PrintedChannel: GuideApp {
        var age = Age.former
        var statusField = ""

        override func setUp() { self.initializeChannel() }
        override func subscribe() {}

        // Done again whenever the app is looked at, as the guide has it.
        override func lookedAt() { self.initializeChannel() }

        func initializeChannel() {
            guard let platform = self.platform else { return }
            let accounts: [UserAccount] =
                switch self.age {
                case .former: platform.accountProvider.getUserAccounts()
                case .current: platform.accountManager.accounts
                }
            guard accounts.count > 0 else {
                self.phone.log("has nobody to receive notifications for")
                self.statusField = "sign in first"
                return
            }
            let scopes: [SyncScope] = [UserNotificationChannel.syncScope]
            switch self.age {
            case .former:
                let userDataFeed = UserDataFeed.userDataFeedForAccount(
                    accounts[0], platform: platform, activitySourceHost: Self.host)
                userDataFeed?.addSyncScopes(scopes)
                self.channel = userDataFeed.map(UserNotificationChannel.userNotificationChannelWithUserDataFeed)
            case .current:
                let userDataFeed = try? UserDataFeed.getForAccount(
                    accounts[0], platform: platform, activitySourceHost: Self.host)
                userDataFeed?.subscribeToSyncScopesWithResult(scopes) { result, _ in
                    if result?.status == .success { try? userDataFeed?.startSync() }
                }
                self.channel = userDataFeed.map { UserNotificationChannel(userDataFeed: $0) }
            }
        }
    }

    @Test(
        "Initialize a Graph Notification channel, as printed, at each launch: one subscription",
        arguments: Age.allCases)
    func channel(age: Age) throws {
        let stage = GuideStage { phone -> PrintedChannel in
            let app = PrintedChannel(phone)
            app.age = age
            return app
        }
        stage.run { $0.initializeChannel() }
        #expect(stage.app?.statusField == "sign in first")
        #expect(stage.app?.channel == nil)
        try stage.wait()
        for _ in 0..<3 {
            stage.phone.enterBackground()
            stage.phone.enterForeground()
            try stage.wait()
        }
        #expect(stage.count("asks subscribe") == 4)
        try stage.publish("n1")
        try stage.wait()
        #expect(stage.count("gets push") == 1)
        var found: UserNotification?
        stage.run { $0.channel?.getUserNotification("n1") { item, _ in found = item } }
        try stage.wait()
        #expect(found?.content == "content of n1")
    }

    // MARK: Receiving MCDUserNotifications

    /// Its two methods, done again at each look: the old listener is not cancelled, and the new reader begins anew.
    class PrintedReceiving: GuideApp {
        var age = Age.former
        /// Who holds on to readers that were replaced.
        var views: [UserNotificationReader] = []
        var hasViews = false
        var listeners: [() -> Void] = []
        var updates = 0

        override func setUp() { self.setup(with: self.account) }
        override func subscribe() {}
        override func lookedAt() { self.setup(with: self.account) }

        func setup(with account: UserAccount) {
            self.phone.after(.zero) { [self] in
                guard let platform = self.platform else { return }
                let scopes: [SyncScope] = [UserNotificationChannel.syncScope]
                switch self.age {
                case .former:
                    let dataFeed = UserDataFeed.userDataFeedForAccount(
                        account, platform: platform, activitySourceHost: Self.host)
                    dataFeed?.addSyncScopes(scopes)
                    self.channel = dataFeed.map(UserNotificationChannel.userNotificationChannelWithUserDataFeed)
                case .current:
                    let dataFeed = try? UserDataFeed.getForAccount(
                        account, platform: platform, activitySourceHost: Self.host)
                    dataFeed?.subscribeToSyncScopes(scopes) { success, _ in
                        if success { try? dataFeed?.startSync() }
                    }
                    self.channel = dataFeed.map { UserNotificationChannel(userDataFeed: $0) }
                }
                self.listen()
                self.forceRead()
            }
        }

        func listen() {
            self.reader = self.channel?.createReader()
            if self.hasViews, let reader = self.reader { self.views.append(reader) }
            weak let weakSelf = self
            self.readerToken =
                switch self.age {
                case .former: self.reader?.addDataChangedListener { _ in weakSelf?.forceRead() }
                case .current: self.reader?.dataChanged.subscribe { _, _ in weakSelf?.forceRead() }
                }
        }

        func forceRead() {
            self.reader?.readBatch(maxSize: .max) { notifications, error in
                if let error {
                    self.phone.log("cannot read: \(error.code)")
                } else {
                    for notification in notifications ?? [] { self.handleNotification(notification) }
                    for listener in self.listeners { listener() }
                }
            }
        }
    }

    /// Cancels the old listener, and goes on where its reader stood.
    final class CorrectReceiving: PrintedReceiving {
        override func listen() {
            self.readerToken?.cancel()
            let state = self.reader?.serializedState
            self.reader = state.flatMap { self.channel?.createReader(state: $0) } ?? self.channel?.createReader()
            if self.hasViews, let reader = self.reader { self.views.append(reader) }
            self.readerToken = self.reader?.addDataChangedListener { [weak self] _ in self?.forceRead() }
        }
    }

    /// Three looks, then one publication; how often the user was alerted and a listener of the app called by it.
    private static func lookThrice<App: PrintedReceiving>(
        _ age: Age, hasViews: Bool, _ make: @escaping (PlatformPhone) -> App
    ) throws -> (alerts: Int, updates: Int) {
        let stage = GuideStage { phone -> App in
            let app = make(phone)
            (app.age, app.hasViews) = (age, hasViews)
            app.listeners = [{ [weak app] in app?.updates += 1 }]
            return app
        }
        try stage.publish("n1")
        try stage.wait()
        for _ in 0..<3 {
            stage.phone.enterBackground()
            stage.phone.enterForeground()
            try stage.wait()
        }
        let before = try #require(stage.app).updates
        try stage.publish("n2")
        try stage.wait()
        try stage.lab.expect(stage.phone.shows("n1") && stage.phone.shows("n2"))
        return (stage.phone.alertCount, try #require(stage.app).updates - before)
    }

    @Test(
        "Receiving MCDUserNotifications, as printed (S6): each launch reads everything and alerts again",
        arguments: Age.allCases)
    func receivingAsPrinted(age: Age) throws {
        let (alerts, updates) = try Self.lookThrice(age, hasViews: false, PrintedReceiving.init)
        #expect(alerts == 5)
        // The readers that were replaced are gone, and their listeners with them.
        #expect(updates == 1)
    }

    @Test(
        "Receiving MCDUserNotifications, as printed (S6): a reader that is still referenced keeps calling",
        arguments: Age.allCases)
    func receivingWithViews(age: Age) throws {
        #expect(try Self.lookThrice(age, hasViews: true, PrintedReceiving.init).updates == 4)
    }

    @Test(
        "Receiving MCDUserNotifications, corrected: one alert for each notification, one call for each change",
        arguments: [true, false])
    func receiving(hasViews: Bool) throws {
        let (alerts, updates) = try Self.lookThrice(.former, hasViews: hasViews, CorrectReceiving.init)
        #expect(alerts == 2)
        #expect(updates == 1)
    }

    // MARK: Update the state of an existing MCDUserNotification

    /// The result goes into a log, and no further.
    final class PrintedUpdate: GuideApp {
        override func dismissNotification(_ notification: UserNotification) {
            notification.userActionState = .dismissed
            notification.save { [phone] result, error in
                let outcome = result?.succeeded ?? false
                phone.log("dismissed with result \(outcome) error \(error.map { "\($0.code)" } ?? "none")")
            }
        }
    }

    @Test("Update the state of an existing MCDUserNotification, as printed: dismissed everywhere")
    func updateAsPrinted() throws {
        let stage = GuideStage(PrintedUpdate.init)
        let tablet = stage.alice.device("tablet", on: .windows)
        try stage.publish("n1")
        try stage.lab.settle()
        try stage.phone.dismiss("n1")
        try stage.wait()
        #expect(stage.count("dismissed with result true error none") == 1)
        try stage.lab.expect(!stage.phone.shows("n1") && !tablet.shows("n1"))
    }

    @Test("Update the state of an existing MCDUserNotification, as printed, with no token (S4): logged and dropped")
    func updateThatFails() throws {
        let stage = GuideStage(PrintedUpdate.init)
        let tablet = stage.alice.device("tablet")
        try stage.publish("n1")
        try stage.lab.settle()
        try stage.wait(.seconds(7_200))
        stage.phone.refuseTokens()
        try stage.phone.dismiss("n1")
        try stage.wait()
        try stage.lab.settle()
        #expect(stage.count("dismissed with result false error tokenRequestFailed") == 1)
        try stage.lab.expect(stage.phone.shows("n1") && tablet.shows("n1"))
    }
}
