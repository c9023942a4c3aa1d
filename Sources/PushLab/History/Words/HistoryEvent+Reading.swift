import Basics
import ConnectedDevices
import FeedContract
import PushGateway

/// Readers for the words of an event. To ask a kind for a word that it does not have is a mistake.
extension HistoryEvent {
    /// The HTTP status of an answer.
    package var status: Int {
        switch self.kind {
        case .publishAnswered, .answered, .answerArrived, .tapRefused, .alertRefused, .pushTaken:
            Int(self.packed.detail)
        default: self.lacks()
        }
    }

    /// What a commit or a page says of a notification; nil for every other kind of event.
    package var change: AppChange.Kind? {
        guard self.kind == .committed || self.kind == .changeArrived else { return nil }
        let number = Int(self.packed.detail >> 8 & 0xFF)
        return number < AppChange.Kind.allCases.count ? AppChange.Kind.allCases[number] : nil
    }

    var states: NotificationStates {
        switch self.kind {
        case .committed, .changeArrived, .shown: NotificationStates(bits: self.packed.detail)
        default: self.lacks()
        }
    }

    /// Whether whoever committed this wanted nobody on that platform to be woken for it.
    func leavesAsleep(_ platform: LabPlatform) -> Bool {
        self.kind == .committed && self.packed.detail & platform.sleeper != 0
    }

    package var version: UInt64 {
        switch self.kind {
        case .committed, .changeArrived, .shown: self.packed.first
        default: self.lacks()
        }
    }

    package var generation: UInt64 {
        switch self.kind {
        case .committed, .changeArrived, .shown, .expires: self.packed.second
        case .publishAnswered, .alertArrived: self.packed.first
        default: self.lacks()
        }
    }

    /// Until when a notification lives or somebody is out of reach, in microseconds.
    var until: UInt64 {
        switch self.kind {
        case .expires, .parted: self.packed.first
        default: self.lacks()
        }
    }

    // MARK: Requests

    /// What is asked.
    var request: RequestKind? {
        switch self.kind {
        case .requestSent, .requestArrived: RequestKind(rawValue: self.packed.detail & 0xFF)
        default: self.lacks()
        }
    }

    var wishes: RequestWishes { RequestWishes(bits: self.detail(of: .requestArrived)) }

    /// What the service could know of the asker by the time of this event.
    var standing: RequestStanding {
        switch self.kind {
        case .requestArrived, .storeAnswered: RequestStanding(bits: self.packed.detail)
        default: self.lacks()
        }
    }

    /// Takes from the answer of a store what the service could know of the asker by then.
    mutating func take(standingOf answer: HistoryEvent) {
        self.packed.detail = self.packed.detail & ~self.standing.bits | answer.standing.bits
    }

    /// Its asker's number for a request.
    package var ticket: UInt64 {
        switch self.kind {
        case .requestSent, .requestArrived, .storeAnswered, .answered, .answerArrived, .requestLost, .requestGivenUp:
            self.packed.first
        default: self.lacks()
        }
    }

    /// A generation, or the installation's count of its requests; zero where a request has neither.
    var edition: UInt64 {
        switch self.kind {
        case .requestSent, .requestArrived: self.packed.second
        default: self.lacks()
        }
    }

    /// When the request arrived that a store answers, in microseconds.
    var asked: UInt64 { self.second(of: .storeAnswered) }

    /// How many changes are on the page that answers.
    package var changeCount: UInt64 {
        switch self.kind {
        case .answered, .answerArrived: self.packed.second
        default: self.lacks()
        }
    }

    var page: PageKind { PageKind(number: self.detail(of: .pageServed)) }
    /// Behind which version a page begins.
    var pageStart: UInt64 { self.first(of: .pageServed) }
    /// Up to which version a page goes.
    var pageEnd: UInt64 { self.second(of: .pageServed) }
    var linkFault: LinkFault { LinkFault(place: self.detail(of: .connectFailed)) }

    // MARK: Pushes

    /// Its service's number for a push.
    package var push: UInt64 {
        switch self.kind {
        case .tapSent, .tapDropped, .tapStored, .tapHeld, .pushArrived, .pushTaken, .foreignShown, .parsed, .finished:
            self.packed.first
        default: self.lacks()
        }
    }

    var wakeFault: WakeFault? { WakeFault(rawValue: self.detail(of: .tapSent)) }

    /// When a tap or an alert was decided, in microseconds.
    var decided: UInt64 {
        switch self.kind {
        case .tapSent, .tapRefused, .alertRefused: self.packed.second
        default: self.lacks()
        }
    }

    /// Since when the address of a refused push is gone, in microseconds; nil where nobody says.
    var goneSince: UInt64? {
        let since = self.first(of: self.kind == .alertRefused ? .alertRefused : .tapRefused)
        return since == 0 ? nil : since
    }

    var dropped: DroppedTap { DroppedTap(number: self.detail(of: .tapDropped)) }
    /// The place of the push service that has dropped a tap.
    var dropper: Int { Int(self.second(of: .tapDropped)) }
    /// Whether a push is none of the service's.
    package var isStrange: Bool { self.flag(of: .pushArrived) }
    /// Whether what the system shows of a push from outside is a call, and no alert.
    var isCall: Bool { self.flag(of: .foreignShown) }
    /// Whether an alert stands in for what was not fetched.
    var isFallback: Bool { self.flag(of: .alertArrived) }
    package var isTap: Bool { self.flag(of: .parsed) }
    package var result: PushResult { PushResult(place: self.detail(of: .finished)) }

    // MARK: Apps and devices

    var act: UserAct { UserAct(place: self.detail(of: .userActed)) }
    var badge: UInt64 { self.first(of: .badge) }
    var byteCount: UInt64 { self.first(of: .stored) }
    var isSynchronized: Bool { self.flag(of: .syncStatus) }
    var registration: RegistrationState { self.word(RegistrationState.init, of: .registrationState) }
    var launchReason: AppLaunch.Reason { self.word(AppLaunch.Reason.init, of: .launched) }
    var appState: AppState { self.word(AppState.init, of: .appState) }
    var isOnline: Bool { self.flag(of: .link) }
    var isLowPower: Bool { self.flag(of: .power) }
    var lock: LockState { self.word(LockState.init, of: .lock) }
    /// Whether the system ended an app, and not its user.
    package var isBySystem: Bool { self.flag(of: .killed) }
    /// Whether an app died before all was done that it wanted.
    var isMidway: Bool { self.flag(of: .crashed) }
    var account: LabAccount { LabAccount(place: self.detail(of: .signedIn)) }
    var installedFrom: InstalledFrom {
        guard let source = InstalledFrom(rawValue: self.detail(of: .installed)) else { self.lacks() }
        return source
    }
    /// The push service that the service cannot reach; nil where a device cannot reach the service.
    var unreached: LabPlatform? {
        let place = Int(self.detail(of: .parted))
        return place == 0 ? nil : LabPlatform.allCases[place - 1]
    }
    /// By how much a clock is wrong.
    var clockError: Interval { Interval(microseconds: Int64(clamping: self.first(of: .clockSet))) }
    var oddPush: OddPush { OddPush(place: self.detail(of: .oddPushAnswered)) }
    var oddPost: OddPost { OddPost(place: self.detail(of: .oddPostAnswered)) }
    var isBehind: Bool { self.flag(of: .clockSet) }
    var hasBackgroundMode: Bool { self.flag(of: .backgroundMode) }
    /// Whether all became quiet by taps alone, with nobody looking.
    var isUnwatched: Bool { self.flag(of: .settled) }

    // MARK: Words of one kind

    private func flag(of kind: Kind, _ reader: StaticString = #function) -> Bool { self.detail(of: kind, reader) == 1 }

    private func detail(of kind: Kind, _ reader: StaticString = #function) -> UInt32 {
        if self.kind != kind { self.lacks(reader) }
        return self.packed.detail
    }

    private func first(of kind: Kind, _ reader: StaticString = #function) -> UInt64 {
        if self.kind != kind { self.lacks(reader) }
        return self.packed.first
    }

    private func second(of kind: Kind, _ reader: StaticString = #function) -> UInt64 {
        if self.kind != kind { self.lacks(reader) }
        return self.packed.second
    }

    private func word<Value>(_ make: (UInt8) -> Value?, of kind: Kind, _ reader: StaticString = #function) -> Value {
        guard let value = make(UInt8(clamping: self.detail(of: kind, reader))) else { self.lacks(reader) }
        return value
    }

    @inline(never)
    private func lacks(_ reader: StaticString = #function) -> Never {
        preconditionFailure("\(self.kind) has no \(reader)")
    }
}
