import ConnectedDevices

/// Signing in and out.
extension ReferenceApp {
    /// Adds the account of the user.
    ///
    /// A previous account is removed first, because the service must get the removal and the addition in the right
    /// order.
    mutating func signIn(_ system: inout AppSystem) {
        guard self.leaving == nil, !self.waits(for: .account) else { return }
        let key = self.account
        if self.has(.s2) { return self.signInElsewhere(&system) }
        self.begin(.account, &system) { .addAccount($0, key) }
    }

    mutating func signedIn(_ account: LabAccount, _ system: inout AppSystem) {
        self.account.type = ConnectedDevicesAccountType(account)
        self.isSignedIn = true
        self.signIn(&system)
        // An app that was opened without a user has no idle timer yet.
        if self.idleTimer == 0 { self.rearm(&system) }
    }

    /// Removes everything of the user from the screen.
    ///
    /// The service is informed before the account is removed.
    mutating func signedOut(_ system: inout AppSystem) {
        self.isSignedIn = false
        if let feed = self.feed.take() {
            for item in self.machine.everything(in: feed) { system.actions.append(.sdk(.hide(item.id))) }
        }
        self.clearTray(&system)
        self.updateBadge(&system)
        // If a previous account is still being removed, the current account was never added.
        if self.leaving == nil { self.remove(self.account, &system) }
    }

    mutating func remove(_ key: AccountKey, _ system: inout AppSystem) {
        self.leaving = key.type
        self.begin(.removal, &system) { .removeAccount($0, key) }
    }

    mutating func accessTokenCame(_ token: String?, _ system: inout AppSystem) {
        let key = AccountKey(self.account.id, self.leaving ?? self.account.type)
        self.run(token.map { .tokenProvided(key, system.names.intern($0)) } ?? .tokenRefused(key), &system)
        // If there is a network, the SDK does not ask again for a token that its app could not provide.
        guard token != nil else { return self.retryLater(&system) }
        // While the account is being added, this may still fail because there is no network, even if there is a token.
        if !self.waits(for: .account) { self.retries = 0 }
    }

    mutating func tokenIsWanted(for key: AccountKey, _ system: inout AppSystem) {
        if self.has(.t7), key.type != .msa { return }
        system.requestAccessToken()
    }

    /// Handles the end of adding an account. Its user may have signed out in the meantime.
    mutating func accountIsThere(_ system: inout AppSystem) {
        self.retries = 0
        guard let type = self.leaving else { return self.open(&system) }
        self.remove(AccountKey(self.account.id, type), &system)
    }

    /// Handles the end of removing an account.
    ///
    /// An account that is still being added is removed afterwards.
    mutating func accountIsGone(_ system: inout AppSystem) {
        guard !self.waits(for: .account) else { return }
        self.leaving = nil
        if self.isSignedIn { self.signIn(&system) }
    }

    /// Clears the tray when no user is signed in.
    mutating func nobodyIsThere(_ system: inout AppSystem) {
        if self.has(.t13) { return system.crash("the list of accounts is empty, and its first element was taken") }
        self.clearTray(&system)
    }
}

extension ConnectedDevicesAccountType {
    init(_ account: LabAccount) {
        switch account {
        case .personal: self = .msa
        case .work: self = .aad
        }
    }
}
