import Basics
import ConnectedDevices
import FeedContract
import PushGateway

/// Readers for the data words of an event.
///
/// Reading a word that the kind does not have is a programming error.
extension HistoryEvent {
    /// The HTTP status of an answer.
    package var status: Int {
        switch self.kind {
        case .publishAnswered, .answered, .answerArrived, .tapRefused, .alertRefused, .pushTaken:
            Int(self.packed.detail)
        default: self.lacks()
        }
    }

    /// The change in a commit or page; nil for every other kind of event.
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

    /// Whether the committer asked not to wake devices of a platform.
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

    /// The time at which a notification expires or a partition ends, in microseconds.
    var until: UInt64 {
        switch self.kind {
        case .expires, .parted: self.packed.first
        default: self.lacks()
        }
    }

    // MARK: Requests

    /// The kind of the request.
    var request: RequestKind? {
        switch self.kind {
        case .requestSent, .requestArrived: RequestKind(rawValue: self.packed.detail & 0xFF)
        default: self.lacks()
        }
    }

    var wishes: RequestWishes { RequestWishes(bits: self.detail(of: .requestArrived)) }

    /// The information that the service had about the sender at the time of this event.
    var standing: RequestStanding {
        switch self.kind {
        case .requestArrived, .storeAnswered: RequestStanding(bits: self.packed.detail)
        default: self.lacks()
        }
    }

    /// Copies the sender information from the answer of a store into this event.
    mutating func take(standingOf answer: HistoryEvent) {
        self.packed.detail = self.packed.detail & ~self.standing.bits | answer.standing.bits
    }

    /// The number of a request, given by its sender.
    package var ticket: UInt64 {
        switch self.kind {
        case .requestSent, .requestArrived, .storeAnswered, .answered, .answerArrived, .requestLost, .requestGivenUp:
            self.packed.first
        default: self.lacks()
        }
    }

    /// The number by which the service recognises an outdated request. For a save or a delete, this is the generation
    /// of the notification. For a registration or a subscription, it is the number that the installation gave the
    /// request. Zero if the request has neither.
    var edition: UInt64 {
        switch self.kind {
        case .requestSent, .requestArrived: self.packed.second
        default: self.lacks()
        }
    }

    /// The arrival time of the request that a store answers, in microseconds.
    var asked: UInt64 { self.second(of: .storeAnswered) }

    /// The number of changes on the page of an answer.
    package var changeCount: UInt64 {
        switch self.kind {
        case .answered, .answerArrived: self.packed.second
        default: self.lacks()
        }
    }

    var page: PageKind { PageKind(number: self.detail(of: .pageServed)) }
    /// The last version before the changes of the page.
    var pageStart: UInt64 { self.first(of: .pageServed) }
    /// The last version of a page.
    var pageEnd: UInt64 { self.second(of: .pageServed) }
    var linkFault: LinkFault { LinkFault(place: self.detail(of: .connectFailed)) }

    // MARK: Pushes

    /// The number that the push service gave a push.
    package var push: UInt64 {
        switch self.kind {
        case .tapSent, .tapDropped, .tapStored, .tapHeld, .pushArrived, .pushTaken, .foreignShown, .parsed, .finished:
            self.packed.first
        default: self.lacks()
        }
    }

    var wakeFault: WakeFault? { WakeFault(rawValue: self.detail(of: .tapSent)) }

    /// The time of the decision to send a tap or an alert, in microseconds.
    var decided: UInt64 {
        switch self.kind {
        case .tapSent, .tapRefused, .alertRefused: self.packed.second
        default: self.lacks()
        }
    }

    /// The time at which the address of a refused push became invalid, in microseconds. Nil if the time is unknown.
    var goneSince: UInt64? {
        let since = self.first(of: self.kind == .alertRefused ? .alertRefused : .tapRefused)
        return since == 0 ? nil : since
    }

    var dropped: DroppedTap { DroppedTap(number: self.detail(of: .tapDropped)) }
    /// The index of the push service that dropped a tap.
    var dropper: Int { Int(self.second(of: .tapDropped)) }
    /// Whether a push did not come from the service.
    package var isStrange: Bool { self.flag(of: .pushArrived) }
    /// Whether the system shows a push from outside as a call and not as an alert.
    var isCall: Bool { self.flag(of: .foreignShown) }
    /// Whether an alert is the fallback for a notification that was not fetched.
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
    /// Whether the system ended the app, and not its user.
    package var isBySystem: Bool { self.flag(of: .killed) }
    /// Whether an app crashed before all of its actions were carried out.
    var isMidway: Bool { self.flag(of: .crashed) }
    var account: LabAccount { LabAccount(place: self.detail(of: .signedIn)) }
    var installedFrom: InstalledFrom {
        guard let source = InstalledFrom(rawValue: self.detail(of: .installed)) else { self.lacks() }
        return source
    }
    /// The push service that the service cannot reach. Nil if it is a device that cannot reach the service.
    var unreached: LabPlatform? {
        let place = Int(self.detail(of: .parted))
        return place == 0 ? nil : LabPlatform.allCases[place - 1]
    }
    /// The error of a clock.
    var clockError: Interval { Interval(microseconds: Int64(clamping: self.first(of: .clockSet))) }
    var oddPush: OddPush { OddPush(place: self.detail(of: .oddPushAnswered)) }
    var oddPost: OddPost { OddPost(place: self.detail(of: .oddPostAnswered)) }
    var comparedModel: ModelComparison { ModelComparison(place: self.detail(of: .compared)) }
    var isBehind: Bool { self.flag(of: .clockSet) }
    var hasBackgroundMode: Bool { self.flag(of: .backgroundMode) }
    /// Whether the lab settled by taps alone, without opening any app.
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
