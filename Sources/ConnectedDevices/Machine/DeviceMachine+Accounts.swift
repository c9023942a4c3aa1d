import FeedContract

extension DeviceMachine {
    /// The accounts that are ready for calls.
    package var accountKeys: [AccountKey] {
        self.accounts.indices.compactMap { self.accounts[$0].phase == .ready ? self.accounts[$0].key : nil }
    }

    mutating func addAccount(_ key: AccountKey, _ call: CallNumber, _ actions: inout [DeviceAction]) {
        if let index = self.accounts.place(of: key) {
            switch self.accounts[index].phase {
            case .ready: return Self.complete(call, .done, &actions)
            case .removing: return Self.complete(call, .failed(.accountBusy), &actions)
            case .adding: break
            }
        } else {
            self.accounts.append(AccountRecord(key, .adding))
        }
        self.jobs.append(Job(.addAccount, key, call))
    }

    /// Completes the addition of an account, after a token and a connection were obtained.
    mutating func accountAdded(_ job: Job, _ actions: inout [DeviceAction]) {
        guard let index = self.accounts.place(of: job.account) else { return }
        if self.accounts[index].phase == .adding {
            self.accounts[index].phase = .ready
            actions.append(.store)
        }
        Self.complete(job.call, .done, &actions)
    }

    /// Removes the registration and the subscriptions at the service, if possible, then forgets the account.
    mutating func removeAccount(_ key: AccountKey, _ call: CallNumber, _ actions: inout [DeviceAction]) {
        guard let index = self.accounts.place(of: key), self.accounts[index].phase != .removing else {
            return Self.complete(call, .failed(.accountNotFound), &actions)
        }
        guard self.accounts[index].phase == .ready else {
            return Self.complete(call, .failed(.accountBusy), &actions)
        }
        self.accounts[index].phase = .removing
        for job in self.jobs where job.account == key { Self.complete(job.call, .failed(.accountNotFound), &actions) }
        self.jobs.removeAll { $0.account == key }
        var isRegistrationShared = false
        for index in self.feeds.indices where self.feeds[index].account == key {
            let feed = self.feeds[index]
            self.finish(of: feed.number, .failed(.accountNotFound), &actions) { _ in true }
            self.feeds[index].retryAt = nil
            self.feeds[index].lateReadAt = nil
            guard !feed.subscription.isNone else { continue }
            if let twin = self.twin(of: feed) {
                isRegistrationShared = isRegistrationShared || self.accounts[twin].mayBeRegistered
                continue
            }
            self.jobs.append(Job(.unsubscribe(host: feed.host, feed.subscription), key, call))
        }
        if self.accounts[index].mayBeRegistered, !isRegistrationShared {
            self.jobs.append(Job(.unregister, key, call))
            actions.append(.store)
        }
        self.removalGoesOn(Job(.unregister, key, call), &actions)
    }

    /// Returns the index of another account of the same user that is ready. The service sees one user per device, even
    /// if the device has several accounts.
    private func twin(of feed: FeedRecord) -> Int? {
        self.feeds.lazy.filter { $0.isTwin(of: feed) }.compactMap { self.accounts.place(of: $0.account) }
            .first { self.accounts[$0].phase == .ready }
    }

    /// Continues the removal of an account. Ends the removal when no job for the account is left.
    mutating func removalGoesOn(_ job: Job, _ actions: inout [DeviceAction]) {
        guard !self.jobs.contains(where: { $0.account == job.account }),
            let index = self.accounts.place(of: job.account)
        else {
            return
        }
        self.dropAccount(index, &actions)
        Self.complete(job.call, .done, &actions)
    }

    mutating func dropAccount(_ index: Int, _ actions: inout [DeviceAction]) {
        let key = self.accounts[index].key
        self.feeds.removeAll { $0.account == key }
        self.accounts.remove(at: index)
        actions.append(.store)
    }

    mutating func tokenProvided(_ key: AccountKey, _ token: Name) {
        guard let index = self.accounts.place(of: key), self.accounts[index].isAskingForToken else { return }
        self.accounts[index].isAskingForToken = false
        self.accounts[index].token = token
    }

    /// Handles the case that the app has no token.
    ///
    /// Without a network, an app cannot get a token. In this case, a missing token is not a refusal. The machine tries
    /// to connect to find out. It does so even if a connection seems open, because the connection may have broken while
    /// the device slept.
    mutating func tokenRefused(_ key: AccountKey, _ actions: inout [DeviceAction]) {
        guard let index = self.accounts.place(of: key), self.accounts[index].isAskingForToken else { return }
        self.accounts[index].isAskingForToken = false
        self.accounts[index].isTokenRefused = true
        // The refusal affects only jobs that wait now, not jobs that are added later.
        for place in self.jobs.indices where self.waitsForToken(place, of: key) {
            self.jobs[place].isTokenRefused = true
        }
        guard self.connection != .opening else { return }
        self.connection = .opening
        actions.append(.connect)
    }

    /// Fails the work that waits for a token of this account, because the app never provides tokens.
    mutating func tokenUnavailable(
        _ key: AccountKey, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard let index = self.accounts.place(of: key), self.accounts[index].isAskingForToken else { return }
        self.accounts[index].isAskingForToken = false
        self.fail(.noTokenSubscriber, context, &actions) { $0.waitsForToken($1, of: key) }
    }

    /// Handles a new connection. There is a network, so a missing token is a real refusal.
    mutating func connected(_ context: DeviceContext, _ actions: inout [DeviceAction]) {
        guard self.connection == .opening else { return }
        self.connection = .open
        // A failure may remove the account.
        while let index = self.accounts.firstIndex(where: \.isTokenRefused) {
            self.accounts[index].isTokenRefused = false
            let key = self.accounts[index].key
            self.fail(.tokenFailed, context, &actions) { $0.jobs[$1].account == key && $0.jobs[$1].isTokenRefused }
        }
    }

    /// Whether the job waits for a token, or waits for other work that waits for a token.
    ///
    /// A write that is already shown as done may wait as long as needed. The writes after such a write may wait as long
    /// as needed too.
    private func waitsForToken(_ index: Int, of key: AccountKey) -> Bool {
        let job = self.jobs[index]
        guard job.account == key, !job.isSent, !job.isHeld else { return false }
        guard job.lane == .writing else { return true }
        return !self.jobs[..<index].contains { $0.feed == job.feed && $0.lane == .writing && !$0.isTokenRefused }
    }
}

extension FeedRecord {
    /// Whether the two feeds have the same host and subscription, but different accounts. Then both accounts belong to
    /// the same user.
    func isTwin(of feed: FeedRecord) -> Bool {
        !feed.subscription.isNone && self.account != feed.account && self.host == feed.host
            && self.subscription == feed.subscription
    }
}
