import FeedContract

/// The push service that wakes the app, with the raw values of the original.
public enum ConnectedDevicesNotificationType: Int, Hashable, Sendable, CaseIterable {
    /// No push service. A registration with this type fails.
    case unknown = 0
    /// Microsoft's push service.
    case wns = 1
    /// GCM, the predecessor of FCM. FCM also accepts the messages of GCM.
    case gcm = 2
    /// Google's push service.
    case fcm = 3
    /// Apple's push service.
    case apn = 4
    /// No push service: the app polls.
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

/// The channel through which the app is woken.
public struct ConnectedDevicesNotificationRegistration: Hashable, Sendable {
    /// The push service.
    public var type: ConnectedDevicesNotificationType
    /// The address at the push service: for APNs the device token in hexadecimal digits.
    public var token: String
    /// The app's id on its platform, its bundle id on iOS.
    public var appId: String
    /// The app's display name.
    public var appDisplayName: String

    /// Creates a registration with these values.
    public init(
        type: ConnectedDevicesNotificationType = .unknown, token: String = "", appId: String = "",
        appDisplayName: String = ""
    ) {
        self.type = type
        self.token = token
        self.appId = appId
        self.appDisplayName = appDisplayName
    }
}

/// The state of an account's registration, with the raw values of the original.
public enum ConnectedDevicesNotificationRegistrationState: Int, Hashable, Sendable, CaseIterable {
    /// Never registered.
    case unregistered = 0
    /// Registered.
    case registered = 1
    /// The registration ends soon: register again.
    case expiring = 2
    /// The registration has ended: register again.
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

/// The result of a registration, with the raw values of the original. Errors are temporary, so retry.
public enum ConnectedDevicesNotificationRegistrationStatus: Int, Hashable, Sendable, CaseIterable {
    /// The app can be woken.
    case success = 0
    /// The device is offline.
    case errorNoNetwork = 1
    /// The service could not be reached, or it refused the request.
    case errorWebFailure = 2
    /// No handler listens to `accessTokenRequested`.
    case errorNoTokenRequestSubscriber = 3
    /// The app provided no token.
    case errorTokenRequestFailed = 4
    /// The account was not added.
    case errorAccountNotFound = 5
    /// Another failure.
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

/// The result of a registration.
public struct ConnectedDevicesNotificationRegistrationResult: Hashable, Sendable {
    /// The status: success, or the reason why the app cannot be woken.
    public let status: ConnectedDevicesNotificationRegistrationStatus
}

/// The arguments of the event that fires when an account's registration has changed.
public struct ConnectedDevicesNotificationRegistrationStateChangedEventArgs: Hashable, Sendable {
    /// The account.
    public let account: ConnectedDevicesAccount
    /// The latest registration.
    public let registration: ConnectedDevicesNotificationRegistration
    /// The new state of the registration.
    public let state: ConnectedDevicesNotificationRegistrationState
}
