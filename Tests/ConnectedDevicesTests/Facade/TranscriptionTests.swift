import Basics
import ConnectedDevices
import FeedContract
import Testing

/// How the original's names are spelt here. Each row is used, so that a row without a symbol does not compile.
@Suite("The table from MCD names to ours")
struct TranscriptionTests {
    struct Row {
        let original: String
        let ours: String
        /// Touches the symbol; it need not run.
        let use: () -> Void

        init(_ original: String, _ ours: String, _ use: @escaping @autoclosure () -> Any?) {
            self.original = original
            self.ours = ours
            self.use = { _ = use() }
        }
    }

    @Test("every row names something, no original twice")
    func rows() throws {
        let stage = Stage()
        let phone = StagePhone("phone", on: stage)
        let channel = try phone.channel()
        let feed = channel.userDataFeed
        let reader = try #require(channel.createReader())
        stage.publish("n1")
        stage.run()
        let item = try #require(channel.get("n1", stage))
        let rows = Self.platformRows(phone) + Self.feedRows(feed, channel) + Self.notificationRows(reader, item)
        for row in rows { row.use() }
        stage.run()
        #expect(Set(rows.map(\.original)).count == rows.count)
        #expect(rows.count >= 60)
    }

    static func platformRows(_ phone: StagePhone) -> [Row] {
        let platform: ConnectedDevicesPlatform = phone.platform
        let (accounts, registrations) = (platform.accountManager, platform.notificationRegistrationManager)
        let account = ConnectedDevicesAccount(accountId: "other", type: .aad)
        return [
            Row("MCDEvent subscribe:", "Event.subscribe(_:)", accounts.accessTokenRequested.subscribe { _, _ in }),
            Row(
                "MCDEventSubscription cancel", "EventSubscription.cancel()",
                accounts.accessTokenInvalidated.subscribe { _, _ in }.cancel()),
            Row(
                "MCDConnectedDevicesPlatform platformWithSettings:", "ConnectedDevicesPlatform(host:settings:)",
                ConnectedDevicesPlatform(host: phone, settings: .init(storagePath: "other"))),
            Row("MCDConnectedDevicesPlatform accountManager", "ConnectedDevicesPlatform.accountManager", accounts),
            Row(
                "MCDConnectedDevicesPlatform notificationRegistrationManager",
                "ConnectedDevicesPlatform.notificationRegistrationManager", registrations),
            Row("MCDConnectedDevicesPlatform start", "ConnectedDevicesPlatform.start()", platform.start()),
            Row(
                "MCDConnectedDevicesPlatform processNotification:",
                "ConnectedDevicesPlatform.processNotification(payload:)", platform.processNotification(payload: [])),
            Row(
                "MCDConnectedDevicesPlatform processNotificationAsync:completion:",
                "ConnectedDevicesPlatform.processNotification(_:completion:)",
                ConnectedDevicesNotification.tryParse([]).map { platform.processNotification($0) }),
            Row(
                "MCDConnectedDevicesNotification tryParse:", "ConnectedDevicesNotification.tryParse(_:)",
                ConnectedDevicesNotification.tryParse([])),
            Row(
                "MCDConnectedDevicesProcessNotificationOperation connectedDevicesNotification",
                "ConnectedDevicesProcessNotificationOperation.connectedDevicesNotification",
                platform.processNotification(payload: []).connectedDevicesNotification),
            Row(
                "MCDConnectedDevicesProcessNotificationOperation waitForCompletionAsync:",
                "ConnectedDevicesProcessNotificationOperation.waitForCompletion(_:)",
                platform.processNotification(payload: []).waitForCompletion { _ in }),
            Row(
                "MCDConnectedDevicesAccount accountWithAccountId:type:", "ConnectedDevicesAccount(accountId:type:)",
                account),
            Row("MCDConnectedDevicesAccount accountId", "ConnectedDevicesAccount.accountId", account.accountId),
            Row("MCDConnectedDevicesAccount type", "ConnectedDevicesAccount.type", account.type),
            Row(
                "MCDConnectedDevicesAccount anonymousAccount", "ConnectedDevicesAccount.anonymousAccount",
                ConnectedDevicesAccount.anonymousAccount),
            Row(
                "MCDConnectedDevicesAccountManager accounts", "ConnectedDevicesAccountManager.accounts",
                accounts.accounts),
            Row(
                "MCDConnectedDevicesAccountManager allAccounts", "ConnectedDevicesAccountManager.allAccounts",
                accounts.allAccounts),
            Row(
                "MCDConnectedDevicesAccountManager addAccountAsync:callback:",
                "ConnectedDevicesAccountManager.addAccount(_:callback:)",
                accounts.addAccount(account) { result, _ in _ = result.status }),
            Row(
                "MCDConnectedDevicesAccountManager removeAccountAsync:callback:",
                "ConnectedDevicesAccountManager.removeAccount(_:callback:)",
                accounts.removeAccount(account) { (_: ConnectedDevicesRemoveAccountResult, _) in }),
            Row(
                "MCDConnectedDevicesAccountManager accessTokenRequested",
                "ConnectedDevicesAccountManager.accessTokenRequested",
                accounts.accessTokenRequested.subscribe { _, args in _ = (args.request.account, args.request.scopes) }),
            Row(
                "MCDConnectedDevicesAccessTokenRequest completeWithAccessToken:",
                "ConnectedDevicesAccessTokenRequest.complete(withAccessToken:)",
                ConnectedDevicesAccessTokenRequest.complete(withAccessToken:)),
            Row(
                "MCDConnectedDevicesAccessTokenRequest completeWithErrorMessage:",
                "ConnectedDevicesAccessTokenRequest.complete(withErrorMessage:)",
                ConnectedDevicesAccessTokenRequest.complete(withErrorMessage:)),
            Row(
                "MCDConnectedDevicesAccountManager accessTokenInvalidated",
                "ConnectedDevicesAccountManager.accessTokenInvalidated",
                accounts.accessTokenInvalidated.subscribe { _, args in _ = (args.account, args.scopes) }),
            Row(
                "MCDConnectedDevicesNotificationRegistration", "ConnectedDevicesNotificationRegistration",
                ConnectedDevicesNotificationRegistration(type: .apn, token: "", appId: "", appDisplayName: "")),
            Row(
                "MCDConnectedDevicesNotificationRegistrationManager registerAsync:registration:completion:",
                "ConnectedDevicesNotificationRegistrationManager.register(_:registration:completion:)",
                registrations.register(account, registration: .init()) { result, _ in _ = result.status }),
            Row(
                "MCDConnectedDevicesNotificationRegistrationManager registerForAccountAsync:registration:callback:",
                "ConnectedDevicesNotificationRegistrationManager.registerForAccount(_:registration:callback:)",
                registrations.registerForAccount(account, registration: .init()) { (_: Bool, _) in }),
            Row(
                "MCDConnectedDevicesNotificationRegistrationManager getNotificationRegistrationStateForAccount:",
                "ConnectedDevicesNotificationRegistrationManager.getNotificationRegistrationState(forAccount:)",
                registrations.getNotificationRegistrationState(forAccount: account)),
            Row(
                "MCDConnectedDevicesNotificationRegistrationManager notificationRegistrationStateChanged",
                "ConnectedDevicesNotificationRegistrationManager.notificationRegistrationStateChanged",
                registrations.notificationRegistrationStateChanged.subscribe { _, args in
                    _ = (args.account, args.registration, args.state)
                }),
            Row(
                "MCDConnectedDevicesNotificationRegistrationManager registrationStateChanged",
                "ConnectedDevicesNotificationRegistrationManager.registrationStateChanged",
                registrations.registrationStateChanged),
            Row(
                "MCDUserAccountProvider getUserAccounts", "UserAccountProvider.getUserAccounts()",
                platform.accountProvider.getUserAccounts()),
            Row(
                "MCDNotificationReceiver receiveNotification:", "NotificationReceiver.receiveNotification(_:)",
                NotificationReceiver(platform: platform).receiveNotification([])),
        ]
    }

    static func feedRows(_ feed: UserDataFeed, _ channel: UserNotificationChannel) -> [Row] {
        let scopes = [UserNotificationChannel.syncScope]
        return [
            Row(
                "MCDUserDataFeed getForAccount:platform:activitySourceHost:",
                "UserDataFeed.getForAccount(_:platform:activitySourceHost:)",
                UserDataFeed.getForAccount(_:platform:activitySourceHost:)),
            Row(
                "MCDUserDataFeed userDataFeedForAccount:platform:activitySourceHost:",
                "UserDataFeed.userDataFeedForAccount(_:platform:activitySourceHost:)",
                UserDataFeed.userDataFeedForAccount(_:platform:activitySourceHost:)),
            Row(
                "MCDUserDataFeed subscribeToSyncScopesWithResultAsync:callback:",
                "UserDataFeed.subscribeToSyncScopesWithResult(_:callback:)",
                feed.subscribeToSyncScopesWithResult(scopes) { result, _ in
                    _ = result?.status
                    _ = result?.subscription?.userNotificationSubscriptionId
                    _ = (result?.subscription?.expirationTime, result?.subscription?.syncScopes)
                }),
            Row(
                "MCDUserDataFeed subscribeToSyncScopesAsync:callback:",
                "UserDataFeed.subscribeToSyncScopes(_:callback:)",
                feed.subscribeToSyncScopes(scopes) { (_: Bool, _) in }),
            Row("MCDUserDataFeed addSyncScopes:", "UserDataFeed.addSyncScopes(_:)", feed.addSyncScopes(scopes)),
            Row("MCDUserDataFeed startSync", "UserDataFeed.startSync()", try? feed.startSync()),
            Row("MCDUserDataFeed syncStatus", "UserDataFeed.syncStatus", feed.syncStatus),
            Row(
                "MCDUserDataFeed syncStatusChanged", "UserDataFeed.syncStatusChanged",
                feed.syncStatusChanged.subscribe { (_, _: UserDataFeedSyncStatusChangedEventArgs) in }),
            Row("MCDUserDataFeed daysToSync", "UserDataFeed.daysToSync", feed.daysToSync),
            Row("MCDUserDataFeedSyncScope platform", "UserDataFeedSyncScope.platform", scopes[0].platform),
            Row(
                "MCDUserDataFeedSyncScope syncScopeFlags", "UserDataFeedSyncScope.syncScopeFlags",
                scopes[0].syncScopeFlags),
            Row(
                "MCDUserDataFeedSyncScope notificationType", "UserDataFeedSyncScope.notificationType",
                scopes[0].notificationType),
            Row("MCDUserNotificationChannel syncScope", "UserNotificationChannel.syncScope", scopes),
            Row(
                "MCDUserNotificationChannel channelWithUserDataFeed:", "UserNotificationChannel(userDataFeed:)",
                UserNotificationChannel(userDataFeed: feed)),
            Row(
                "MCDUserNotificationChannel userNotificationChannelWithUserDataFeed:",
                "UserNotificationChannel.userNotificationChannelWithUserDataFeed(_:)",
                UserNotificationChannel.userNotificationChannelWithUserDataFeed(feed)),
            Row(
                "MCDUserNotificationChannel createReader", "UserNotificationChannel.createReader()",
                channel.createReader()),
            Row(
                "MCDUserNotificationChannel createReaderWithOptions:",
                "UserNotificationChannel.createReader(options:)", channel.createReader(options: .options)),
            Row(
                "MCDUserNotificationChannel createReaderWithState:", "UserNotificationChannel.createReader(state:)",
                channel.createReader(state: "")),
            Row(
                "MCDUserNotificationChannel getUserNotificationAsync:completion:",
                "UserNotificationChannel.getUserNotification(_:completion:)",
                channel.getUserNotification("n1") { _, _ in }),
            Row(
                "MCDUserNotificationChannel deleteUserNotificationAsync:completion:",
                "UserNotificationChannel.deleteUserNotification(_:completion:)",
                channel.deleteUserNotification("n1") { result, _ in
                    _ = (result?.notificationId, result?.succeeded)
                }),
        ]
    }

    static func notificationRows(_ reader: UserNotificationReader, _ item: UserNotification) -> [Row] {
        [
            Row(
                "MCDUserNotificationReader readBatchAsyncWithMaxSize:completion:",
                "UserNotificationReader.readBatch(maxSize:completion:)", reader.readBatch(maxSize: 100) { _, _ in }),
            Row(
                "MCDUserNotificationReader serializedState", "UserNotificationReader.serializedState",
                reader.serializedState),
            Row(
                "MCDUserNotificationReader dataChanged", "UserNotificationReader.dataChanged",
                reader.dataChanged.subscribe { (_, _: UserNotificationReaderDataChangedEventArgs) in }),
            Row(
                "MCDUserNotificationReader addDataChangedListener:",
                "UserNotificationReader.addDataChangedListener(_:)",
                reader.removeDataChangedListener(reader.addDataChangedListener { _ in })),
            Row("MCDUserNotification notificationId", "UserNotification.notificationId", item.notificationId),
            Row("MCDUserNotification groupId", "UserNotification.groupId", item.groupId),
            Row("MCDUserNotification content", "UserNotification.content", item.content),
            Row("MCDUserNotification priority", "UserNotification.priority", item.priority),
            Row("MCDUserNotification expirationTime", "UserNotification.expirationTime", item.expirationTime),
            Row("MCDUserNotification changeTime", "UserNotification.changeTime", item.changeTime),
            Row("MCDUserNotification status", "UserNotification.status", item.status),
            Row("MCDUserNotification readState", "UserNotification.readState", item.readState),
            Row("MCDUserNotification userActionState", "UserNotification.userActionState", item.userActionState),
            Row("MCDUserNotification saveAsync:", "UserNotification.save(completion:)", item.save()),
        ]
    }
}
