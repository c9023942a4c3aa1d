/// The accounts that the SDK works for. They are kept across restarts.
public final class ConnectedDevicesAccountManager {
    /// Fires when a web call needs a token. Complete each request once.
    public let accessTokenRequested = Event<
        ConnectedDevicesAccountManager, ConnectedDevicesAccessTokenRequestedEventArgs
    >()
    /// Fires when the service refused a token, before another token is requested.
    public let accessTokenInvalidated = Event<
        ConnectedDevicesAccountManager, ConnectedDevicesAccessTokenInvalidatedEventArgs
    >()
    weak var platform: ConnectedDevicesPlatform?

    init() {}

    /// The accounts that were added, in this process or an earlier one.
    public var accounts: [ConnectedDevicesAccount] {
        guard let platform = self.platform else { return [] }
        return platform.machine.accountKeys.map(platform.account)
    }

    /// The accounts that were added. The reference pages use this name for ``accounts``.
    public var allAccounts: [ConnectedDevicesAccount] { self.accounts }

    /// Adds an account. Adding an existing account succeeds at once.
    ///
    /// This call may request a token before it completes. It fails while the same account is being removed.
    public func addAccount(
        _ account: ConnectedDevicesAccount,
        callback: @escaping (ConnectedDevicesAddAccountResult, ConnectedDevicesError?) -> Void
    ) {
        guard let platform = self.platform else { return }
        let key = platform.key(account)
        platform.call({ .addAccount($0, key) }) { outcome in
            callback(ConnectedDevicesAddAccountResult(status: .init(outcome)), outcome.unexpected)
        }
    }

    /// Removes an account. This removes its registration and subscriptions at the service, and all data that the device
    /// read for the account.
    ///
    /// An account that is still being added cannot be removed yet.
    public func removeAccount(
        _ account: ConnectedDevicesAccount,
        callback: @escaping (ConnectedDevicesRemoveAccountResult, ConnectedDevicesError?) -> Void
    ) {
        guard let platform = self.platform else { return }
        let key = platform.key(account)
        platform.call({ .removeAccount($0, key) }) { outcome in
            callback(ConnectedDevicesRemoveAccountResult(), outcome.error)
        }
    }

    func askForToken(_ key: AccountKey) {
        guard let platform = self.platform else { return }
        guard self.accessTokenRequested.isHeard else { return platform.run(.tokenUnavailable(key)) }
        let request = ConnectedDevicesAccessTokenRequest(platform, key)
        self.accessTokenRequested.raise(
            self, ConnectedDevicesAccessTokenRequestedEventArgs(request: request), through: platform)
    }

    func tokenInvalidated(_ key: AccountKey) {
        guard let platform = self.platform else { return }
        let args = ConnectedDevicesAccessTokenInvalidatedEventArgs(
            account: platform.account(key), scopes: key.type.scopes)
        self.accessTokenInvalidated.raise(self, args, through: platform)
    }
}

/// The result of adding an account.
public struct ConnectedDevicesAddAccountResult: Hashable, Sendable {
    /// The status: success, or the reason why the account was not added.
    public let status: ConnectedDevicesAccountAddedStatus
}

/// The result of removing an account. It has no members, as in the original.
public struct ConnectedDevicesRemoveAccountResult: Hashable, Sendable {}

/// The arguments of the event that fires when a web call needs a token.
public struct ConnectedDevicesAccessTokenRequestedEventArgs {
    /// The request to complete.
    public let request: ConnectedDevicesAccessTokenRequest
}

/// The arguments of the event that fires when the service refused a token.
public struct ConnectedDevicesAccessTokenInvalidatedEventArgs: Hashable, Sendable {
    /// The account of the token.
    public let account: ConnectedDevicesAccount
    /// The scopes that the next token must include.
    public let scopes: [String]
}

/// A request for a token. Complete it once, even when the app has no token.
public final class ConnectedDevicesAccessTokenRequest {
    /// The account that needs a token.
    public let account: ConnectedDevicesAccount
    /// The scopes that the token must include.
    public let scopes: [String]
    private weak var platform: ConnectedDevicesPlatform?

    init(_ platform: ConnectedDevicesPlatform, _ key: AccountKey) {
        self.account = platform.account(key)
        self.scopes = key.type.scopes
        self.platform = platform
    }

    /// Provides the token. An empty token means that there is no token.
    public func complete(withAccessToken token: String) {
        self.complete { platform, key in
            token.isEmpty ? .tokenRefused(key) : .tokenProvided(key, platform.intern(token))
        }
    }

    /// Reports that there is no token. The message is only for logs.
    public func complete(withErrorMessage message: String?) { self.complete { _, key in .tokenRefused(key) } }

    private func complete(_ event: (ConnectedDevicesPlatform, AccountKey) -> DeviceEvent) {
        // Later completions are ignored.
        guard let platform = self.platform else { return }
        self.platform = nil
        platform.run(event(platform, platform.key(self.account)))
    }
}

extension ConnectedDevicesAccountAddedStatus {
    init(_ outcome: DeviceOutcome) {
        switch outcome {
        case .done: self = .success
        case .failed(.connection(.noNetwork)): self = .errorNoNetwork
        case .failed(.connection), .failed(.refused), .failed(.strangeAnswer): self = .errorServiceFailed
        case .failed(.noTokenSubscriber): self = .errorNoTokenRequestSubscriber
        case .failed(.tokenFailed): self = .errorTokenRequestFailed
        case .failed, .saved: self = .errorUnknown
        }
    }
}

extension DeviceOutcome {
    /// The error for a failure that has no status. Such a failure is a mistake in the use of the SDK.
    var unexpected: ConnectedDevicesError? {
        switch self {
        case .failed(.notStarted), .failed(.shutDown), .failed(.accountBusy): self.error
        default: nil
        }
    }
}
