import FeedContract

/// Which push service wakes the app, with the raw values of the original.
package enum ConnectedDevicesNotificationType: Int, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case wns = 1
    /// The forerunner of FCM, which takes its messages too.
    case gcm = 2
    case fcm = 3
    case apn = 4
    /// None; the app asks by itself.
    case polling = 5

    var channel: PushChannel.Kind? {
        switch self {
        case .unknown: nil
        case .wns: .wns
        case .gcm, .fcm: .fcm
        case .apn: .apns
        case .polling: .polling
        }
    }

    init(_ kind: PushChannel.Kind) {
        switch kind {
        case .wns: self = .wns
        case .fcm: self = .fcm
        case .apns: self = .apn
        case .polling: self = .polling
        case .web: self = .unknown
        }
    }
}

/// How the app can be woken.
package struct ConnectedDevicesNotificationRegistration: Hashable, Sendable {
    package var type: ConnectedDevicesNotificationType
    /// The address at the push service: for APNs the device token in hexadecimal digits.
    package var token: String
    /// The app's id on its platform, its bundle id on iOS.
    package var appId: String
    package var appDisplayName: String

    package init(
        type: ConnectedDevicesNotificationType = .unknown, token: String = "", appId: String = "",
        appDisplayName: String = ""
    ) {
        self.type = type
        self.token = token
        self.appId = appId
        self.appDisplayName = appDisplayName
    }
}

/// How long the registration of an account still holds, with the raw values of the original.
package enum ConnectedDevicesNotificationRegistrationState: Int, Hashable, Sendable, CaseIterable {
    case unregistered = 0
    case registered = 1
    case expiring = 2
    case expired = 3

    init(_ state: RegistrationState) {
        switch state {
        case .unregistered: self = .unregistered
        case .registered: self = .registered
        case .expiring: self = .expiring
        case .expired: self = .expired
        }
    }
}

/// What a registration came to, with the raw values of the original. Errors are passing; try again.
package enum ConnectedDevicesNotificationRegistrationStatus: Int, Hashable, Sendable, CaseIterable {
    case success = 0
    case errorNoNetwork = 1
    case errorWebFailure = 2
    case errorNoTokenRequestSubscriber = 3
    case errorTokenRequestFailed = 4
    case errorAccountNotFound = 5
    case errorUnknown = 6

    init(_ outcome: DeviceOutcome) {
        switch outcome {
        case .done: self = .success
        case .failed(.connection(.noNetwork)): self = .errorNoNetwork
        case .failed(.connection), .failed(.refused), .failed(.strangeAnswer): self = .errorWebFailure
        case .failed(.noTokenSubscriber): self = .errorNoTokenRequestSubscriber
        case .failed(.tokenFailed): self = .errorTokenRequestFailed
        case .failed(.accountNotFound): self = .errorAccountNotFound
        case .failed, .saved: self = .errorUnknown
        }
    }
}

/// What a registration came to.
package struct ConnectedDevicesNotificationRegistrationResult: Hashable, Sendable {
    package let status: ConnectedDevicesNotificationRegistrationStatus
}

/// A registration of an account is no longer what it was.
package struct ConnectedDevicesNotificationRegistrationStateChangedEventArgs: Hashable, Sendable {
    package let account: ConnectedDevicesAccount
    package let registration: ConnectedDevicesNotificationRegistration
    package let state: ConnectedDevicesNotificationRegistrationState
}
