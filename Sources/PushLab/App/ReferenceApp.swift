package import ConnectedDevices

/// The correct app: the steps of the published sample, without its mistakes, on the value machine of the SDK.
///
/// It signs in, registers, subscribes, and reads whenever the SDK says that there is something. It syncs when it is
/// launched, looked at or registered, and every six hours while it runs: no timer wakes an app that is suspended, and
/// what it missed comes with its next tap or look. The mistakes of the sample are its traps.
package struct ReferenceApp: SDKApp {
    /// What the app waits for from the SDK.
    enum Call: Hashable {
        case account
        case removal
        case registration(DeviceChannel)
        case subscription
        case push(Int)
        case save
        case delete
    }

    let appId: String
    var machine = DeviceMachine(device: .none)
    /// The account of the user, who may have signed out.
    var account = AccountKey(.none, .msa)
    var isSignedIn = true
    /// The type of the account that is being removed, for which it needs tokens.
    var leaving: ConnectedDevicesAccountType?
    var host = Name.none
    var platform = LabPlatform.ios
    var feed: FeedNumber?
    var reader: ReaderNumber?
    /// How far it has read, kept over restarts so that nothing alerts twice.
    var place: UInt64 = 0
    var pushToken = Name.none
    var calls: [(number: CallNumber, call: Call)] = []
    var lastCall: UInt32 = 0
    /// The timer of the sync that nobody asked for.
    var idleTimer = 0
    /// The timer of the next try to set everything up; none while nothing failed.
    var retryTimer = 0
    var retries = 0
    /// One element while there is something in the tray of which the app knows nothing.
    var tray: [UnknownAlerts] = []
    /// The number beside its icon, as far as this process knows.
    var badge: Int32?
    /// One element for an app with traps. The correct app has none, and pays for no memory of theirs.
    var mistakes: [Mistakes]

    package init(appId: String, traps: Set<Trap> = []) {
        self.appId = appId
        self.mistakes = traps.isEmpty ? [] : [Mistakes(traps: traps)]
    }

    package mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        switch event {
        case .launched(let launch): self.launched(launch, &system)
        case .pushToken(let token): self.pushTokenCame(token, &system)
        case .push(let push): self.pushCame(push, &system)
        case .foreground: self.lookedAt(&system)
        case .background: break
        case .user(let act, let id): self.userActed(act, id, &system)
        case .timer(let number):
            if number == self.retryTimer { self.tryAgain(&system) }
            guard number == self.idleTimer else { break }
            self.sync(&system)
            self.rearm(&system)
        case .accessToken(let token): self.accessTokenCame(token, &system)
        case .signedIn(let account): self.signedIn(account, &system)
        case .signedOut: self.signedOut(&system)
        case .answer: break
        }
    }

    package mutating func receive(_ event: PlatformEvent, _ system: inout AppSystem) {
        switch event {
        case .foreground: self.run(.foreground, &system)
        case .connected: self.run(.connected, &system)
        case .connectionFailed(let fault): self.run(.connectionFailed(fault), &system)
        case .answer(let ticket, let answer): self.run(.answer(ticket, system.names.intern(answer)), &system)
        case .lost(let ticket, let fault): self.run(.lost(ticket, fault), &system)
        case .timer: self.run(.timer, &system)
        }
    }
}
