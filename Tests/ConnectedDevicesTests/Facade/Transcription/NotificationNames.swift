import ConnectedDevices

extension TranscriptionTests {
    private typealias Name = TranscribedName
    private typealias Channel = UserNotificationChannel
    private typealias Options = UserNotificationReaderOptions

    static var notificationSections: [TranscribedSection] {
        [
            TranscribedSection(heading: "Channel", rows: Self.channel),
            TranscribedSection(heading: "Reader options", rows: Self.options),
            TranscribedSection(heading: "Reader", rows: Self.reader),
            TranscribedSection(heading: "Notification", rows: Self.notification),
        ]
    }

    private static var channel: [Name] {
        [
            Name(
                "MCDUserNotificationChannel syncScope", "UserNotificationChannel.syncScope", "FeedTests.scopes",
                Channel.syncScope),
            Name(
                "MCDUserNotificationChannel channelWithUserDataFeed:", "UserNotificationChannel(userDataFeed:)",
                "FeedTests.setUpAgain", Channel.init(userDataFeed:)),
            Name(
                "MCDUserNotificationChannel initWithUserDataFeed:", "UserNotificationChannel(userDataFeed:)",
                "FeedTests.setUpAgain", Channel.init(userDataFeed:)),
            Name(
                "MCDUserNotificationChannel createReader", "UserNotificationChannel.createReader()",
                "ReaderTests.fresh", Channel.createReader as (Channel) -> () -> UserNotificationReader?),
            Name(
                "MCDUserNotificationChannel createReaderWithOptions:",
                "UserNotificationChannel.createReader(options:)", "ReaderTests.filters",
                Channel.createReader(options:)),
            Name(
                "MCDUserNotificationChannel createReaderWithState:", "UserNotificationChannel.createReader(state:)",
                "ReaderTests.savedState", Channel.createReader(state:)),
            Name(
                "MCDUserNotificationChannel getUserNotificationAsync:completion:",
                "UserNotificationChannel.getUserNotification(_:completion:)", "ReaderTests.missing",
                Channel.getUserNotification(_:completion:)),
            Name(
                "MCDUserNotificationChannel deleteUserNotificationAsync:completion:",
                "UserNotificationChannel.deleteUserNotification(_:completion:)", "NotificationTests.delete",
                Channel.deleteUserNotification(_:completion:)),
            Name(
                "MCDUserNotificationUpdateResult notificationId", "UserNotificationUpdateResult.notificationId",
                "NotificationTests.deleteUnknown", \UserNotificationUpdateResult.notificationId),
            Name(
                "MCDUserNotificationUpdateResult succeeded", "UserNotificationUpdateResult.succeeded",
                "NotificationTests.tooLate", \UserNotificationUpdateResult.succeeded),
        ]
    }

    private static var options: [Name] {
        [
            Name(
                "MCDUserNotificationReaderOptions options", "UserNotificationReaderOptions.options",
                "ReaderTests.end", Options.options),
            Name(
                "MCDUserNotificationReaderOptions startPosition", "UserNotificationReaderOptions.startPosition",
                "ReaderTests.end", \Options.startPosition),
            Name(
                "MCDUserNotificationReaderOptions statusFilter", "UserNotificationReaderOptions.statusFilter",
                "ReaderTests.filters", \Options.statusFilter),
            Name(
                "MCDUserNotificationReaderOptions readStateFilter", "UserNotificationReaderOptions.readStateFilter",
                "ReaderTests.filters", \Options.readStateFilter),
            Name(
                "MCDUserNotificationReaderOptions userActionStateFilter",
                "UserNotificationReaderOptions.userActionStateFilter", "ReaderTests.filters",
                \Options.userActionStateFilter),
            Name(
                "MCDUserNotificationReaderStartPosition", "UserNotificationReaderStartPosition",
                "StatusTests.readerOptions", UserNotificationReaderStartPosition.self),
            Name(
                "MCDUserNotificationStatusFilter", "UserNotificationStatusFilter", "StatusTests.readerOptions",
                UserNotificationStatusFilter.self),
            Name(
                "MCDUserNotificationReadStateFilter", "UserNotificationReadStateFilter", "StatusTests.readerOptions",
                UserNotificationReadStateFilter.self),
            Name(
                "MCDUserNotificationUserActionStateFilter", "UserNotificationUserActionStateFilter",
                "StatusTests.readerOptions", UserNotificationUserActionStateFilter.self),
        ]
    }

    private static var reader: [Name] {
        [
            Name(
                "MCDUserNotificationReader readBatchAsyncWithMaxSize:completion:",
                "UserNotificationReader.readBatch(maxSize:completion:)", "ReaderTests.batches",
                UserNotificationReader.readBatch(maxSize:completion:)),
            Name(
                "MCDUserNotificationReader serializedState", "UserNotificationReader.serializedState",
                "ReaderTests.savedState", \UserNotificationReader.serializedState),
            Name(
                "MCDUserNotificationReader dataChanged", "UserNotificationReader.dataChanged",
                "ReaderTests.dataChanged", \UserNotificationReader.dataChanged),
            Name(
                "MCDUserNotificationReaderDataChangedEventArgs", "UserNotificationReaderDataChangedEventArgs",
                "ReaderTests.dataChanged", UserNotificationReaderDataChangedEventArgs.self),
        ]
    }

    private static var notification: [Name] {
        [
            Name(
                "MCDUserNotification notificationId", "UserNotification.notificationId", "NotificationTests.members",
                \UserNotification.notificationId),
            Name(
                "MCDUserNotification groupId", "UserNotification.groupId", "NotificationTests.members",
                \UserNotification.groupId),
            Name(
                "MCDUserNotification content", "UserNotification.content", "NotificationTests.members",
                \UserNotification.content),
            Name(
                "MCDUserNotification priority", "UserNotification.priority", "NotificationTests.members",
                \UserNotification.priority),
            Name(
                "MCDUserNotification expirationTime", "UserNotification.expirationTime", "NotificationTests.members",
                \UserNotification.expirationTime),
            Name(
                "MCDUserNotification changeTime", "UserNotification.changeTime", "NotificationTests.members",
                \UserNotification.changeTime),
            Name(
                "MCDUserNotification status", "UserNotification.status", "NotificationTests.members",
                \UserNotification.status),
            Name(
                "MCDUserNotification readState", "UserNotification.readState", "NotificationTests.oneRequest",
                \UserNotification.readState),
            Name(
                "MCDUserNotification userActionState", "UserNotification.userActionState",
                "NotificationTests.oneRequest", \UserNotification.userActionState),
            Name(
                "MCDUserNotification saveAsync:", "UserNotification.save(completion:)", "NotificationTests.rollBack",
                UserNotification.save(completion:)),
            Name(
                "MCDUserNotificationStatus", "UserNotificationStatus", "StatusTests.states",
                UserNotificationStatus.self),
            Name(
                "MCDUserNotificationReadState", "UserNotificationReadState", "StatusTests.states",
                UserNotificationReadState.self),
            Name(
                "MCDUserNotificationUserActionState", "UserNotificationUserActionState", "StatusTests.states",
                UserNotificationUserActionState.self),
            Name(
                "MCDUserNotificationPriority", "UserNotificationPriority", "StatusTests.states",
                UserNotificationPriority.self),
        ]
    }
}
