/// The accounts that the SDK works for. It keeps them over restarts.
package final class ConnectedDevicesAccountManager {
    /// Fires when a web call needs a token; each request wants one completion.
    package let accessTokenRequested = Event<
        ConnectedDevicesAccountManager, ConnectedDevicesAccessTokenRequestedEventArgs
    >()
    /// Fires when the service refused a token, before another one is asked for.
    package let accessTokenInvalidated = Event<
        ConnectedDevicesAccountManager, ConnectedDevicesAccessTokenInvalidatedEventArgs
    >()
    weak var platform: ConnectedDevicesPlatform?

    init() {}

    /// The accounts that were added, on this start or an earlier one.
    package var accounts: [ConnectedDevicesAccount] {
        guard let platform = self.platform else { return [] }
        return platform.machine.accountKeys.map(platform.account)
    }

    /// The same, as the reference pages spell it.
    package var allAccounts: [ConnectedDevicesAccount] { self.accounts }

    /// Adds an account; one that is there already is there. It may ask for a token before it completes, and waits for
    /// no removal of the same account: that fails.
    package func addAccount(
        _ account: ConnectedDevicesAccount,
        callback: @escaping (ConnectedDevicesAddAccountResult, ConnectedDevicesError?) -> Void
    ) {
        guard let platform = self.platform else { return }
        let key = platform.key(account)
        platform.call({ .addAccount($0, key) }) { outcome in
            callback(ConnectedDevicesAddAccountResult(status: .init(outcome)), outcome.unexpected)
        }
    }

    /// Takes back what the service knows of this device, then forgets the account and all that was read for it. One
    /// that is still being added cannot be removed yet.
    package func removeAccount(
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

/// What an account's adding came to.
package struct ConnectedDevicesAddAccountResult: Hashable, Sendable {
    package let status: ConnectedDevicesAccountAddedStatus
}

/// The end of an account; the original says nothing more either.
package struct ConnectedDevicesRemoveAccountResult: Hashable, Sendable {}

/// Somebody needs a token.
package struct ConnectedDevicesAccessTokenRequestedEventArgs {
    package let request: ConnectedDevicesAccessTokenRequest
}

/// A token was refused.
package struct ConnectedDevicesAccessTokenInvalidatedEventArgs: Hashable, Sendable {
    package let account: ConnectedDevicesAccount
    package let scopes: [String]
}

/// A wish for a token, to be completed once, also when there is none.
package final class ConnectedDevicesAccessTokenRequest {
    package let account: ConnectedDevicesAccount
    /// What the token must allow, all of it.
    package let scopes: [String]
    private weak var platform: ConnectedDevicesPlatform?

    init(_ platform: ConnectedDevicesPlatform, _ key: AccountKey) {
        self.account = platform.account(key)
        self.scopes = key.type.scopes
        self.platform = platform
    }

    package func complete(withAccessToken token: String) {
        self.complete { platform, key in
            token.isEmpty ? .tokenRefused(key) : .tokenProvided(key, platform.intern(token))
        }
    }

    /// The message is for a log; it changes nothing.
    package func complete(withErrorMessage message: String?) { self.complete { _, key in .tokenRefused(key) } }

    private func complete(_ event: (ConnectedDevicesPlatform, AccountKey) -> DeviceEvent) {
        // Only the first completion counts.
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
    /// What no status says: mistakes in the use of the SDK.
    var unexpected: ConnectedDevicesError? {
        switch self {
        case .failed(.notStarted), .failed(.shutDown), .failed(.accountBusy): self.error
        default: nil
        }
    }
}
