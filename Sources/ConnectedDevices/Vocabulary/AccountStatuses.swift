/// The result of adding an account, with the raw values of the original.
public enum ConnectedDevicesAccountAddedStatus: Int, Hashable, Sendable, CaseIterable {
    /// The account was added.
    case success = 0
    /// The device is offline.
    case errorNoNetwork = 1
    /// The service could not be reached, or refused.
    case errorServiceFailed = 2
    /// No handler listens to `accessTokenRequested`.
    case errorNoTokenRequestSubscriber = 3
    /// The app provided no token.
    case errorTokenRequestFailed = 4
    /// Another failure.
    case errorUnknown = 5
}

/// The directory that an account is in.
public enum ConnectedDevicesAccountType: Int, Hashable, Sendable, CaseIterable {
    /// The directory of an organisation.
    case aad = 0
    /// The directory of consumer accounts.
    case msa = 1
    /// No directory: the app has no user.
    case anonymous = 2

    /// The scopes that an access token for such an account must cover.
    public var scopes: [String] {
        switch self {
        case .aad: ["https://cdpcs.access.microsoft.com/.default"]
        case .msa:
            [
                "wl.offline_access", "ccs.ReadWrite", "wns.connect", "asimovrome.telemetry",
                "https://activity.windows.com/UserActivity.ReadWrite.CreatedByApp",
            ]
        case .anonymous: []
        }
    }
}
