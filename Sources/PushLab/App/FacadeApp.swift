import Basics
import ConnectedDevices

/// The correct app, written as developers would write it: with the classes of the SDK instead of its value machine.
///
/// It does the same as ``ReferenceApp``. A scenario runs it with `app: facade`, or in one seed of three with `vary:
/// [facade]`.
final class FacadeApp: PlatformCode {
    let phone: PlatformPhone
    let platform: ConnectedDevicesPlatform
    /// The account of the user, who may have signed out.
    var account: ConnectedDevicesAccount
    var isSignedIn: Bool
    /// Whether an account is being removed, or added.
    var isLeaving = false
    var isComing = false
    var isRegistering = false
    var isSubscribing = false
    var isSubscribed = false
    var pushToken: String?
    var feed: UserDataFeed?
    var channel: UserNotificationChannel?
    var reader: UserNotificationReader?
    /// The notifications in the list, in the order in which they came.
    var shown: [UserNotification] = []
    /// For each id that the app knows has ended, the latest publication of that id. Used for lookup only: iteration
    /// order is not deterministic.
    var ended: [String: UInt64] = [:]
    /// The system's alerts for which the last complete read returned no notification.
    var doubted: [AppSystem.DeliveredAlert] = []
    /// Whether to tidy the tray after all changes are read.
    var isTidyDue = false
    /// The user's actions on alerts. The app has not read the notifications of these alerts yet.
    var acts: [(act: UserAct, id: String, generation: UInt64)] = []
    /// The publications to which the app has alerted the user. They are stored so that the app does not alert the user
    /// to them again after a restart.
    var alerted: Set<String>
    /// The number on the app's icon, as far as this process knows.
    var badge: Int?
    var retries = 0
    var isRetryDue = false

    static func process(_ launch: AppLaunch, appId: String) -> any LabApp {
        PlatformApp(launch, appId: appId) { FacadeApp($0) }
    }

    init(_ phone: PlatformPhone) {
        self.phone = phone
        self.platform = ConnectedDevicesPlatform(host: phone)
        self.account = Self.account(of: phone.launch.user, phone.launch.account ?? .personal)
        self.isSignedIn = phone.launch.account != nil
        let alerted = String(decoding: phone.stored("alerted") ?? [], as: UTF8.self)
        self.alerted = Set(alerted.split(separator: "\n").map(String.init))
    }

    /// Stores the publications to which the app has alerted the user. Also stores the list, because the list stays on
    /// the screen when the process dies.
    func keep() {
        self.phone.store(Array(self.alerted.sorted().joined(separator: "\n").utf8), as: "alerted")
        let listed = self.shown.map(\.notificationId)
        self.phone.store(Array(listed.joined(separator: "\n").utf8), as: "listed")
    }

    func handle(_ event: AppEvent) {
        switch event {
        case .launched: self.launched()
        case .pushToken(let token):
            self.pushToken = token
            self.register()
        case .push(let push): self.receive(push)
        case .foreground: self.lookedAt()
        case .user(let act, let id): self.userActed(act, id)
        case .signedIn(let kind):
            self.account = Self.account(of: self.phone.launch.user, kind)
            self.isSignedIn = true
            self.signIn()
        case .signedOut: self.signOut()
        default: break
        }
    }

    private func launched() {
        self.platform.accountManager.accessTokenRequested.subscribe { [phone, weak self] _, args in
            phone.requestAccessToken { token in
                guard let token else {
                    args.request.complete(withErrorMessage: "The identity provider gives no token.")
                    return self?.retryLater() ?? ()
                }
                args.request.complete(withAccessToken: token)
            }
        }
        self.platform.notificationRegistrationManager.registrationStateChanged.subscribe { [weak self] _, args in
            if args.state == .expiring || args.state == .expired { self?.register(again: true) }
        }
        self.platform.start()
        let known = self.platform.accountManager.allAccounts
        let left = known.filter { !self.isSignedIn || $0 != self.account }
        if !left.isEmpty { self.hideListed() }
        for account in left { self.remove(account) }
        guard self.isSignedIn else { return self.clearTray() }
        if known.contains(self.account) { self.open() } else { self.signIn() }
        self.rearm()
    }

    /// Removes everything of a user who signed out, even if the app was not running then.
    private func hideListed() {
        let listed = String(decoding: self.phone.stored("listed") ?? [], as: UTF8.self)
        let earlier = listed.split(separator: "\n").map(String.init)
        let all = earlier + self.shown.map(\.notificationId).filter { !earlier.contains($0) }
        for id in all { self.phone.hide(id) }
        self.close()
        self.keep()
        self.phone.setBadge(0)
        self.badge = 0
    }

    /// Starts the sync timer again. No timer wakes a suspended app: it catches up at the next tap or when it is opened.
    private func rearm() {
        self.phone.whenIdle(for: .seconds(6 * 3_600)) { [weak self] in
            self?.sync()
            self?.rearm()
        }
    }

    private func lookedAt() {
        guard self.isSignedIn else { return self.clearTray() }
        self.setUp()
        self.sync()
    }

    // MARK: The account

    private static func account(of user: String, _ kind: LabAccount) -> ConnectedDevicesAccount {
        ConnectedDevicesAccount(accountId: user, type: kind == .work ? .aad : .msa)
    }

    /// Adds the account of the user after the previous account is removed.
    func signIn() {
        guard self.isSignedIn, !self.isLeaving, !self.isComing else { return }
        self.isComing = true
        let account = self.account
        self.platform.accountManager.addAccount(account) { [weak self] result, _ in
            guard let self else { return }
            self.isComing = false
            guard result.status == .success else { return self.isSignedIn ? self.retryLater() : () }
            guard self.isSignedIn, account == self.account else { return self.remove(account) }
            self.retries = 0
            self.open()
        }
    }

    private func signOut() {
        self.isSignedIn = false
        self.hideListed()
        self.clearTray()
        self.updateBadge()
        if !self.isComing { self.remove(self.account) }
    }

    private func close() {
        (self.shown, self.ended, self.acts, self.doubted) = ([], [:], [], [])
        (self.reader, self.channel, self.feed) = (nil, nil, nil)
        self.isSubscribed = false
    }

    private func remove(_ account: ConnectedDevicesAccount) {
        self.isLeaving = true
        self.platform.accountManager.removeAccount(account) { [weak self] _, _ in
            self?.isLeaving = false
            self?.signIn()
        }
    }
}
