import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ShoulderTap
import Testing

@Suite("The names of 0.x, and later deprecated names")
struct FormerNameTests {
    let stage = Stage()

    @Test("the set-up of the older how-to guide, as printed")
    func howTo() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        self.stage.publish("n1")
        let accounts = phone.platform.accountProvider.getUserAccounts()
        let feed = try #require(
            UserDataFeed.userDataFeedForAccount(
                accounts[0], platform: phone.platform, activitySourceHost: Stage.host))
        let scopes: [SyncScope] = [UserNotificationChannel.syncScope]
        feed.addSyncScopes(scopes)
        let channel = UserNotificationChannel.userNotificationChannelWithUserDataFeed(feed)
        let reader = try #require(channel.createReader())
        var heard = 0
        let token = reader.addDataChangedListener { source in
            #expect(source === reader)
            heard += 1
        }
        self.stage.run()
        #expect(heard == 1)
        #expect(reader.batch(self.stage, maxSize: .max).map(\.notificationId) == ["n1"])
        reader.removeDataChangedListener(token)
        self.stage.publish("n2")
        self.stage.run()
        #expect(heard == 1)
    }

    @Test("without an account there is no feed")
    func noAccount() {
        let phone = StagePhone("phone", on: self.stage)
        phone.platform.start()
        let account: UserAccount = phone.account
        #expect(
            UserDataFeed.userDataFeedForAccount(
                account, platform: phone.platform, activitySourceHost: Stage.host) == nil)
    }

    @Test("a type with two names in the published pages has both")
    func twoNames() throws {
        let phone = StagePhone("phone", on: self.stage)
        let channel = try phone.channel()
        let status: UserDataSyncStatus = try phone.feed().syncStatus
        let type: NotificationType = .apn
        var saved: UserNotificationUpdateStatus?
        self.stage.publish("n1")
        self.stage.run()
        try #require(channel.get("n1", self.stage)).save { result, _ in saved = result }
        self.stage.run()
        #expect(status.rawValue <= 1 && type.rawValue == 4 && saved?.succeeded == true)
    }

    @Test("Bool-valued subscribing and registering")
    func bools() throws {
        let phone = StagePhone("phone", on: self.stage)
        phone.setUp()
        var results: [Bool] = []
        phone.platform.notificationRegistrationManager.registerForAccount(
            phone.account, registration: phone.registration
        ) { success, _ in results.append(success) }
        phone.platform.notificationRegistrationManager.registerForAccount(
            .anonymousAccount, registration: phone.registration
        ) { success, _ in results.append(success) }
        let feed = try phone.feed()
        feed.subscribeToSyncScopes([UserNotificationChannel.syncScope]) { success, _ in results.append(success) }
        feed.subscribeToSyncScopes([]) { success, _ in results.append(success) }
        self.stage.run()
        #expect(results.count { $0 } == 2)
        #expect(results.count { !$0 } == 2)
    }

    @Test("receiveNotification and processNotification report at once whether a push is for the platform")
    func receive() throws {
        let phone = StagePhone("phone", on: self.stage)
        var operations: [ConnectedDevicesProcessNotificationOperation] = []
        var taken: [Bool] = []
        phone.onPush = { payload in
            taken.append(NotificationReceiver(platform: phone.platform).receiveNotification(payload))
            operations.append(phone.platform.processNotification(payload: payload))
        }
        _ = try phone.channel()
        self.stage.publish("n1")
        self.stage.run()
        phone.onPush?(Array(#"{"aps":{"alert":"own"}}"#.utf8))
        #expect(taken == [true, false])
        #expect(operations.map(\.connectedDevicesNotification) == [true, false])
        var completions = 0
        for operation in operations { operation.waitForCompletion { _ in completions += 1 } }
        #expect(completions == 0)
        self.stage.run()
        #expect(completions == 2)
    }

    @Test("an early call of waitForCompletion is answered in time")
    func waitEarly() throws {
        let phone = StagePhone("phone", on: self.stage)
        var completions = 0
        phone.onPush = { payload in
            phone.platform.processNotification(payload: payload).waitForCompletion { _ in completions += 1 }
        }
        _ = try phone.channel()
        self.stage.publish("n1")
        self.stage.run()
        #expect(completions == 1)
    }
}
