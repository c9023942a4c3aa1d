package import ConnectedDevices

/// The correct app. It does what the published sample does, but without the bugs of the sample. It uses
/// ``DeviceMachine``, which is the SDK as a value.
///
/// It signs in, registers, subscribes, and reads whenever the SDK reports changes. It syncs at launch, when it moves to
/// the foreground, after a registration, and every six hours while it runs. No timer wakes a suspended app: a suspended
/// app catches up at the next tap or when it is opened. Each ``Trap`` adds a known bug.
package struct ReferenceApp: SDKApp {
    /// A pending call to the SDK.
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
    /// The type of the account that is being removed. The app needs access tokens for this type.
    var leaving: ConnectedDevicesAccountType?
    var host = Name.none
    var platform = LabPlatform.ios
    var feed: FeedNumber?
    var reader: ReaderNumber?
    /// The place up to which the app has read.
    ///
    /// It is kept across restarts so that no notification alerts twice.
    var place: UInt64 = 0
    var pushToken = Name.none
    var calls: [(number: CallNumber, call: Call)] = []
    var lastCall: UInt32 = 0
    /// The timer of the periodic sync.
    var idleTimer = 0
    /// The timer for the next retry of the setup; zero if nothing has failed.
    var retryTimer = 0
    var retries = 0
    /// Data about the alerts in the tray that the app does not know. One element if there are such alerts; otherwise
    /// empty.
    var tray: [UnknownAlerts] = []
    /// The number on the app's icon, as far as this process knows.
    var badge: Int32?
    /// The traps of the app and the state that they need. One element for an app with traps.
    ///
    /// Empty for the correct app, so that it needs no memory for traps.
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
