import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import Testing

@Suite("The platform and its accounts (fact sheet 1.1 to 1.4)")
struct PlatformTests {
    let stage = Stage()

    private func add(_ phone: StagePhone, _ account: ConnectedDevicesAccount? = nil) -> [String] {
        var results: [String] = []
        phone.platform.accountManager.addAccount(account ?? phone.account) { result, error in
            results.append(error.map { "\($0.code)" } ?? "\(result.status)")
        }
        self.stage.run()
        return results
    }

    @Test("all listeners of an event get it, until they cancel")
    func listeners() throws {
        let phone = StagePhone("phone", on: self.stage)
        let reader = try #require(try phone.channel().createReader())
        var heard: [Int] = []
        let first = reader.dataChanged.subscribe { _, _ in heard.append(1) }
        reader.dataChanged.subscribe { _, _ in heard.append(2) }
        self.stage.publish("n1")
        self.stage.run()
        first.cancel()
        first.cancel()
        self.stage.publish("n2")
        self.stage.run()
        #expect(heard == [1, 2, 2])
    }

    /// Cancels what it listens to when it ends, as tidy objects do.
    private final class Manager {
        var subscriptions: [EventSubscription] = []

        deinit { for subscription in self.subscriptions { subscription.cancel() } }
    }

    @Test("a listener may hold the last reference to an object whose deinitializer cancels listeners")
    func cancelInTheEnd() throws {
        let phone = StagePhone("phone", on: self.stage)
        let reader = try #require(try phone.channel().createReader())
        var heard = 0
        var manager: Manager? = Manager()
        for _ in 0..<3 {
            let subscription = reader.dataChanged.subscribe { [manager] _, _ in
                heard += 1
                withExtendedLifetime(manager) {}
            }
            manager?.subscriptions.append(subscription)
        }
        let subscriptions = try #require(manager?.subscriptions)
        manager = nil
        self.stage.publish("n1")
        self.stage.run()
        for subscription in subscriptions { subscription.cancel() }
        self.stage.publish("n2")
        self.stage.run()
        #expect(heard == 3)
    }

    @Test("cancel stops new events, and queued events still arrive")
    func cancelInFlight() throws {
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        let reader = try #require(channel.createReader())
        var heard = 0
        var subscription: EventSubscription?
        subscription = reader.dataChanged.subscribe { _, _ in heard += 1 }
        channel.userDataFeed.syncStatusChanged.subscribe { feed, _ in
            // By now the dataChanged of the same sync is on its way.
            if feed.syncStatus == .synchronized { subscription?.cancel() }
        }
        self.stage.publish("n1")
        self.stage.run()
        self.stage.publish("n2")
        self.stage.run()
        #expect(heard == 1)
    }

    @Test("callbacks come one at a time, in order, and never inside a call of the app")
    func order() {
        let phone = StagePhone("phone", on: self.stage)
        phone.hookUpTokens()
        phone.platform.start()
        var depth = 0
        var order: [Int] = []
        for number in 1...3 {
            phone.platform.accountManager.addAccount(phone.account) { _, _ in
                depth += 1
                #expect(depth == 1)
                order.append(number)
                phone.platform.accountManager.addAccount(phone.account) { _, _ in order.append(10 * number) }
                depth -= 1
            }
            #expect(order.isEmpty)
        }
        self.stage.run()
        #expect(order == [1, 2, 3, 10, 20, 30])
    }

    @Test("any use before start fails with a named error")
    func beforeStart() throws {
        let phone = StagePhone("phone", on: self.stage)
        let platform = try #require(phone.platform)
        #expect(self.add(phone) == ["notStarted"])
        var codes: [ConnectedDevicesError.Code?] = []
        platform.accountManager.removeAccount(phone.account) { codes.append($1?.code) }
        platform.notificationRegistrationManager.register(phone.account, registration: phone.registration) {
            codes.append($1?.code)
        }
        let ofNoType = ConnectedDevicesNotificationRegistration()
        platform.notificationRegistrationManager.register(phone.account, registration: ofNoType) {
            codes.append($1?.code)
        }
        platform.shutdown { codes.append($0?.code) }
        let tap = try #require(
            ConnectedDevicesNotification.tryParse(rawNotification: #"{"activities":[{"id":"n1"}]}"#))
        platform.processNotification(tap) { codes.append($0?.code) }
        self.stage.run()
        #expect(codes == [.notStarted, .notStarted, .notStarted, .notStarted, .notStarted])
        #expect(throws: ConnectedDevicesError.self) { try phone.feed() }
        #expect(platform.accountManager.accounts == [])
        #expect(self.stage.requests == [])
    }

    @Test("handlers attached after start cause a warning, and so does a second start")
    func lateHandlers() throws {
        let phone = StagePhone("phone", on: self.stage)
        let platform = try #require(phone.platform)
        phone.hookUpTokens()
        platform.start()
        #expect(platform.warnings == [])
        platform.accountManager.accessTokenInvalidated.subscribe { _, _ in }
        platform.notificationRegistrationManager.registrationStateChanged.subscribe { _, _ in }
        platform.start()
        #expect(platform.warnings.count == 3)
        #expect(platform.warnings.last?.contains("start") == true)
    }

    @Test("after shutdown all calls fail, including open ones, and nothing fires")
    func shutdown() throws {
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        let reader = try #require(channel.createReader())
        var heard = 0
        reader.dataChanged.subscribe { _, _ in heard += 1 }
        self.stage.publish("n1")
        self.stage.run()
        let item = try #require(reader.batch(self.stage).first)
        item.readState = .read
        var codes: [ConnectedDevicesError.Code?] = []
        item.save { codes.append($1?.code) }
        phone.platform.shutdown { codes.append($0?.code) }
        self.stage.run()
        #expect(codes == [.shutDown, nil])
        #expect(item.readState == .unread)
        self.stage.publish("n2")
        self.stage.run()
        #expect(heard == 1)
        #expect(self.add(phone) == ["shutDown"])
        #expect(throws: ConnectedDevicesError.self) { try channel.userDataFeed.startSync() }
        #expect(phone.alarm == nil)
        phone.platform.start()
        #expect(phone.platform.warnings == ["The platform was shut down; make a new one."])
        #expect(self.add(phone) == ["shutDown"])
    }

    @Test("a damaged state, or one of a later version, is not used")
    func damagedState() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        phone.disk["ConnectedDevices"]?[9] ^= 1
        phone.restart()
        #expect(phone.platform.warnings.count == 1)
        phone.platform.start()
        #expect(phone.platform.accountManager.accounts == [])
    }

    @Test("an abandoned platform releases every listener, so that an app that holds it can end")
    func abandoned() throws {
        final class App {
            var platform: ConnectedDevicesPlatform?
            var reader: UserNotificationReader?
        }
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        weak var last: App?
        do {
            let app = App()
            last = app
            app.platform = phone.platform
            app.reader = channel.createReader()
            phone.platform.accountManager.accessTokenRequested.subscribe { _, _ in _ = app }
            phone.platform.accountManager.accessTokenInvalidated.subscribe { _, _ in _ = app }
            phone.platform.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe { _, _ in
                _ = app
            }
            channel.userDataFeed.syncStatusChanged.subscribe { _, _ in _ = app }
            app.reader?.dataChanged.subscribe { _, _ in _ = app }
        }
        #expect(last != nil)
        phone.platform.abandon()
        #expect(last == nil)
    }

    @Test("a pending callback may call back while it is released, and is not retained again")
    func lastWords() throws {
        final class App {
            var reader: UserNotificationReader?
            var platform: ConnectedDevicesPlatform?
            let tap = ConnectedDevicesNotification.tryParse(rawNotification: #"{"activities":[{"id":"n1"}]}"#)
            var isHeard = false
            func ask(holding last: LastWords?) {
                self.reader?.readBatch(maxSize: 0) { _, _ in withExtendedLifetime(last) { self.isHeard = true } }
                guard let tap else { return }
                self.platform?.processNotification(tap) { _ in withExtendedLifetime(last) { self.isHeard = true } }
            }
        }
        /// Asks for something more in its end.
        final class LastWords {
            let app: App
            init(_ app: App) { self.app = app }
            deinit { self.app.ask(holding: nil) }
        }
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        weak var last: App?
        do {
            let app = App()
            last = app
            (app.platform, app.reader) = (phone.platform, channel.createReader())
            app.ask(holding: LastWords(app))
        }
        #expect(last != nil)
        phone.platform.abandon()
        self.stage.run()
        #expect(last == nil)
    }

    @Test("settings name the place of the state")
    func storagePath() {
        let phone = StagePhone("phone", on: self.stage)
        let other = ConnectedDevicesPlatform(
            host: phone, settings: ConnectedDevicesPlatformSettings(storagePath: "elsewhere"))
        other.start()
        #expect(phone.disk.keys.sorted() == ["elsewhere"])
    }

    @Test("accounts are equal by id and type, and are kept over restarts")
    func accounts() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let other = ConnectedDevicesAccount(accountId: phone.account.accountId, type: .aad)
        #expect(other != phone.account)
        #expect(self.add(phone, other) == ["success"])
        #expect(self.add(phone, .anonymousAccount) == ["success"])
        phone.restart()
        #expect(phone.platform.accountManager.accounts == [phone.account, other, .anonymousAccount])
        #expect(phone.platform.accountManager.accounts.map(\.type) == [.msa, .aad, .anonymous])
        #expect(phone.platform.accountManager.allAccounts == phone.platform.accountManager.accounts)
    }

    @Test("addAccount requests a token with the scopes of the account's type before it completes")
    func scopes() throws {
        let phone = StagePhone("phone", on: self.stage)
        var asked: [[String]] = []
        phone.platform.accountManager.accessTokenRequested.subscribe { manager, args in
            #expect(manager === phone.platform.accountManager)
            asked.append(args.request.scopes)
            args.request.complete(withAccessToken: self.stage.token(for: "alice"))
        }
        phone.platform.start()
        #expect(self.add(phone) == ["success"])
        #expect(self.add(phone, ConnectedDevicesAccount(accountId: "b", type: .aad)) == ["success"])
        #expect(asked.map(\.count) == [5, 1])
        #expect(asked[0].contains("https://activity.windows.com/UserActivity.ReadWrite.CreatedByApp"))
        #expect(asked[1][0].hasPrefix("https://cdpcs.access.microsoft.com"))
    }

    @Test("adding a known account succeeds, and requests nothing")
    func addTwice() {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        #expect(self.add(phone) == ["success"])
        #expect(phone.platform.accountManager.accounts.count == 1)
    }

    @Test("without a subscriber: errorNoTokenRequestSubscriber; without a token: errorTokenRequestFailed")
    func noToken() {
        let deaf = StagePhone("deaf", on: self.stage)
        deaf.platform.start()
        #expect(self.add(deaf) == ["errorNoTokenRequestSubscriber"])
        let signedOut = StagePhone("signed out", on: self.stage)
        signedOut.hookUpTokens(nil)
        signedOut.platform.start()
        #expect(self.add(signedOut) == ["errorTokenRequestFailed"])
        #expect(signedOut.platform.accountManager.accounts == [])
    }

    @Test(
        "without a network: errorNoNetwork; without a trusted service: errorServiceFailed",
        arguments: [
            (ConnectionFault.noNetwork, "errorNoNetwork"), (.untrusted, "errorServiceFailed"),
            (.unreachable, "errorServiceFailed"), (.broken, "errorServiceFailed"), (.timedOut, "errorServiceFailed"),
        ])
    func noConnection(_ fault: ConnectionFault, _ status: String) {
        let phone = StagePhone("phone", on: self.stage)
        phone.hookUpTokens()
        phone.fault = fault
        phone.platform.start()
        #expect(self.add(phone) == [status])
        #expect(phone.platform.accountManager.accounts == [])
        phone.fault = nil
        #expect(self.add(phone) == ["success"])
    }

    @Test("a token request counts once if it is completed twice, and an empty token counts as none")
    func completeTwice() {
        let phone = StagePhone("phone", on: self.stage)
        phone.platform.accountManager.accessTokenRequested.subscribe { _, args in
            args.request.complete(withErrorMessage: nil)
            args.request.complete(withAccessToken: self.stage.token(for: "alice"))
        }
        phone.platform.start()
        #expect(self.add(phone) == ["errorTokenRequestFailed"])
        let other = StagePhone("other", on: self.stage)
        other.platform.accountManager.accessTokenRequested.subscribe { $1.request.complete(withAccessToken: "") }
        other.platform.start()
        #expect(self.add(other) == ["errorTokenRequestFailed"])
    }

    @Test("a request that is never completed leaves the caller waiting, and a late completion ends it")
    func neverCompleted() {
        let phone = StagePhone("phone", on: self.stage)
        var request: ConnectedDevicesAccessTokenRequest?
        phone.platform.accountManager.accessTokenRequested.subscribe { request = $1.request }
        phone.platform.start()
        var results: [ConnectedDevicesAccountAddedStatus] = []
        phone.platform.accountManager.addAccount(phone.account) { result, _ in results.append(result.status) }
        self.stage.run()
        #expect(results == [])
        request?.complete(withAccessToken: self.stage.token(for: "alice"))
        self.stage.run()
        #expect(results == [.success])
        #expect(request?.account == phone.account)
    }

    @Test("a refused token is invalidated through the event and requested again once")
    func invalidated() throws {
        let phone = StagePhone("phone", on: self.stage)
        let (platform, stage) = (try #require(phone.platform), self.stage)
        var asked = 0
        platform.accountManager.accessTokenRequested.subscribe {
            asked += 1
            $1.request.complete(withAccessToken: asked < 3 ? "stale-\(asked)" : stage.token(for: "alice"))
        }
        var invalidated: [ConnectedDevicesAccount] = []
        platform.accountManager.accessTokenInvalidated.subscribe {
            invalidated.append($1.account)
            #expect($1.scopes.count == 5)
        }
        platform.start()
        #expect(self.add(phone) == ["success"])
        var results: [ConnectedDevicesNotificationRegistrationStatus] = []
        func register() {
            platform.notificationRegistrationManager.register(phone.account, registration: phone.registration) {
                result, _ in results.append(result.status)
            }
            self.stage.run()
        }
        register()
        #expect(results == [.errorTokenRequestFailed])
        #expect(asked == 2)
        #expect(invalidated == [phone.account, phone.account])
        register()
        #expect(results == [.errorTokenRequestFailed, .success])
        #expect(asked == 3)
    }

    @Test("removeAccount removes the registration and the subscription, then everything else")
    func remove() throws {
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        let reader = try #require(channel.createReader())
        var results = 0
        phone.platform.accountManager.removeAccount(phone.account) {
            (_: ConnectedDevicesRemoveAccountResult, error) in
            #expect(error == nil)
            results += 1
        }
        self.stage.run()
        #expect(results == 1)
        let last = self.stage.requests.suffix(2)
        #expect(last.contains { if case .unsubscribe = $0 { true } else { false } })
        #expect(last.contains { if case .unregister = $0 { true } else { false } })
        #expect(phone.platform.accountManager.accounts == [])
        var codes: [ConnectedDevicesError.Code?] = []
        reader.readBatch(maxSize: 0) { codes.append($1?.code) }
        channel.getUserNotification("n1") { codes.append($1?.code) }
        channel.deleteUserNotification("n1") { codes.append($1?.code) }
        channel.userDataFeed.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) {
            codes.append($1?.code)
        }
        phone.platform.accountManager.removeAccount(phone.account) { codes.append($1?.code) }
        self.stage.run()
        #expect(codes.count == 5)
        #expect(codes.contains(.readerClosed))
        #expect(codes.count { $0 == .accountNotFound } == 4)
        #expect(throws: ConnectedDevicesError.self) { try channel.userDataFeed.startSync() }
        #expect(channel.createReader() == nil)
    }
}
