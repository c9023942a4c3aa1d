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

// MARK: Reading

extension HistoryEvent {
    /// The HTTP status of an answer.
    package var status: Int {
        switch self.kind {
        case .publishAnswered, .answered, .answerArrived, .tapRefused, .pushTaken: Int(self.words.detail)
        default: self.lacks()
        }
    }

    /// What a commit or a page says of a notification; nil for every other kind of event.
    package var change: AppChange.Kind? {
        guard self.kind == .committed || self.kind == .changeArrived else { return nil }
        let number = Int(self.words.detail >> 8 & 0xFF)
        return number < AppChange.Kind.allCases.count ? AppChange.Kind.allCases[number] : nil
    }

    var states: NotificationStates {
        switch self.kind {
        case .committed, .changeArrived, .shown: NotificationStates(bits: self.words.detail)
        default: self.lacks()
        }
    }

    /// Whether whoever committed this wanted nobody on that platform to be woken for it.
    func leavesAsleep(_ platform: LabPlatform) -> Bool {
        self.kind == .committed && self.words.detail & platform.sleeper != 0
    }

    package var version: UInt64 {
        switch self.kind {
        case .committed, .changeArrived, .shown: self.words.first
        default: self.lacks()
        }
    }

    package var generation: UInt64 {
        switch self.kind {
        case .committed, .changeArrived, .shown, .expires: self.words.second
        case .publishAnswered, .alertArrived: self.words.first
        default: self.lacks()
        }
    }

    /// Until when a notification lives or somebody is out of reach, in microseconds.
    var until: UInt64 {
        switch self.kind {
        case .expires, .parted: self.words.first
        default: self.lacks()
        }
    }

    // MARK: Requests

    /// What is asked.
    var request: RequestKind? {
        switch self.kind {
        case .requestSent, .requestArrived: RequestKind(rawValue: self.words.detail & 0xFF)
        default: self.lacks()
        }
    }

    var wishes: RequestWishes { RequestWishes(bits: self.detail(of: .requestArrived)) }

    /// What the service could know of the asker by the time of this event.
    var standing: RequestStanding {
        switch self.kind {
        case .requestArrived, .storeAnswered: RequestStanding(bits: self.words.detail)
        default: self.lacks()
        }
    }

    /// Takes from the answer of a store what the service could know of the asker by then.
    mutating func take(standingOf answer: HistoryEvent) {
        self.words.detail = self.words.detail & ~self.standing.bits | answer.standing.bits
    }

    /// Its asker's number for a request.
    package var ticket: UInt64 {
        switch self.kind {
        case .requestSent, .requestArrived, .storeAnswered, .answered, .answerArrived, .requestLost, .requestGivenUp:
            self.words.first
        default: self.lacks()
        }
    }

    /// A generation, or the installation's count of its requests; zero where a request has neither.
    var edition: UInt64 {
        switch self.kind {
        case .requestSent, .requestArrived: self.words.second
        default: self.lacks()
        }
    }

    /// When the request arrived that a store answers, in microseconds.
    var asked: UInt64 { self.second(of: .storeAnswered) }

    /// How many changes are on the page that answers.
    package var changeCount: UInt64 {
        switch self.kind {
        case .answered, .answerArrived: self.words.second
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
        case .tapSent, .tapDropped, .tapStored, .tapHeld, .pushArrived, .pushTaken, .parsed, .finished:
            self.words.first
        default: self.lacks()
        }
    }

    var wakeFault: WakeFault? { WakeFault(rawValue: self.detail(of: .tapSent)) }

    /// When a tap was decided, in microseconds.
    var decided: UInt64 {
        switch self.kind {
        case .tapSent, .tapRefused: self.words.second
        default: self.lacks()
        }
    }

    /// Since when the address of a tap is gone, in microseconds; nil where nobody says.
    var goneSince: UInt64? {
        let since = self.first(of: .tapRefused)
        return since == 0 ? nil : since
    }

    var dropped: DroppedTap { DroppedTap(number: self.detail(of: .tapDropped)) }
    /// The place of the push service that has dropped a tap.
    var dropper: Int { Int(self.second(of: .tapDropped)) }
    /// Whether a push is none of the service's.
    package var isStrange: Bool { self.flag(of: .pushArrived) }
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
    var isBehind: Bool { self.flag(of: .clockSet) }
    var hasBackgroundMode: Bool { self.flag(of: .backgroundMode) }
    /// Whether all became quiet by taps alone, with nobody looking.
    var isUnwatched: Bool { self.flag(of: .settled) }

    // MARK: Words of one kind

    private func flag(of kind: Kind, _ reader: StaticString = #function) -> Bool { self.detail(of: kind, reader) == 1 }

    private func detail(of kind: Kind, _ reader: StaticString = #function) -> UInt32 {
        if self.kind != kind { self.lacks(reader) }
        return self.words.detail
    }

    private func first(of kind: Kind, _ reader: StaticString = #function) -> UInt64 {
        if self.kind != kind { self.lacks(reader) }
        return self.words.first
    }

    private func second(of kind: Kind, _ reader: StaticString = #function) -> UInt64 {
        if self.kind != kind { self.lacks(reader) }
        return self.words.second
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
    fileprivate init(bits: UInt32) {
        let states = NotificationStates(bits: bits >> 16)
        self.init(
            isRead: bits & 0x200 == 0 ? nil : states.isRead, action: bits & 0x400 == 0 ? nil : states.action,
            isQuiet: bits & 0x1000 != 0)
    }

    fileprivate var bits: UInt32 {
        let states = NotificationStates(isRead: self.isRead ?? false, action: self.action ?? .none)
        return states.bits << 16 | (self.isRead == nil ? 0 : 0x200) | (self.action == nil ? 0 : 0x400)
            | (self.isQuiet ? 0x1000 : 0)
    }
}

extension RequestStanding {
    fileprivate init(bits: UInt32) {
        self.init(isSigned: bits & 0x100 != 0, isForFormerInstallation: bits & 0x800 != 0)
    }

    fileprivate var bits: UInt32 { (self.isSigned ? 0x100 : 0) | (self.isForFormerInstallation ? 0x800 : 0) }
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
    fileprivate init(place: UInt32) {
        precondition(place < Self.allCases.count, "no case of \(Self.self) has place \(place)")
        self = Self.allCases[Int(place)]
    }

    /// Its place among all of its kind.
    fileprivate var place: UInt32 {
        guard let place = Self.allCases.firstIndex(of: self) else { preconditionFailure("each case is one of all") }
        return UInt32(place)
    }
}
