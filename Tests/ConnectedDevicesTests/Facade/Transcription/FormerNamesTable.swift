import ConnectedDevices

extension TranscriptionTests {
    private typealias Name = TranscribedName
    private typealias Operation = ConnectedDevicesProcessNotificationOperation

    static var formerSections: [TranscribedSection] {
        [
            TranscribedSection(heading: "Deprecated names", rows: Self.deprecated),
            TranscribedSection(heading: "Names of 0.x", rows: Self.former),
            TranscribedSection(heading: "Second spellings", rows: Self.spellings),
        ]
    }

    private static var deprecated: [Name] {
        [
            Name(
                "MCDConnectedDevicesPlatform processNotification:",
                "ConnectedDevicesPlatform.processNotification(payload:)", "FormerNameTests.receive",
                ConnectedDevicesPlatform.processNotification(payload:)),
            Name(
                "MCDConnectedDevicesProcessNotificationOperation connectedDevicesNotification",
                "ConnectedDevicesProcessNotificationOperation.connectedDevicesNotification",
                "FormerNameTests.receive", \Operation.connectedDevicesNotification),
            Name(
                "MCDConnectedDevicesProcessNotificationOperation waitForCompletionAsync:",
                "ConnectedDevicesProcessNotificationOperation.waitForCompletion(_:)", "FormerNameTests.waitEarly",
                Operation.waitForCompletion(_:)),
            Name(
                "MCDConnectedDevicesNotificationRegistrationManager registerForAccountAsync:registration:callback:",
                "ConnectedDevicesNotificationRegistrationManager.registerForAccount(_:registration:callback:)",
                "FormerNameTests.bools",
                ConnectedDevicesNotificationRegistrationManager.registerForAccount(_:registration:callback:)),
            Name(
                "MCDUserDataFeed subscribeToSyncScopesAsync:callback:",
                "UserDataFeed.subscribeToSyncScopes(_:callback:)", "FormerNameTests.bools",
                UserDataFeed.subscribeToSyncScopes(_:callback:)),
        ]
    }

    private static var former: [Name] {
        [
            Name("MCDUserAccount", "UserAccount", "FormerNameTests.noAccount", UserAccount.self),
            Name("MCDSyncScope", "SyncScope", "FormerNameTests.howTo", SyncScope.self),
            Name(
                "MCDUserAccountProvider getUserAccounts", "UserAccountProvider.getUserAccounts()",
                "FormerNameTests.howTo", UserAccountProvider.getUserAccounts),
            Name(
                "MCDUserDataFeed userDataFeedForAccount:platform:activitySourceHost:",
                "UserDataFeed.userDataFeedForAccount(_:platform:activitySourceHost:)", "FormerNameTests.howTo",
                UserDataFeed.userDataFeedForAccount(_:platform:activitySourceHost:)),
            Name(
                "MCDUserDataFeed addSyncScopes:", "UserDataFeed.addSyncScopes(_:)", "FormerNameTests.howTo",
                UserDataFeed.addSyncScopes(_:)),
            Name(
                "MCDUserNotificationChannel userNotificationChannelWithUserDataFeed:",
                "UserNotificationChannel.userNotificationChannelWithUserDataFeed(_:)", "FormerNameTests.howTo",
                UserNotificationChannel.userNotificationChannelWithUserDataFeed(_:)),
            Name(
                "MCDUserNotificationReader addDataChangedListener:",
                "UserNotificationReader.addDataChangedListener(_:)", "FormerNameTests.howTo",
                UserNotificationReader.addDataChangedListener(_:)),
            Name(
                "MCDUserNotificationReader removeDataChangedListener:",
                "UserNotificationReader.removeDataChangedListener(_:)", "FormerNameTests.howTo",
                UserNotificationReader.removeDataChangedListener(_:)),
            Name(
                "MCDNotificationReceiver receiveNotification:", "NotificationReceiver.receiveNotification(_:)",
                "FormerNameTests.receive", NotificationReceiver.receiveNotification(_:)),
        ]
    }

    /// Names that the published samples use in one place and the reference pages in another.
    private static var spellings: [Name] {
        [
            Name(
                "MCDUserNotificationUpdateStatus", "UserNotificationUpdateStatus", "FormerNameTests.twoNames",
                UserNotificationUpdateStatus.self),
            Name("MCDUserDataSyncStatus", "UserDataSyncStatus", "FormerNameTests.twoNames", UserDataSyncStatus.self),
            Name("MCDNotificationType", "NotificationType", "FormerNameTests.twoNames", NotificationType.self),
        ]
    }
}
