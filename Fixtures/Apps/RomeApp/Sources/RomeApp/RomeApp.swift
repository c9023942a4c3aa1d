import ConnectedDevices
import PushLab

/// An app on the SDK: it signs in, registers, receives taps, reads batches, and shows, dismisses and saves notifications.
///
/// The numbers at the marks are the steps of the porting guide, *Porting an app from MCD to Swift*.
public final class RomeApp: PlatformCode {
    private let phone: PlatformPhone
    private let platform: ConnectedDevicesPlatform
    private var account: ConnectedDevicesAccount
    private var isSignedIn: Bool
    private var pushToken: String?
    private var feed: UserDataFeed?
    private var channel: UserNotificationChannel?
    private var reader: UserNotificationReader?
    /// The notifications in the app's list, by id.
    private var shown: [String: UserNotification] = [:]
    /// The publications that have alerted, so that none alerts again after a restart.
    private var alerted: Set<String>

    /// Makes the app for the lab, once for each process.
    public static func process(_ launch: AppLaunch) -> any LabApp {
        PlatformApp(launch, appId: "com.contoso.app") { RomeApp($0) }
    }

    init(_ phone: PlatformPhone) {
        self.phone = phone
        self.platform = ConnectedDevicesPlatform(host: phone)
        self.account = Self.account(of: phone.launch.user, phone.launch.account ?? .personal)
        self.isSignedIn = phone.launch.account != nil
        self.alerted = Set(
            String(decoding: phone.stored("alerted") ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Handles an event of the system.
    public func handle(_ event: AppEvent) {
        switch event {
        case .launched:
            self.startPlatform()
            self.signIn()
        case .pushToken(let token):
            self.pushToken = token
            self.register()
        case .push(let push): self.receive(push)
        case .foreground: self.refresh()
        case .user(let act, let id): self.act(act, on: id)
        case .signedIn(let kind):
            self.account = Self.account(of: self.phone.launch.user, kind)
            self.isSignedIn = true
            self.signIn()
        case .signedOut: self.signOut()
        default: break
        }
    }

    // MARK: 2, 3: the platform and its tokens

    private func startPlatform() {
        self.platform.accountManager.accessTokenRequested.subscribe { [phone] _, args in
            phone.requestAccessToken { token in
                if let token {
                    args.request.complete(withAccessToken: token)
                } else {
                    args.request.complete(withErrorMessage: "The identity provider gives no token.")
                }
            }
        }
        self.platform.notificationRegistrationManager.notificationRegistrationStateChanged.subscribe {
            [weak self] _, args in
            if args.state == .expiring || args.state == .expired { self?.register() }
        }
        self.platform.start()
    }

    // MARK: 4: the account

    private static func account(of user: String, _ kind: LabAccount) -> ConnectedDevicesAccount {
        ConnectedDevicesAccount(accountId: user, type: kind == .work ? .aad : .msa)
    }

    private func signIn() {
        guard self.isSignedIn else { return }
        if self.platform.accountManager.accounts.contains(self.account) { return self.openFeed() }
        self.platform.accountManager.addAccount(self.account) { [weak self] result, _ in
            guard let self else { return }
            if result.status == .success { self.openFeed() } else { self.retry { $0.signIn() } }
        }
    }

    private func signOut() {
        self.isSignedIn = false
        for id in self.shown.keys.sorted() { self.phone.hide(id) }
        (self.shown, self.reader, self.channel, self.feed) = ([:], nil, nil, nil)
        self.platform.accountManager.removeAccount(self.account) { [weak self] _, _ in self?.signIn() }
    }

    // MARK: 5: the registration and the subscription

    private func register() {
        guard let token = self.pushToken, self.feed != nil else { return }
        let registration = ConnectedDevicesNotificationRegistration(
            type: self.phone.notificationType, token: token, appId: self.phone.appId, appDisplayName: "Rome")
        self.platform.notificationRegistrationManager.register(self.account, registration: registration) {
            [weak self] result, _ in
            if result.status == .success { self?.subscribe() } else { self?.retry { $0.register() } }
        }
    }

    private func openFeed() {
        guard self.feed == nil else { return self.refresh() }
        self.feed = try? UserDataFeed.getForAccount(
            self.account, platform: self.platform, activitySourceHost: self.phone.launch.host)
        self.channel = self.feed.map { UserNotificationChannel(userDataFeed: $0) }
        self.reader = self.channel?.createReader()
        self.reader?.dataChanged.subscribe { [weak self] _, _ in self?.readBatch() }
        self.readBatch()
        self.register()
        try? self.feed?.startSync()
    }

    private func subscribe() {
        self.feed?.subscribeToSyncScopesWithResult([UserNotificationChannel.syncScope]) { [weak self] result, _ in
            guard let subscription = result?.subscription else { self?.retry { $0.subscribe() }; return }
            self?.phone.tellServer(subscription.userNotificationSubscriptionId)
            try? self?.feed?.startSync()
        }
    }

    private func refresh() {
        guard self.feed != nil else { return self.signIn() }
        try? self.feed?.startSync()
    }

    /// Errors of these calls are temporary.
    private func retry(_ step: @escaping (RomeApp) -> Void) {
        self.phone.after(.seconds(30)) { [weak self] in if let self { step(self) } }
    }

    // MARK: 6: pushes

    private func receive(_ push: AppPush) {
        guard let tap = push.tap else { return self.phone.finish(push, .noData) }
        self.platform.processNotification(ConnectedDevicesNotification(tap)) { [phone] error in
            phone.finish(push, error == nil ? .newData : .failed)
        }
    }

    // MARK: 7: changes

    private func readBatch() {
        self.reader?.readBatch(maxSize: 100) { [weak self] batch, _ in
            guard let self, let batch, !batch.isEmpty else { return }
            for notification in batch { self.show(notification) }
            self.phone.store(Array(self.alerted.sorted().joined(separator: "\n").utf8), as: "alerted")
            self.readBatch()
        }
    }

    private func show(_ notification: UserNotification) {
        let id = notification.notificationId
        guard notification.status == .active else {
            self.shown[id] = nil
            return self.phone.hide(id)
        }
        self.shown[id] = notification
        self.phone.show(notification)
        if notification.userActionState != .noInteraction || notification.readState == .read {
            self.phone.withdrawAlert(id)
        } else if self.alerted.insert("\(notification.generation) \(id)").inserted {
            self.phone.alert(id)
        }
    }

    // MARK: 8, 9: the user's actions

    private func act(_ act: UserAct, on id: String) {
        guard let notification = self.shown[id] else { return }
        switch act {
        case .open: (notification.userActionState, notification.readState) = (.activated, .read)
        case .dismiss: notification.userActionState = .dismissed
        case .snooze: notification.userActionState = .snoozed
        case .read: notification.readState = .read
        case .delete: return self.delete(id)
        }
        self.show(notification)
        notification.save { [weak self] result, error in
            // After a refused save, the SDK has restored the earlier states.
            if error != nil || result?.succeeded == false { self?.show(notification) }
        }
    }

    private func delete(_ id: String) {
        self.shown[id] = nil
        self.phone.hide(id)
        self.channel?.deleteUserNotification(id) { [weak self] _, error in
            if error != nil { self?.refresh() }
        }
    }
}
