import ConnectedDevices

/// The steps from the account to the subscription, repeated after a failure.
extension FacadeApp {
    /// Retries every missing step of the setup.
    func setUp() {
        guard self.isSignedIn else { return }
        guard self.feed != nil else {
            return self.platform.accountManager.accounts.contains(self.account) ? self.open() : self.signIn()
        }
        self.register()
        if !self.isSubscribed { self.subscribe() }
    }

    func open() {
        guard self.feed == nil, !self.isLeaving else { return }
        self.feed = try? UserDataFeed.getForAccount(
            self.account, platform: self.platform, activitySourceHost: self.phone.launch.host)
        self.feed?.syncStatusChanged.subscribe { [weak self] feed, _ in
            guard let self, feed.syncStatus == .synchronized else { return }
            self.isTidyDue = true
            self.read()
        }
        self.channel = self.feed.map { UserNotificationChannel(userDataFeed: $0) }
        self.makeReader()
        self.register()
        self.subscribe()
        self.sync()
    }

    func register(again: Bool = false) {
        let manager = self.platform.notificationRegistrationManager
        let state = manager.getNotificationRegistrationState(forAccount: self.account)
        guard let token = self.pushToken, self.feed != nil, !self.isRegistering,
            again || state != .registered || token != self.registeredToken
        else { return }
        self.isRegistering = true
        let registration = ConnectedDevicesNotificationRegistration(
            type: self.phone.notificationType, token: token, appId: self.phone.appId, appDisplayName: "Facade")
        manager.register(self.account, registration: registration) { [weak self] result, _ in
            guard let self else { return }
            self.isRegistering = false
            guard result.status == .success else { return self.retryLater() }
            self.registeredToken = token
            self.retries = 0
            if token != self.pushToken { self.register() }
            self.subscribe()
            self.sync()
        }
    }

    private var registeredToken: String? {
        get { self.phone.stored("token").map { String(decoding: $0, as: UTF8.self) } }
        set { self.phone.store(Array((newValue ?? "").utf8), as: "token") }
    }

    func subscribe() {
        guard let feed = self.feed, !self.isSubscribing else { return }
        self.isSubscribing = true
        feed.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) { [weak self] result, _ in
            guard let self else { return }
            self.isSubscribing = false
            guard self.feed === feed else { return self.feed == nil ? () : self.subscribe() }
            guard let subscription = result?.subscription else { return self.retryLater() }
            self.isSubscribed = true
            self.phone.tellServer(subscription.userNotificationSubscriptionId)
            self.sync()
        }
    }

    func sync() { try? self.feed?.startSync() }

    /// Schedules another attempt, because errors of these calls are temporary.
    func retryLater() {
        guard !self.isRetryDue else { return }
        self.isRetryDue = true
        let delay = min(10 << min(self.retries, 20), 3_600)
        self.retries += 1
        self.phone.after(.seconds(delay)) { [weak self] in
            self?.isRetryDue = false
            self?.setUp()
        }
    }

    func makeReader() {
        // Each reader starts again at the beginning. If the app knows the publication of a notification, that
        // notification has alerted before.
        self.reader = self.channel?.createReader()
        self.reader?.dataChanged.subscribe { [weak self] _, _ in self?.read() }
        self.read()
    }
}
