import ConnectedDevices

extension TranscriptionTests {
    private typealias Name = TranscribedName
    private typealias Platform = ConnectedDevicesPlatform
    private typealias Accounts = ConnectedDevicesAccountManager
    private typealias Registrations = ConnectedDevicesNotificationRegistrationManager

    static var platformSections: [TranscribedSection] {
        [
            TranscribedSection(heading: "Events", rows: Self.events),
            TranscribedSection(heading: "Platform", rows: Self.platform),
            TranscribedSection(heading: "Accounts", rows: Self.accounts),
            TranscribedSection(heading: "Access tokens", rows: Self.tokens),
            TranscribedSection(heading: "Registration", rows: Self.registration),
        ]
    }

    private static var events: [Name] {
        [
            Name(
                "MCDEvent subscribe:", "Event.subscribe(_:)", "PlatformTests.listeners",
                Event<UserDataFeed, UserDataFeedSyncStatusChangedEventArgs>.subscribe(_:)),
            Name(
                "MCDEventSubscription cancel", "EventSubscription.cancel()", "PlatformTests.cancelInFlight",
                EventSubscription.cancel),
        ]
    }

    private static var platform: [Name] {
        [
            Name(
                "MCDConnectedDevicesPlatform new", "ConnectedDevicesPlatform(host:settings:)",
                "PlatformTests.storagePath", Platform.init(host:settings:)),
            Name(
                "MCDConnectedDevicesPlatform platformWithSettings:", "ConnectedDevicesPlatform(host:settings:)",
                "PlatformTests.storagePath", Platform.init(host:settings:)),
            Name(
                "MCDConnectedDevicesPlatform initWithSettings:", "ConnectedDevicesPlatform(host:settings:)",
                "PlatformTests.storagePath", Platform.init(host:settings:)),
            Name(
                "MCDConnectedDevicesPlatformSettings storagePath", "ConnectedDevicesPlatformSettings.storagePath",
                "PlatformTests.storagePath", \ConnectedDevicesPlatformSettings.storagePath),
            Name(
                "MCDConnectedDevicesPlatform accountManager", "ConnectedDevicesPlatform.accountManager",
                "PlatformTests.accounts", \Platform.accountManager),
            Name(
                "MCDConnectedDevicesPlatform notificationRegistrationManager",
                "ConnectedDevicesPlatform.notificationRegistrationManager", "RegistrationTests.states",
                \Platform.notificationRegistrationManager),
            Name(
                "MCDConnectedDevicesPlatform start", "ConnectedDevicesPlatform.start()", "PlatformTests.order",
                Platform.start),
            Name(
                "MCDConnectedDevicesPlatform shutdownAsync:", "ConnectedDevicesPlatform.shutdown(completion:)",
                "PlatformTests.shutdown", Platform.shutdown(completion:)),
            Name(
                "MCDConnectedDevicesPlatform processNotificationAsync:completion:",
                "ConnectedDevicesPlatform.processNotification(_:completion:)", "FeedTests.completion",
                Platform.processNotification(_:completion:)),
        ]
    }

    private static var accounts: [Name] {
        [
            Name(
                "MCDConnectedDevicesAccount accountWithAccountId:type:", "ConnectedDevicesAccount(accountId:type:)",
                "PlatformTests.accounts", ConnectedDevicesAccount.init(accountId:type:)),
            Name(
                "MCDConnectedDevicesAccount initWithAccountId:type:", "ConnectedDevicesAccount(accountId:type:)",
                "PlatformTests.accounts", ConnectedDevicesAccount.init(accountId:type:)),
            Name(
                "MCDConnectedDevicesAccount accountId", "ConnectedDevicesAccount.accountId", "PlatformTests.accounts",
                \ConnectedDevicesAccount.accountId),
            Name(
                "MCDConnectedDevicesAccount type", "ConnectedDevicesAccount.type", "PlatformTests.accounts",
                \ConnectedDevicesAccount.type),
            Name(
                "MCDConnectedDevicesAccount anonymousAccount", "ConnectedDevicesAccount.anonymousAccount",
                "PlatformTests.accounts", ConnectedDevicesAccount.anonymousAccount),
            Name(
                "MCDConnectedDevicesAccountType", "ConnectedDevicesAccountType", "StatusTests.accountType",
                ConnectedDevicesAccountType.self),
            Name(
                "MCDConnectedDevicesAccountManager accounts", "ConnectedDevicesAccountManager.accounts",
                "PlatformTests.accounts", \Accounts.accounts),
            Name(
                "MCDConnectedDevicesAccountManager allAccounts", "ConnectedDevicesAccountManager.allAccounts",
                "PlatformTests.accounts", \Accounts.allAccounts),
            Name(
                "MCDConnectedDevicesAccountManager addAccountAsync:callback:",
                "ConnectedDevicesAccountManager.addAccount(_:callback:)", "PlatformTests.addTwice",
                Accounts.addAccount(_:callback:)),
            Name(
                "MCDConnectedDevicesAddAccountResult status", "ConnectedDevicesAddAccountResult.status",
                "PlatformTests.noToken", \ConnectedDevicesAddAccountResult.status),
            Name(
                "MCDConnectedDevicesAccountAddedStatus", "ConnectedDevicesAccountAddedStatus",
                "StatusTests.accountAdded", ConnectedDevicesAccountAddedStatus.self),
            Name(
                "MCDConnectedDevicesAccountManager removeAccountAsync:callback:",
                "ConnectedDevicesAccountManager.removeAccount(_:callback:)", "PlatformTests.remove",
                Accounts.removeAccount(_:callback:)),
            Name(
                "MCDConnectedDevicesRemoveAccountResult", "ConnectedDevicesRemoveAccountResult",
                "PlatformTests.remove", ConnectedDevicesRemoveAccountResult.self),
        ]
    }

    private static var tokens: [Name] {
        [
            Name(
                "MCDConnectedDevicesAccountManager accessTokenRequested",
                "ConnectedDevicesAccountManager.accessTokenRequested", "PlatformTests.scopes",
                \Accounts.accessTokenRequested),
            Name(
                "MCDConnectedDevicesAccessTokenRequestedEventArgs request",
                "ConnectedDevicesAccessTokenRequestedEventArgs.request", "PlatformTests.scopes",
                \ConnectedDevicesAccessTokenRequestedEventArgs.request),
            Name(
                "MCDConnectedDevicesAccessTokenRequest account", "ConnectedDevicesAccessTokenRequest.account",
                "PlatformTests.scopes", \ConnectedDevicesAccessTokenRequest.account),
            Name(
                "MCDConnectedDevicesAccessTokenRequest scopes", "ConnectedDevicesAccessTokenRequest.scopes",
                "PlatformTests.scopes", \ConnectedDevicesAccessTokenRequest.scopes),
            Name(
                "MCDConnectedDevicesAccessTokenRequest completeWithAccessToken:",
                "ConnectedDevicesAccessTokenRequest.complete(withAccessToken:)", "PlatformTests.completeTwice",
                ConnectedDevicesAccessTokenRequest.complete(withAccessToken:)),
            Name(
                "MCDConnectedDevicesAccessTokenRequest completeWithErrorMessage:",
                "ConnectedDevicesAccessTokenRequest.complete(withErrorMessage:)", "PlatformTests.completeTwice",
                ConnectedDevicesAccessTokenRequest.complete(withErrorMessage:)),
            Name(
                "MCDConnectedDevicesAccountManager accessTokenInvalidated",
                "ConnectedDevicesAccountManager.accessTokenInvalidated", "PlatformTests.invalidated",
                \Accounts.accessTokenInvalidated),
            Name(
                "MCDConnectedDevicesAccessTokenInvalidatedEventArgs account",
                "ConnectedDevicesAccessTokenInvalidatedEventArgs.account", "PlatformTests.invalidated",
                \ConnectedDevicesAccessTokenInvalidatedEventArgs.account),
            Name(
                "MCDConnectedDevicesAccessTokenInvalidatedEventArgs scopes",
                "ConnectedDevicesAccessTokenInvalidatedEventArgs.scopes", "PlatformTests.invalidated",
                \ConnectedDevicesAccessTokenInvalidatedEventArgs.scopes),
        ]
    }

    private static var registration: [Name] {
        [
            Name(
                "MCDConnectedDevicesNotificationRegistration new",
                "ConnectedDevicesNotificationRegistration(type:token:appId:appDisplayName:)",
                "RegistrationTests.types",
                ConnectedDevicesNotificationRegistration.init(type:token:appId:appDisplayName:)),
            Name(
                "MCDConnectedDevicesNotificationRegistration type", "ConnectedDevicesNotificationRegistration.type",
                "RegistrationTests.types", \ConnectedDevicesNotificationRegistration.type),
            Name(
                "MCDConnectedDevicesNotificationRegistration token", "ConnectedDevicesNotificationRegistration.token",
                "RegistrationTests.again", \ConnectedDevicesNotificationRegistration.token),
            Name(
                "MCDConnectedDevicesNotificationRegistration appId", "ConnectedDevicesNotificationRegistration.appId",
                "RegistrationTests.again", \ConnectedDevicesNotificationRegistration.appId),
            Name(
                "MCDConnectedDevicesNotificationRegistration appDisplayName",
                "ConnectedDevicesNotificationRegistration.appDisplayName", "RegistrationTests.expiredMeanwhile",
                \ConnectedDevicesNotificationRegistration.appDisplayName),
            Name(
                "MCDConnectedDevicesNotificationType", "ConnectedDevicesNotificationType",
                "StatusTests.notificationType", ConnectedDevicesNotificationType.self),
            Name(
                "MCDConnectedDevicesNotificationRegistrationManager registerAsync:registration:completion:",
                "ConnectedDevicesNotificationRegistrationManager.register(_:registration:completion:)",
                "RegistrationTests.again", Registrations.register(_:registration:completion:)),
            Name(
                "MCDConnectedDevicesNotificationRegistrationResult status",
                "ConnectedDevicesNotificationRegistrationResult.status", "RegistrationTests.faults",
                \ConnectedDevicesNotificationRegistrationResult.status),
            Name(
                "MCDConnectedDevicesNotificationRegistrationStatus",
                "ConnectedDevicesNotificationRegistrationStatus", "StatusTests.registrationStatus",
                ConnectedDevicesNotificationRegistrationStatus.self),
            Name(
                "MCDConnectedDevicesNotificationRegistrationManager getNotificationRegistrationStateForAccount:",
                "ConnectedDevicesNotificationRegistrationManager.getNotificationRegistrationState(forAccount:)",
                "RegistrationTests.states", Registrations.getNotificationRegistrationState(forAccount:)),
            Name(
                "MCDConnectedDevicesNotificationRegistrationState",
                "ConnectedDevicesNotificationRegistrationState", "StatusTests.registrationState",
                ConnectedDevicesNotificationRegistrationState.self),
            Name(
                "MCDConnectedDevicesNotificationRegistrationManager notificationRegistrationStateChanged",
                "ConnectedDevicesNotificationRegistrationManager.notificationRegistrationStateChanged",
                "RegistrationTests.states", \Registrations.notificationRegistrationStateChanged),
            Name(
                "MCDConnectedDevicesNotificationRegistrationManager registrationStateChanged",
                "ConnectedDevicesNotificationRegistrationManager.registrationStateChanged",
                "RegistrationTests.expiredMeanwhile", \Registrations.registrationStateChanged),
            Name(
                "MCDConnectedDevicesNotificationRegistrationStateChangedEventArgs account",
                "ConnectedDevicesNotificationRegistrationStateChangedEventArgs.account",
                "RegistrationTests.expiredMeanwhile",
                \ConnectedDevicesNotificationRegistrationStateChangedEventArgs.account),
            Name(
                "MCDConnectedDevicesNotificationRegistrationStateChangedEventArgs registration",
                "ConnectedDevicesNotificationRegistrationStateChangedEventArgs.registration",
                "RegistrationTests.expiredMeanwhile",
                \ConnectedDevicesNotificationRegistrationStateChangedEventArgs.registration),
            Name(
                "MCDConnectedDevicesNotificationRegistrationStateChangedEventArgs state",
                "ConnectedDevicesNotificationRegistrationStateChangedEventArgs.state", "RegistrationTests.states",
                \ConnectedDevicesNotificationRegistrationStateChangedEventArgs.state),
        ]
    }
}
