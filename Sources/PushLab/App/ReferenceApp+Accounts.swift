import Basics
import ConnectedDevices

/// Who is signed in.
extension ReferenceApp {
    /// Who left is gone before another comes: the service must not hear of the two in the wrong order.
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
        // An app that was opened with nobody there has none yet.
        if self.idleTimer == 0 { self.rearm(&system) }
    }

    /// Nothing of the user's stays on the screen, and the service is told before the account goes.
    mutating func signedOut(_ system: inout AppSystem) {
        self.isSignedIn = false
        #if Mutants
            if mutated(.listStays) { self.feed = nil }
        #endif
        if let feed = self.feed.take() {
            for item in self.machine.everything(in: feed) { system.actions.append(.sdk(.hide(item.id))) }
        }
        self.clearTray(&system)
        #if Mutants
            if !mutated(.badgeStays) { self.updateBadge(&system) }
        #else
            self.updateBadge(&system)
        #endif
        // Whoever came behind somebody who is still leaving was never let in.
        if self.leaving == nil { self.remove(self.account, &system) }
    }

    mutating func remove(_ key: AccountKey, _ system: inout AppSystem) {
        self.leaving = key.type
        self.begin(.removal, &system) { .removeAccount($0, key) }
    }

    mutating func accessTokenCame(_ token: String?, _ system: inout AppSystem) {
        let key = AccountKey(self.account.id, self.leaving ?? self.account.type)
        self.run(token.map { .tokenProvided(key, system.names.intern($0)) } ?? .tokenRefused(key), &system)
        // Where there is a network the SDK does not ask again by itself for what its app could not give.
        guard token != nil else { return self.retryLater(&system) }
        // Whoever has the token and not yet the account may still fail for want of a network.
        if !self.waits(for: .account) { self.retries = 0 }
    }

    mutating func tokenIsWanted(for key: AccountKey, _ system: inout AppSystem) {
        if self.has(.t7), key.type != .msa { return }
        system.requestAccessToken()
    }

    /// The end of adding an account, whose user may have left meanwhile.
    mutating func accountIsThere(_ system: inout AppSystem) {
        self.retries = 0
        guard let type = self.leaving else { return self.open(&system) }
        self.remove(AccountKey(self.account.id, type), &system)
    }

    /// The end of removing an account. One that was still being added is removed when it is there.
    mutating func accountIsGone(_ system: inout AppSystem) {
        guard !self.waits(for: .account) else { return }
        self.leaving = nil
        if self.isSignedIn { self.signIn(&system) }
    }

    /// There is nobody to show anything of.
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
