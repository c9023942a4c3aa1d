import ConnectedDevices
import Testing

@Suite("Every status has the raw value of the original")
struct StatusTests {
    private func table<Status: RawRepresentable & CaseIterable>(_: Status.Type) -> [String]
    where Status.RawValue == Int { Status.allCases.map { "\($0) \($0.rawValue)" } }

    @Test("MCDConnectedDevicesAccountType")
    func accountType() { #expect(self.table(ConnectedDevicesAccountType.self) == ["aad 0", "msa 1", "anonymous 2"]) }

    @Test("MCDConnectedDevicesAccountAddedStatus")
    func accountAdded() {
        #expect(
            self.table(ConnectedDevicesAccountAddedStatus.self) == [
                "success 0", "errorNoNetwork 1", "errorServiceFailed 2", "errorNoTokenRequestSubscriber 3",
                "errorTokenRequestFailed 4", "errorUnknown 5",
            ])
    }

    @Test("MCDConnectedDevicesNotificationType")
    func notificationType() {
        #expect(
            self.table(ConnectedDevicesNotificationType.self) == [
                "unknown 0", "wns 1", "gcm 2", "fcm 3", "apn 4", "polling 5",
            ])
    }

    @Test("MCDConnectedDevicesNotificationRegistrationState")
    func registrationState() {
        #expect(
            self.table(ConnectedDevicesNotificationRegistrationState.self) == [
                "unregistered 0", "registered 1", "expiring 2", "expired 3",
            ])
    }

    @Test("MCDConnectedDevicesNotificationRegistrationStatus")
    func registrationStatus() {
        #expect(
            self.table(ConnectedDevicesNotificationRegistrationStatus.self) == [
                "success 0", "errorNoNetwork 1", "errorWebFailure 2", "errorNoTokenRequestSubscriber 3",
                "errorTokenRequestFailed 4", "errorAccountNotFound 5", "errorUnknown 6",
            ])
    }

    @Test("MCDUserDataFeedSubscribeStatus, as decided in the design")
    func subscribeStatus() {
        #expect(
            self.table(UserDataFeedSubscribeStatus.self) == [
                "success 0", "errorNoNetwork 1", "errorWebFailure 2", "errorUnknown 3",
            ])
    }

    @Test("MCDUserDataFeedSyncStatus")
    func syncStatus() { #expect(self.table(UserDataFeedSyncStatus.self) == ["queued 0", "synchronized 1"]) }

    @Test("the options of MCDUserNotificationReader")
    func readerOptions() {
        #expect(self.table(UserNotificationReaderStartPosition.self) == ["beginning 0", "end 1"])
        #expect(self.table(UserNotificationStatusFilter.self) == ["any 0", "active 1", "deleted 2"])
        #expect(self.table(UserNotificationReadStateFilter.self) == ["any 0", "unread 1", "read 2"])
        #expect(
            self.table(UserNotificationUserActionStateFilter.self) == [
                "any 0", "noInteraction 1", "activated 2", "dismissed 3", "snoozed 4",
            ])
    }

    @Test("the states of MCDUserNotification")
    func states() {
        #expect(self.table(UserNotificationStatus.self) == ["active 0", "deleted 1"])
        #expect(self.table(UserNotificationReadState.self) == ["unread 0", "read 1"])
        #expect(
            self.table(UserNotificationUserActionState.self) == [
                "noInteraction 0", "activated 1", "dismissed 2", "snoozed 3",
            ])
        #expect(self.table(UserNotificationPriority.self) == ["none 0", "high 1", "low 2"])
    }
}
