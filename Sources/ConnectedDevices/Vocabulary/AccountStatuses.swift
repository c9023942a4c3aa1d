/// Why an account could not be added, with the raw values of the original.
package enum ConnectedDevicesAccountAddedStatus: Int, Hashable, Sendable, CaseIterable {
    case success = 0
    case errorNoNetwork = 1
    case errorServiceFailed = 2
    case errorNoTokenRequestSubscriber = 3
    case errorTokenRequestFailed = 4
    case errorUnknown = 5
}

/// Who keeps the directory that an account is in.
package enum ConnectedDevicesAccountType: Int, Hashable, Sendable, CaseIterable {
    /// An organisation.
    case aad = 0
    /// A consumer's account.
    case msa = 1
    case anonymous = 2

    /// What an access token for such an account must allow.
    package var scopes: [String] {
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
