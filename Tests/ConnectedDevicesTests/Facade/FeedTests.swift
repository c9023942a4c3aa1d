import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ShoulderTap
import Testing

@Suite("The user data feed (fact sheet 1.6)")
struct FeedTests {
    let stage = Stage()

    private func subscribe(
        _ feed: UserDataFeed, _ scopes: [UserDataFeedSyncScope] = [UserNotificationChannel.syncScope]
    ) -> UserDataFeedSubscribeResult? {
        var found: UserDataFeedSubscribeResult?
        feed.subscribeToSyncScopesWithResult(scopes) { result, _ in found = result }
        self.stage.run()
        return found
    }

    @Test("getForAccount returns the same instance for the same arguments")
    func sameInstance() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let feed = try phone.feed()
        #expect(try phone.feed() === feed)
        let other = try UserDataFeed.getForAccount(
            phone.account, platform: phone.platform, activitySourceHost: "fabrikam.com")
        #expect(other !== feed)
        #expect(feed.account == phone.account)
        #expect(feed.activitySourceHost == Stage.host)
    }

    @Test("no account: calls fail with accountNotFound")
    func noAccount() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.platform.start()
        do {
            _ = try phone.feed()
            Issue.record("there is no account, and yet a feed")
        } catch { #expect(error.code == .accountNotFound) }
    }

    @Test("subscribing returns the UNS id, its end and the scopes; again, it returns the same id with a later end")
    func subscription() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let feed = try phone.feed()
        let first = try #require(self.subscribe(feed))
        #expect(first.status == .success)
        let subscription = try #require(first.subscription)
        #expect(!subscription.userNotificationSubscriptionId.isEmpty)
        #expect(subscription.expirationTime == .microseconds((self.stage.now + .days(30)).microseconds))
        #expect(subscription.syncScopes == [UserNotificationChannel.syncScope])
        self.stage.wait(.hours(1))
        let second = try #require(self.subscribe(feed)?.subscription)
        #expect(second.userNotificationSubscriptionId == subscription.userNotificationSubscriptionId)
        #expect(second.expirationTime == subscription.expirationTime + .seconds(3_600))
    }

    private static let quiet = {
        var scope = UserNotificationChannel.syncScope
        scope.notificationType = UserDataFeedNotificationTypes.noNotification
        return scope
    }()

    @Test("noNotification: nothing is pushed, even after a renewal and in a new process; a sync gets the changes")
    func noNotification() throws {
        let phone = StagePhone("phone", on: self.stage)
        var pushes = 0
        phone.onPush = { _ in pushes += 1 }
        phone.setUp()
        #expect(self.subscribe(try phone.feed(), [Self.quiet])?.subscription?.syncScopes == [Self.quiet])
        for number in 1...3 {
            // Near its end, so that the sync renews what it finds.
            self.stage.wait(.days(29))
            let feed = try phone.feed()
            let reader = try #require(UserNotificationChannel(userDataFeed: feed).createReader())
            self.stage.publish("n\(number)")
            self.stage.run()
            #expect(pushes == 0 && reader.batch(self.stage).allSatisfy { $0.content != "raw of n\(number)" })
            try feed.startSync()
            self.stage.run()
            #expect(reader.batch(self.stage).contains { $0.content == "raw of n\(number)" })
            phone.restart()
            phone.hookUpTokens()
            phone.platform.start()
            self.stage.run()
        }
        let renewals = self.stage.requests.compactMap { if case .subscribe(let request) = $0 { request } else { nil } }
        #expect(renewals.count >= 3 && renewals.allSatisfy(\.isQuiet))
    }

    @Test(
        "one scope that wants notifications is enough, and requesting them again ends noNotification",
        arguments: [
            ([FeedTests.quiet], 0), ([FeedTests.quiet, FeedTests.quiet], 0),
            ([FeedTests.quiet, UserDataFeedSyncScope()], 0), ([FeedTests.quiet, UserNotificationChannel.syncScope], 1),
            ([UserNotificationChannel.syncScope], 1),
        ])
    func quietScopes(_ scopes: [UserDataFeedSyncScope], _ expected: Int) throws {
        let phone = StagePhone("phone", on: self.stage)
        var pushes = 0
        phone.onPush = { _ in pushes += 1 }
        phone.setUp()
        let feed = try phone.feed()
        let first = self.subscribe(feed, scopes)?.subscription
        self.stage.publish("n1")
        self.stage.run()
        #expect(pushes == expected)
        let second = self.subscribe(feed)?.subscription
        #expect(second?.userNotificationSubscriptionId == first?.userNotificationSubscriptionId)
        self.stage.publish("n2")
        self.stage.run()
        #expect(pushes == expected + 1)
    }

    @Test("a requested subscription counts as a renewal, so a sync requests none", arguments: [true, false])
    func renewalUnderWay(_ isQuiet: Bool) throws {
        let phone = StagePhone("phone", on: self.stage)
        var pushes = 0
        phone.onPush = { _ in pushes += 1 }
        phone.setUp()
        let (before, after) =
            isQuiet ? (UserNotificationChannel.syncScope, Self.quiet) : (Self.quiet, UserNotificationChannel.syncScope)
        _ = self.subscribe(try phone.feed(), [before])
        self.stage.wait(.days(29))
        let (feed, count) = (try phone.feed(), self.stage.requests.count)
        feed.subscribeToSyncScopesWithResult([after]) { _, _ in }
        try feed.startSync()
        self.stage.run()
        let asked = self.stage.requests[count...].compactMap {
            if case .subscribe(let request) = $0 { request.isQuiet } else { nil }
        }
        #expect(asked == [isQuiet])
        self.stage.publish("n1")
        self.stage.run()
        #expect(pushes == (isQuiet ? 0 : 1))
    }

    @Test("setting the channel up again at each foregrounding causes no second subscription, and one tap a change")
    func setUpAgain() throws {
        let phone = StagePhone("phone", on: self.stage)
        var pushes = 0
        phone.onPush = { _ in pushes += 1 }
        let channel = try phone.channel()
        for _ in 0..<3 {
            phone.platform.receive(.foreground)
            _ = self.subscribe(channel.userDataFeed)
            _ = UserNotificationChannel(userDataFeed: channel.userDataFeed)
        }
        self.stage.publish("n1")
        self.stage.run()
        #expect(pushes == 1)
    }

    @Test("an unregistered host: webFailure, and a sync is not retried automatically")
    func unregisteredHost() throws {
        let stage = Stage(directory: .listed([]))
        let phone = StagePhone("phone", on: stage)
        phone.setUp()
        let feed = try phone.feed()
        var statuses: [UserDataFeedSubscribeStatus?] = []
        feed.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) { result, error in
            #expect(error == nil)
            #expect(result?.subscription == nil)
            statuses.append(result?.status)
        }
        try feed.startSync()
        stage.run()
        #expect(statuses == [.errorWebFailure])
        #expect(feed.syncStatus == .queued)
        let count = stage.requests.count
        stage.wait(.hours(3))
        #expect(stage.requests.count == count)
    }

    @Test("subscribe statuses: no network, no scope of the app, no token")
    func statuses() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let feed = try phone.feed()
        #expect(self.subscribe(feed, [])?.status == .errorUnknown)
        #expect(self.subscribe(feed, [UserDataFeedSyncScope()])?.status == .errorUnknown)
        phone.fault = .noNetwork
        phone.platform.receive(.connectionFailed(.broken))
        #expect(self.subscribe(feed)?.status == .errorNoNetwork)
        phone.restart()
        phone.fault = nil
        phone.hookUpTokens(nil)
        phone.platform.start()
        #expect(self.subscribe(try phone.feed())?.status == .errorUnknown)
    }

    @Test("sync status changes from queued to synchronized, and reports it")
    func status() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let feed = try phone.feed()
        var heard: [UserDataFeedSyncStatus] = []
        feed.syncStatusChanged.subscribe { (feed, _: UserDataFeedSyncStatusChangedEventArgs) in
            heard.append(feed.syncStatus)
        }
        #expect(feed.syncStatus == .queued)
        try feed.startSync()
        self.stage.run()
        #expect(heard == [.synchronized])
        try feed.startSync()
        #expect(feed.syncStatus == .queued)
        self.stage.run()
        #expect(feed.syncStatus == .synchronized)
    }

    @Test("startSync while one is running coalesces into one trailing sync")
    func trailing() throws {
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        let before = self.stage.fetches
        for _ in 0..<5 { try channel.userDataFeed.startSync() }
        self.stage.run()
        #expect(self.stage.fetches == before + 2)
    }

    @Test("daysToSync: by default the service decides; a full read reaches back this many days")
    func days() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        self.stage.publish("old") { $0.expiration = self.stage.now + .days(30) }
        self.stage.wait(.days(5))
        self.stage.publish("new")
        let feed = try phone.feed()
        #expect(feed.daysToSync == 0)
        feed.daysToSync = 3
        #expect(feed.daysToSync == 3)
        try feed.startSync()
        self.stage.run()
        let reader = try #require(UserNotificationChannel(userDataFeed: feed).createReader())
        #expect(reader.batch(self.stage).map(\.notificationId) == ["new"])
        feed.daysToSync = 9
        phone.restart()
        phone.platform.start()
        #expect(try phone.feed().daysToSync == 9)
    }

    @Test("daysToSync does not expire cached notifications in a full read")
    func daysOfWhatIsHere() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        let feed = try phone.feed()
        feed.daysToSync = 3
        let reader = try #require(UserNotificationChannel(userDataFeed: feed).createReader())
        self.stage.publish("old") { $0.expiration = self.stage.now + .days(30) }
        try feed.startSync()
        self.stage.run()
        #expect(reader.batch(self.stage).map(\.notificationId) == ["old"])
        self.stage.wait(.days(5))
        self.stage.command(.invalidateCursors(FeedKey(host: Stage.host, user: "alice")))
        self.stage.publish("new")
        try feed.startSync()
        self.stage.run()
        #expect(reader.batch(self.stage).map(\.notificationId) == ["new"])
    }

    @Test("daysToSync holds for each page of a full read")
    func daysOfPages() throws {
        var limits = FeedLimits()
        limits.pageSize = 2
        let stage = Stage(limits)
        let phone = StagePhone("phone", on: stage)
        phone.setUp()
        for id in ["old1", "old2", "old3"] { stage.publish(id) { $0.expiration = stage.now + .days(30) } }
        stage.wait(.days(5))
        stage.publish("new")
        let feed = try phone.feed()
        feed.daysToSync = 3
        try feed.startSync()
        stage.run()
        let reader = try #require(UserNotificationChannel(userDataFeed: feed).createReader())
        #expect(reader.batch(stage).map(\.notificationId) == ["new"])
    }

    @Test("a scope has a platform, flags and a type of notification, all optional")
    func scopes() {
        var scope = UserNotificationChannel.syncScope
        #expect(scope.platform == nil)
        #expect(scope.syncScopeFlags == nil)
        #expect(scope.notificationType == nil)
        scope.platform = UserDataFeedPlatforms.iOS
        scope.syncScopeFlags = [UserDataFeedSyncScopeFlags.excludeAutoGenerated]
        scope.notificationType = UserDataFeedNotificationTypes.notificationOnly
        #expect(scope != UserNotificationChannel.syncScope)
    }

    @Test("the strings of scopes are distinct")
    func strings() {
        let platforms = [
            UserDataFeedPlatforms.all, UserDataFeedPlatforms.android, UserDataFeedPlatforms.iOS,
            UserDataFeedPlatforms.windowsUWP, UserDataFeedPlatforms.windows32, UserDataFeedPlatforms.linux,
        ]
        #expect(Set(platforms).count == 6)
        let types = [
            UserDataFeedNotificationTypes.notificationWithPayload, UserDataFeedNotificationTypes.notificationOnly,
            UserDataFeedNotificationTypes.noNotification,
        ]
        #expect(Set(types).count == 3)
        #expect(
            UserDataFeedSyncScopeFlags.excludeAutoGenerated != UserDataFeedSyncScopeFlags.includeWebActionable)
    }
}

@Suite("Pushes (fact sheet 1.2 and 1.10)")
struct PushTests {
    let stage = Stage()

    @Test("processNotification completes once, after the fetch, dataChanged and the reads it causes")
    func completion() throws {
        let phone = StagePhone("phone", on: self.stage)
        var heard: [String] = []
        phone.onPush = { payload in
            guard let tap = ConnectedDevicesNotification.tryParse(payload) else { return }
            phone.platform.processNotification(tap) { heard.append("completed \($0?.code as Any? ?? "well")") }
        }
        let reader = try #require(try phone.channel().createReader())
        reader.dataChanged.subscribe { reader, _ in
            heard.append("changed")
            reader.readBatch(maxSize: 0) { items, _ in heard += (items ?? []).map(\.notificationId) }
        }
        let before = self.stage.fetches
        self.stage.publish("n1")
        self.stage.run()
        #expect(heard == ["changed", "n1", "completed well"])
        #expect(self.stage.fetches == before + 1)
    }

    @Test("a tap with a head that is already reached causes no fetch, and completes")
    func reached() throws {
        let phone = StagePhone("phone", on: self.stage)
        var payloads: [[UInt8]] = []
        var completions = 0
        phone.onPush = { payload in
            payloads.append(payload)
            guard let tap = ConnectedDevicesNotification.tryParse(payload) else { return }
            phone.platform.processNotification(tap) { _ in completions += 1 }
        }
        _ = try phone.channel()
        self.stage.publish("n1")
        self.stage.run()
        let before = self.stage.fetches
        phone.onPush?(payloads[0])
        self.stage.run()
        #expect(self.stage.fetches == before)
        #expect(completions == 2)
    }

    @Test("a burst of taps causes at most one running and one trailing fetch, and completes each tap once")
    func burst() throws {
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        let before = self.stage.fetches
        var completions = 0
        phone.onPush = { payload in
            guard let tap = ConnectedDevicesNotification.tryParse(payload) else { return }
            phone.platform.processNotification(tap) { _ in completions += 1 }
        }
        for number in 0..<10 { self.stage.publish("n\(number)") }
        self.stage.run()
        #expect(completions == 10)
        #expect(self.stage.fetches - before <= 2)
        #expect(channel.createReader()?.batch(self.stage).count == 10)
    }

    @Test("a push for no feed of the device completes as soon as possible, without a fetch")
    func stranger() throws {
        let phone = StagePhone("phone", on: self.stage)
        _ = try phone.channel()
        let before = self.stage.requests.count
        let tap = try Tap(host: Stage.host, subscription: "somebody else", head: nil, activities: ["n1"])
        let payload = try #require(tap.payload)
        var errors: [ConnectedDevicesError?] = []
        phone.platform.processNotification(try #require(.tryParse(payload))) { errors.append($0) }
        #expect(errors.isEmpty)
        self.stage.run()
        #expect(errors == [nil])
        #expect(self.stage.requests.count == before)
    }

    @Test("the short form of WNS has no address, and so is for every feed")
    func shortForm() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.onPush = { _ in }
        let channel = try phone.channel()
        let other = try UserDataFeed.getForAccount(
            phone.account, platform: phone.platform, activitySourceHost: "fabrikam.com")
        self.stage.publish("n1")
        self.stage.run()
        let tap = try #require(
            ConnectedDevicesNotification.tryParse(rawNotification: #"{"activities":[{"id":"n1"}]}"#))
        var errors: [ConnectedDevicesError?] = []
        phone.platform.processNotification(tap) { errors.append($0) }
        self.stage.run()
        #expect(errors == [nil])
        #expect(other.syncStatus == .synchronized)
        #expect(channel.createReader()?.batch(self.stage).map(\.notificationId) == ["n1"])
    }

    @Test("a failed fetch completes with its reason, and is retried")
    func failure() throws {
        let phone = StagePhone("phone", on: self.stage)
        var errors: [ConnectedDevicesError.Code?] = []
        phone.onPush = { payload in
            guard let tap = ConnectedDevicesNotification.tryParse(payload) else { return }
            phone.platform.processNotification(tap) { errors.append($0?.code) }
        }
        let channel = try phone.channel()
        self.stage.script = [.refused(FeedRefusal(.unavailable, "Not now."))]
        self.stage.publish("n1")
        self.stage.run()
        #expect(errors == [.serviceFailed])
        self.stage.wait(.minutes(1))
        #expect(channel.createReader()?.batch(self.stage).map(\.notificationId) == ["n1"])
        #expect(errors.count == 1)
    }

    @Test("tryParse needs no platform, and returns nil for the app's own pushes")
    func tryParse() throws {
        let tap = try Tap(host: "h", subscription: "s", head: nil, activities: ["n1"])
        let payload = try #require(tap.payload)
        let found = ConnectedDevicesNotification(tap)
        #expect(ConnectedDevicesNotification.tryParse(payload) == found)
        #expect(ConnectedDevicesNotification.tryParse(dataMap: try #require(tap.dataMap)) == found)
        #expect(ConnectedDevicesNotification.tryParse(rawNotification: tap.rawNotification) == found)
        #expect(ConnectedDevicesNotification.tryParse(Array(#"{"aps":{"alert":"hi"}}"#.utf8)) == nil)
        #expect(ConnectedDevicesNotification.tryParse(dataMap: ["a": "b"]) == nil)
        #expect(ConnectedDevicesNotification.tryParse(rawNotification: "{}") == nil)
    }
}

@Suite("A push for several feeds")
struct SeveralFeedTests {
    @Test("it completes once, with the first failure, and no feed's fetch is forgotten")
    func failure() throws {
        let stage = Stage()
        let phone = StagePhone("phone", on: stage)
        phone.onPush = { _ in }
        let channel = try phone.channel()
        let other = try UserDataFeed.getForAccount(
            phone.account, platform: phone.platform, activitySourceHost: "fabrikam.com")
        let tap = try #require(
            ConnectedDevicesNotification.tryParse(rawNotification: #"{"activities":[{"id":"n1"}]}"#))
        var codes: [ConnectedDevicesError.Code?] = []
        phone.platform.processNotification(tap) { codes.append($0?.code) }
        // Both feeds are being fetched, so this one waits for the fetches after them.
        phone.platform.processNotification(tap) { codes.append($0?.code) }
        stage.script = [.refused(FeedRefusal(.notAuthorized, "Not this host."))]
        stage.publish("n1")
        stage.run()
        #expect(codes == [.serviceFailed, nil])
        #expect(other.syncStatus == .synchronized)
        #expect(channel.userDataFeed.syncStatus == .synchronized)
        #expect(channel.createReader()?.batch(stage).count == 1)
    }

    @Test("after a shutdown in the middle, it completes once")
    func shutDown() throws {
        let stage = Stage()
        let phone = StagePhone("phone", on: stage)
        let channel = try phone.channel()
        let other = try UserDataFeed.getForAccount(
            phone.account, platform: phone.platform, activitySourceHost: "fabrikam.com")
        let tap = try #require(
            ConnectedDevicesNotification.tryParse(rawNotification: #"{"activities":[{"id":"n1"}]}"#))
        var codes: [ConnectedDevicesError.Code?] = []
        phone.platform.processNotification(tap) { codes.append($0?.code) }
        phone.platform.shutdown()
        stage.run()
        #expect(codes == [.shutDown])
        #expect(channel.userDataFeed.activitySourceHost != other.activitySourceHost)
    }
}
