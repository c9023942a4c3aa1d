package import Basics
import FeedContract
import PushGateway

// Nobody else knows the bits of an event. What they mean is part of the format of histories: their hash is over them.

extension HistoryEvent {
    /// Three words that each kind of event has a meaning of its own for.
    package struct Words: Hashable, Sendable {
        fileprivate var first: UInt64
        fileprivate var second: UInt64
        fileprivate var detail: UInt32
    }

    /// What happened, with all that its kind knows.
    package struct Fact: Hashable, Sendable {
        package let kind: Kind
        package let words: Words

        fileprivate init(_ kind: Kind, _ detail: UInt32 = 0, _ first: UInt64 = 0, _ second: UInt64 = 0) {
            self.kind = kind
            self.words = Words(first: first, second: second, detail: detail)
        }
    }

    /// The words as hashes and files have them.
    package var rawWords: (detail: UInt32, first: UInt64, second: UInt64) {
        (self.words.detail, self.words.first, self.words.second)
    }

    /// Makes an event of any words, which its kind need not understand.
    package init(
        _ kind: Kind, _ actor: Actor, party: Actor = .lab, subject: TextNumber = .none,
        rawWords words: (detail: UInt32, first: UInt64, second: UInt64),
        at moment: Instant = Instant(microseconds: 0), cause: DieCause = DieCause(step: 0)
    ) {
        let fact = Fact(kind, words.detail, words.first, words.second)
        self.init(fact, actor, party: party, subject: subject, at: moment, cause: cause)
    }
}

// MARK: Writing

extension HistoryEvent.Fact {
    /// What has no words.
    init(bare kind: HistoryEvent.Kind) {
        precondition(kind.isBare, "this kind of event has something to say")
        self.init(kind)
    }

    static func publishAnswered(status: Int, generation: UInt64 = 0) -> Self {
        Self(.publishAnswered, UInt32(status), generation)
    }

    static func userActed(_ act: UserAct) -> Self { Self(.userActed, act.place) }

    static func committed(
        _ change: Change.Kind, _ states: NotificationStates, version: UInt64, generation: UInt64,
        asleep: [LabPlatform] = []
    ) -> Self {
        let sleepers = asleep.reduce(0) { $0 | $1.sleeper }
        return Self(.committed, sleepers | UInt32(change.rawValue) << 8 | states.bits, version, generation)
    }

    /// `edition` is a generation, or the installation's count of its requests.
    static func requestArrived(
        _ kind: RequestKind, _ wishes: RequestWishes, _ standing: RequestStanding, ticket: UInt64, edition: UInt64?
    ) -> Self { Self(.requestArrived, kind.rawValue | wishes.bits | standing.bits, ticket, edition ?? 0) }

    static func answered(status: Int, ticket: UInt64, changes: Int) -> Self {
        Self(.answered, UInt32(status), ticket, UInt64(changes))
    }

    /// The page begins behind one version and goes up to the other.
    static func pageServed(_ page: PageKind, behind start: UInt64, upTo end: UInt64) -> Self {
        Self(.pageServed, page.number, start, end)
    }

    static func expires(at end: Instant, generation: UInt64) -> Self {
        Self(.expires, 0, World.time(of: end), generation)
    }

    /// `asked` is when the request arrived that the answer is for.
    static func storeAnswered(
        _ standing: RequestStanding = RequestStanding(), ticket: UInt64 = 0, asked: Instant = World.start
    ) -> Self { Self(.storeAnswered, standing.bits, ticket, World.time(of: asked)) }

    static func tapSent(_ push: UInt64, _ fault: WakeFault? = nil, decided: Instant = World.start) -> Self {
        Self(.tapSent, fault?.rawValue ?? 0, push, World.time(of: decided))
    }

    static func tapRefused(status: Int, since death: Instant? = nil, decided: Instant = World.start) -> Self {
        Self(.tapRefused, UInt32(status), death.map(World.time(of:)) ?? 0, World.time(of: decided))
    }

    static func tapDropped(_ push: UInt64, _ loss: WakeLoss, by platform: LabPlatform) -> Self {
        Self(.tapDropped, DroppedTap.byService(loss).number, push, UInt64(platform.index))
    }

    /// The system of a device hands nothing to an app that its user has swiped away.
    static func tapDroppedByDevice(_ push: UInt64) -> Self { Self(.tapDropped, DroppedTap.byDevice.number, push) }

    static func tapStored(_ push: UInt64) -> Self { Self(.tapStored, 0, push) }
    static func tapHeld(_ push: UInt64) -> Self { Self(.tapHeld, 0, push) }
    static func pushArrived(_ push: UInt64, isStrange: Bool) -> Self { Self(.pushArrived, isStrange ? 1 : 0, push) }
    static func pushTaken(_ push: UInt64, status: Int) -> Self { Self(.pushTaken, UInt32(status), push) }

    static func alertArrived(generation: UInt64, isFallback: Bool) -> Self {
        Self(.alertArrived, isFallback ? 1 : 0, generation)
    }

    static func connectFailed(_ fault: LinkFault) -> Self { Self(.connectFailed, fault.place) }

    static func requestSent(_ kind: RequestKind, ticket: UInt64, edition: UInt64?) -> Self {
        Self(.requestSent, kind.rawValue, ticket, edition ?? 0)
    }

    static func answerArrived(status: Int, ticket: UInt64, changes: Int) -> Self {
        Self(.answerArrived, UInt32(status), ticket, UInt64(changes))
    }

    static func requestLost(ticket: UInt64) -> Self { Self(.requestLost, 0, ticket) }
    static func requestGivenUp(ticket: UInt64) -> Self { Self(.requestGivenUp, 0, ticket) }

    static func changeArrived(
        _ change: Change.Kind, _ states: NotificationStates, version: UInt64, generation: UInt64
    ) -> Self { Self(.changeArrived, UInt32(change.rawValue) << 8 | states.bits, version, generation) }

    static func shown(_ states: NotificationStates, version: UInt64, generation: UInt64) -> Self {
        Self(.shown, states.bits, version, generation)
    }

    static func badge(_ count: Int) -> Self { Self(.badge, 0, UInt64(clamping: count)) }
    static func stored(byteCount: Int) -> Self { Self(.stored, 0, UInt64(byteCount)) }
    static func finished(_ push: UInt64, _ result: PushResult) -> Self { Self(.finished, result.place, push) }
    static func parsed(_ push: UInt64, isTap: Bool) -> Self { Self(.parsed, isTap ? 1 : 0, push) }
    static func syncStatus(isSynchronized: Bool) -> Self { Self(.syncStatus, isSynchronized ? 1 : 0) }

    static func registrationState(_ state: RegistrationState) -> Self {
        Self(.registrationState, UInt32(state.rawValue))
    }

    static func launched(_ reason: AppLaunch.Reason) -> Self { Self(.launched, UInt32(reason.rawValue)) }
    static func appState(_ state: AppState) -> Self { Self(.appState, UInt32(state.rawValue)) }
    static func link(isOnline: Bool) -> Self { Self(.link, isOnline ? 1 : 0) }
    static func power(isLow: Bool) -> Self { Self(.power, isLow ? 1 : 0) }
    static func lock(_ state: LockState) -> Self { Self(.lock, UInt32(state.rawValue)) }
    static func killed(bySystem: Bool) -> Self { Self(.killed, bySystem ? 1 : 0) }
    static func crashed(isMidway: Bool) -> Self { Self(.crashed, isMidway ? 1 : 0) }
    static func signedIn(_ account: LabAccount) -> Self { Self(.signedIn, account.place) }

    /// `count` is how many installations there were.
    static func installed(from backup: InstalledFrom, count: Int) -> Self {
        Self(.installed, backup.rawValue, UInt64(count))
    }

    /// A device cannot reach the service, or the service a push service.
    static func parted(from platform: LabPlatform? = nil, until end: Instant) -> Self {
        Self(.parted, platform.map { UInt32($0.index) + 1 } ?? 0, World.time(of: end))
    }

    static func clockSet(ahead skew: Interval) -> Self {
        let length = skew < .zero ? .zero - skew : skew
        return Self(.clockSet, skew < .zero ? 1 : 0, UInt64(clamping: length.microseconds))
    }

    static func backgroundMode(isThere: Bool) -> Self { Self(.backgroundMode, isThere ? 1 : 0) }
    static func settled(isUnwatched: Bool) -> Self { Self(.settled, isUnwatched ? 1 : 0) }
}

extension HistoryEvent.Kind {
    /// Whether all of its events have the same words.
    fileprivate var isBare: Bool {
        switch self {
        case .publishAsked, .serverStarted, .serverDied, .connectAsked, .connected, .tokenAsked, .tokenGiven,
            .tokenRefused, .hidden, .alerted, .withdrawn, .serverTold, .dataChanged, .said, .pushTokenGiven,
            .signedOut, .backedUp, .answerSpoiled, .calmed:
            true
        default: false
        }
    }
}

// MARK: Numbers

extension NotificationStates {
    init(bits: UInt32) {
        self.init(isRead: bits & 0x10 != 0, action: AppChange.Action.allCases[Int(bits & 3)])
    }

    fileprivate var bits: UInt32 { (self.isRead ? 0x10 : 0) | UInt32(UserActionState(self.action).rawValue) }
}

extension LabPlatform {
    /// Says in a commit that nobody is to be woken there.
    fileprivate var sleeper: UInt32 { 0x1_0000 << UInt32(self.index) }
}

extension RequestWishes {
    fileprivate static let (read, action, quiet): (UInt32, UInt32, UInt32) = (0x200, 0x400, 0x1000)
    /// From which bit on there are the states that a save asks for.
    fileprivate static let states: UInt32 = 16

    fileprivate var bits: UInt32 {
        let states = NotificationStates(isRead: self.isRead ?? false, action: self.action ?? .none)
        return states.bits << Self.states | (self.isRead == nil ? 0 : Self.read)
            | (self.action == nil ? 0 : Self.action) | (self.isQuiet ? Self.quiet : 0)
    }
}

extension RequestStanding {
    fileprivate static let (signature, formerInstallation): (UInt32, UInt32) = (0x100, 0x800)

    fileprivate var bits: UInt32 {
        (self.isSigned ? Self.signature : 0) | (self.isForFormerInstallation ? Self.formerInstallation : 0)
    }
}

extension PageKind {
    init(number: UInt32) {
        self.init(isFull: number & 1 != 0, isLast: number & 2 != 0)
        self.isContinued = number & 4 != 0
        self.days = number >> 8 == 0 ? nil : Int(number >> 8)
    }

    var number: UInt32 {
        (self.isFull ? 1 : 0) | (self.isLast ? 2 : 0) | (self.isContinued ? 4 : 0) | UInt32(self.days ?? 0) << 8
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// Its place among all of its kind.
    fileprivate var place: UInt32 {
        guard let place = Self.allCases.firstIndex(of: self) else { preconditionFailure("each case is one of all") }
        return UInt32(place)
    }
}

extension HistoryEvent {
    var ticket: UInt64 { self.first }
    var dropped: DroppedTap { DroppedTap(number: self.detail) }
    package var detail: UInt32 {
        get { self.words.detail }
        set { self.words.detail = newValue }
    }
    package var first: UInt64 { self.words.first }
    package var second: UInt64 { self.words.second }
    static let signature: UInt32 = RequestStanding.signature
    static let formerInstallation: UInt32 = RequestStanding.formerInstallation
    static let wantsQuiet: UInt32 = RequestWishes.quiet
    static let wantsRead: UInt32 = RequestWishes.read
    static let wantsAction: UInt32 = RequestWishes.action
    static let wantedStates: UInt32 = RequestWishes.states
    static func sleeper(_ platform: LabPlatform) -> UInt32 { platform.sleeper }
    var request: RequestKind? { RequestKind(rawValue: self.detail & 0xFF) }
    var isSigned: Bool { self.detail & Self.signature != 0 }
    var isForFormerInstallation: Bool { self.detail & Self.formerInstallation != 0 }
    mutating func take(standingOf answer: HistoryEvent) {
        let bits = Self.signature | Self.formerInstallation
        self.detail = self.detail & ~bits | answer.detail & bits
    }
    var isForQuiet: Bool { self.detail & Self.wantsQuiet != 0 }
    var isVerdict: Bool { self.detail < 500 && self.detail != 401 && self.detail != 406 }
    func isGranted(by states: NotificationStates) -> Bool {
        let wanted = NotificationStates(bits: self.detail >> Self.wantedStates)
        return (self.detail & Self.wantsRead == 0 || wanted.isRead == states.isRead)
            && (self.detail & Self.wantsAction == 0 || wanted.action == states.action)
    }
    var isGone: Bool { self.kind == .tapRefused && (self.detail == 410 || self.detail == 404) }
}
extension NotificationStates { init(_ detail: UInt32) { self.init(bits: detail) } }
