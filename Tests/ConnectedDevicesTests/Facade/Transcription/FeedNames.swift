import ConnectedDevices

extension TranscriptionTests {
    private typealias Name = TranscribedName

    static var feedSections: [TranscribedSection] {
        [
            TranscribedSection(heading: "Pushes", rows: Self.pushes),
            TranscribedSection(heading: "Feed", rows: Self.feed),
            TranscribedSection(heading: "Subscription", rows: Self.subscription),
            TranscribedSection(heading: "Scopes", rows: Self.scopes),
        ]
    }

    private static var pushes: [Name] {
        [
            Name(
                "MCDConnectedDevicesNotification tryParse:", "ConnectedDevicesNotification.tryParse(_:)",
                "FeedTests.tryParse", ConnectedDevicesNotification.tryParse(_:)),
            Name(
                "MCDConnectedDevicesNotification tryParse: (a map, on Android)",
                "ConnectedDevicesNotification.tryParse(dataMap:)", "FeedTests.tryParse",
                ConnectedDevicesNotification.tryParse(dataMap:)),
            Name(
                "MCDConnectedDevicesNotification tryParse: (a text, on Windows)",
                "ConnectedDevicesNotification.tryParse(rawNotification:)", "FeedTests.tryParse",
                ConnectedDevicesNotification.tryParse(rawNotification:)),
        ]
    }

    private static var feed: [Name] {
        [
            Name(
                "MCDUserDataFeed getForAccount:platform:activitySourceHost:",
                "UserDataFeed.getForAccount(_:platform:activitySourceHost:)", "FeedTests.sameInstance",
                UserDataFeed.getForAccount(_:platform:activitySourceHost:)),
            Name(
                "MCDUserDataFeed startSync", "UserDataFeed.startSync()", "FeedTests.trailing", UserDataFeed.startSync),
            Name(
                "MCDUserDataFeed syncStatus", "UserDataFeed.syncStatus", "FeedTests.status", \UserDataFeed.syncStatus),
            Name(
                "MCDUserDataFeedSyncStatus", "UserDataFeedSyncStatus", "StatusTests.syncStatus",
                UserDataFeedSyncStatus.self),
            Name(
                "MCDUserDataFeed syncStatusChanged", "UserDataFeed.syncStatusChanged", "FeedTests.status",
                \UserDataFeed.syncStatusChanged),
            Name(
                "MCDUserDataFeedSyncStatusChangedEventArgs", "UserDataFeedSyncStatusChangedEventArgs",
                "FeedTests.status", UserDataFeedSyncStatusChangedEventArgs.self),
            Name(
                "MCDUserDataFeed daysToSync", "UserDataFeed.daysToSync", "FeedTests.days", \UserDataFeed.daysToSync),
        ]
    }

    private static var subscription: [Name] {
        [
            Name(
                "MCDUserDataFeed subscribeToSyncScopesWithResultAsync:callback:",
                "UserDataFeed.subscribeToSyncScopesWithResult(_:callback:)", "FeedTests.unregisteredHost",
                UserDataFeed.subscribeToSyncScopesWithResult(_:callback:)),
            Name(
                "MCDUserDataFeedSubscribeResult status", "UserDataFeedSubscribeResult.status", "FeedTests.statuses",
                \UserDataFeedSubscribeResult.status),
            Name(
                "MCDUserDataFeedSubscribeResult subscription", "UserDataFeedSubscribeResult.subscription",
                "FeedTests.subscription", \UserDataFeedSubscribeResult.subscription),
            Name(
                "MCDUserDataFeedSubscribeStatus", "UserDataFeedSubscribeStatus", "StatusTests.subscribeStatus",
                UserDataFeedSubscribeStatus.self),
            Name(
                "MCDUserDataFeedSubscription userNotificationSubscriptionId",
                "UserDataFeedSubscription.userNotificationSubscriptionId", "FeedTests.subscription",
                \UserDataFeedSubscription.userNotificationSubscriptionId),
            Name(
                "MCDUserDataFeedSubscription expirationTime", "UserDataFeedSubscription.expirationTime",
                "FeedTests.subscription", \UserDataFeedSubscription.expirationTime),
            Name(
                "MCDUserDataFeedSubscription syncScopes", "UserDataFeedSubscription.syncScopes",
                "FeedTests.subscription", \UserDataFeedSubscription.syncScopes),
        ]
    }

    private static var scopes: [Name] {
        [
            Name(
                "MCDUserDataFeedSyncScope platform", "UserDataFeedSyncScope.platform", "FeedTests.scopes",
                \UserDataFeedSyncScope.platform),
            Name(
                "MCDUserDataFeedSyncScope syncScopeFlags", "UserDataFeedSyncScope.syncScopeFlags", "FeedTests.scopes",
                \UserDataFeedSyncScope.syncScopeFlags),
            Name(
                "MCDUserDataFeedSyncScope notificationType", "UserDataFeedSyncScope.notificationType",
                "FeedTests.scopes", \UserDataFeedSyncScope.notificationType),
            Name(
                "MCDUserDataFeedNotificationTypes notificationWithPayload",
                "UserDataFeedNotificationTypes.notificationWithPayload", "FeedTests.strings",
                UserDataFeedNotificationTypes.notificationWithPayload),
            Name(
                "MCDUserDataFeedNotificationTypes notificationOnly", "UserDataFeedNotificationTypes.notificationOnly",
                "FeedTests.strings", UserDataFeedNotificationTypes.notificationOnly),
            Name(
                "MCDUserDataFeedNotificationTypes noNotification", "UserDataFeedNotificationTypes.noNotification",
                "FeedTests.noNotification", UserDataFeedNotificationTypes.noNotification),
            Name(
                "MCDUserDataFeedPlatforms all", "UserDataFeedPlatforms.all", "FeedTests.strings",
                UserDataFeedPlatforms.all),
            Name(
                "MCDUserDataFeedPlatforms android", "UserDataFeedPlatforms.android", "FeedTests.strings",
                UserDataFeedPlatforms.android),
            Name(
                "MCDUserDataFeedPlatforms iOS", "UserDataFeedPlatforms.iOS", "FeedTests.strings",
                UserDataFeedPlatforms.iOS),
            Name(
                "MCDUserDataFeedPlatforms windowsUWP", "UserDataFeedPlatforms.windowsUWP", "FeedTests.strings",
                UserDataFeedPlatforms.windowsUWP),
            Name(
                "MCDUserDataFeedPlatforms windows32", "UserDataFeedPlatforms.windows32", "FeedTests.strings",
                UserDataFeedPlatforms.windows32),
            Name(
                "MCDUserDataFeedPlatforms linux", "UserDataFeedPlatforms.linux", "FeedTests.strings",
                UserDataFeedPlatforms.linux),
            Name(
                "MCDUserDataFeedSyncScopeFlags excludeAutoGenerated",
                "UserDataFeedSyncScopeFlags.excludeAutoGenerated", "FeedTests.strings",
                UserDataFeedSyncScopeFlags.excludeAutoGenerated),
            Name(
                "MCDUserDataFeedSyncScopeFlags includeWebActionable",
                "UserDataFeedSyncScopeFlags.includeWebActionable", "FeedTests.strings",
                UserDataFeedSyncScopeFlags.includeWebActionable),
        ]
    }
}
