import ConnectedDevices
import PushLab

/// What the guides mean: every step of theirs, each carried through. A test of a sample puts the sample in the place of
/// the step, as it is printed.
class GuideApp: PlatformCode {
    static let host = "contoso.com"
    static let appId = "com.contoso.app"

    let phone: PlatformPhone
    let account: ConnectedDevicesAccount
    var platform: ConnectedDevicesPlatform?
    var feed: UserDataFeed?
    var channel: UserNotificationChannel?
    var reader: UserNotificationReader?
    var readerToken: EventSubscription?
    /// What the app shows.
    var notifications: [UserNotification] = []
    var pushToken: String?
    /// Dismissals that the service has not heard of.
    var undone: [String] = []
    /// What callbacks said, for the test.
    var heard: [String] = []

    init(_ phone: PlatformPhone) {
        self.phone = phone
        self.account = ConnectedDevicesAccount(accountId: "\(phone.launch.user)-id", type: .msa)
    }

    func handle(_ event: AppEvent) {
        switch event {
        case .launched:
            self.initializePlatform()
            self.prepareAccount()
        case .pushToken(let token):
            self.pushToken = token
            self.register()
        case .push(let push): self.received(push)
        case .foreground: self.lookedAt()
        case .user(let act, let id): self.userActed(act, id)
        case .background, .timer, .answer, .accessToken, .signedIn, .signedOut: break
        }
    }

    // MARK: The platform and its account

    func initializePlatform() {
        let platform = ConnectedDevicesPlatform(host: self.phone)
        self.platform = platform
        platform.accountManager.accessTokenRequested.subscribe { [weak self] _, args in
            self?.provideToken(args.request)
        }
        platform.accountManager.accessTokenInvalidated.subscribe { [weak self] _, _ in
            self?.heard.append("token invalidated")
        }
        platform.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe { [weak self] _, args in
            self?.registrationChanged(args.state)
        }
        platform.start()
    }

    func provideToken(_ request: ConnectedDevicesAccessTokenRequest) {
        self.heard.append("token requested")
        self.phone.requestAccessToken { token in
            if let token {
                request.complete(withAccessToken: token)
            } else {
                request.complete(withErrorMessage: "The user's identity provider gives no token.")
            }
        }
    }

    func registrationChanged(_ state: ConnectedDevicesNotificationRegistrationState) {
        self.heard.append("registration \(state)")
        if state == .expiring || state == .expired { self.register() }
    }

    func prepareAccount() {
        guard let platform = self.platform, !platform.accountManager.accounts.contains(self.account) else {
            return self.accountIsReady()
        }
        self.addAccount()
    }

    func addAccount() {
        self.platform?.accountManager.addAccount(self.account) { [weak self] result, _ in
            self?.heard.append("account \(result.status)")
            if result.status == .success { self?.accountIsReady() }
        }
    }

    func accountIsReady() {
        self.setUp()
        self.register()
    }

    func register() {
        guard let token = self.pushToken, let platform = self.platform,
            platform.accountManager.accounts.contains(self.account)
        else { return }
        let registration = ConnectedDevicesNotificationRegistration(
            type: self.phone.notificationType, token: token, appId: Self.appId,
            appDisplayName: "Contoso")
        platform.notificationRegistrationManager.register(self.account, registration: registration) {
            [weak self] result, _ in
            if result.status == .success { self?.subscribe() } else { self?.later { $0.register() } }
        }
    }

    /// Errors of these calls are passing; they are tried again.
    func later(_ step: @escaping (GuideApp) -> Void) {
        self.phone.after(.seconds(30)) { [weak self] in if let self { step(self) } }
    }

    // MARK: The feed

    func setUp() {
        guard self.reader == nil, let platform = self.platform else { return self.read() }
        self.feed = try? UserDataFeed.getForAccount(
            self.account, platform: platform, activitySourceHost: Self.host)
        self.channel = self.feed.map { UserNotificationChannel(userDataFeed: $0) }
        self.feed?.syncStatusChanged.subscribe { [weak self] feed, _ in
            if feed.syncStatus == .synchronized { self?.doAgainWhatFailed() }
        }
        self.reader = self.channel?.createReader()
        _ = self.reader?.dataChanged.subscribe { [weak self] _, _ in self?.read() }
        self.read()
    }

    func subscribe() {
        self.feed?.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) { [weak self] result, _ in
            guard result?.status == .success else { return self?.later { $0.subscribe() } ?? () }
            self?.sync()
        }
    }

    func sync() {
        do { try self.feed?.startSync() } catch { self.heard.append("sync \(error)") }
    }

    /// The user signs out of the app and in again.
    func signInAgain() {
        self.platform?.accountManager.removeAccount(self.account) { [weak self] _, _ in self?.addAccount() }
    }

    func lookedAt() {
        guard self.reader != nil else { return self.prepareAccount() }
        self.sync()
    }

    // MARK: Notifications

    func received(_ push: AppPush) {
        guard let platform = self.platform, let notification = ConnectedDevicesNotification(push) else {
            return self.phone.finish(push, .noData)
        }
        platform.processNotification(notification) { [phone] error in
            phone.finish(push, error == nil ? .newData : .failed)
        }
    }

    func read() {
        self.reader?.readBatch(maxSize: 100) { [weak self] notifications, error in
            guard let self else { return }
            if let error { return self.readFailed(error) }
            for notification in notifications ?? [] { self.handleNotification(notification) }
            if notifications?.isEmpty == false { self.read() }
        }
    }

    func readFailed(_ error: ConnectedDevicesError) {
        self.heard.append("read \(error.code)")
        self.reader = nil
        self.setUp()
    }

    func handleNotification(_ notification: UserNotification) {
        self.notifications.removeAll { $0.notificationId == notification.notificationId }
        guard notification.status == .active else { return self.phone.hide(notification.notificationId) }
        self.notifications.append(notification)
        self.phone.show(notification)
        if notification.userActionState == .noInteraction, notification.readState == .unread {
            self.phone.alert(notification.notificationId)
        } else {
            self.phone.withdrawAlert(notification.notificationId)
        }
    }

    func userActed(_ act: UserAct, _ id: String) {
        guard let notification = self.notifications.first(where: { $0.notificationId == id }) else { return }
        switch act {
        case .open:
            notification.userActionState = .activated
            notification.readState = .read
            notification.save()
        case .dismiss: self.dismissNotification(notification)
        case .snooze:
            notification.userActionState = .snoozed
            notification.save()
        case .read:
            notification.readState = .read
            notification.save()
        case .delete: self.deleteNotification(notification)
        }
    }

    func dismissNotification(_ notification: UserNotification) {
        guard notification.userActionState == .noInteraction else { return }
        self.phone.withdrawAlert(notification.notificationId)
        notification.userActionState = .dismissed
        self.phone.show(notification)
        notification.save { [weak self] _, error in
            if error != nil { self?.undone.append(notification.notificationId) }
        }
    }

    /// What the user dismissed without a network stays dismissed, here and soon everywhere.
    func doAgainWhatFailed() {
        let undone = self.undone
        self.undone = []
        for id in undone { self.userActed(.dismiss, id) }
    }

    func deleteNotification(_ notification: UserNotification) {
        self.channel?.deleteUserNotification(notification.notificationId) { [weak self] result, _ in
            self?.heard.append("deleted \(result?.succeeded ?? false)")
        }
    }
}

extension ConnectedDevicesNotification {
    /// Each system hands a push over in a form of its own.
    init?(_ push: AppPush) {
        let parsed: ConnectedDevicesNotification? =
            switch push.content {
            case .apns(let payload): .tryParse(payload)
            case .dataMap(let map): .tryParse(dataMap: map)
            case .raw(let text): .tryParse(rawNotification: text)
            }
        guard let parsed else { return nil }
        self = parsed
    }
}
