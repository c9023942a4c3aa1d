import Basics
import FeedContract
import PushGateway

/// Factories for the data words of each kind of event.
extension HistoryEvent.Fact {
    /// Creates a fact without data words.
    init(bare kind: HistoryEvent.Kind) {
        precondition(kind.isBare, "this kind of event has something to say")
        self.init(kind)
    }

    static func publishAnswered(status: Int, generation: UInt64 = 0) -> Self {
        Self(.publishAnswered, UInt32(status), generation)
    }

    static func oddPushAnswered(_ push: OddPush) -> Self { Self(.oddPushAnswered, push.place) }
    static func oddPostAnswered(_ post: OddPost) -> Self { Self(.oddPostAnswered, post.place) }
    static func compared(_ model: ModelComparison) -> Self { Self(.compared, model.place) }

    static func userActed(_ act: UserAct) -> Self { Self(.userActed, act.place) }

    static func committed(
        _ change: Change.Kind, _ states: NotificationStates, version: UInt64, generation: UInt64,
        asleep: [LabPlatform] = []
    ) -> Self {
        let sleepers = asleep.reduce(0) { $0 | $1.sleeper }
        return Self(.committed, sleepers | UInt32(change.rawValue) << 8 | states.bits, version, generation)
    }

    /// `edition` is the generation of the notification, or the number that the installation gave a registration or
    /// subscription request.
    static func requestArrived(
        _ kind: RequestKind, _ wishes: RequestWishes, _ standing: RequestStanding, ticket: UInt64, edition: UInt64?
    ) -> Self { Self(.requestArrived, kind.rawValue | wishes.bits | standing.bits, ticket, edition ?? 0) }

    static func answered(status: Int, ticket: UInt64, changes: Int) -> Self {
        Self(.answered, UInt32(status), ticket, UInt64(changes))
    }

    /// The changes of the page have versions after `start`, up to and including `end`.
    static func pageServed(_ page: PageKind, behind start: UInt64, upTo end: UInt64) -> Self {
        Self(.pageServed, page.number, start, end)
    }

    static func expires(at end: Instant, generation: UInt64) -> Self {
        Self(.expires, 0, LabTime.number(of: end), generation)
    }

    /// `asked` is the time at which the request arrived.
    static func storeAnswered(
        _ standing: RequestStanding = RequestStanding(), ticket: UInt64 = 0, asked: Instant = LabTime.start
    ) -> Self { Self(.storeAnswered, standing.bits, ticket, LabTime.number(of: asked)) }

    static func tapSent(_ push: UInt64, _ fault: WakeFault? = nil, decided: Instant = LabTime.start) -> Self {
        Self(.tapSent, fault?.rawValue ?? 0, push, LabTime.number(of: decided))
    }

    static func tapRefused(status: Int, since death: Instant? = nil, decided: Instant = LabTime.start) -> Self {
        Self(.tapRefused, UInt32(status), death.map(LabTime.number(of:)) ?? 0, LabTime.number(of: decided))
    }

    static func alertRefused(status: Int, since death: Instant? = nil, decided: Instant = LabTime.start) -> Self {
        Self(.alertRefused, UInt32(status), death.map(LabTime.number(of:)) ?? 0, LabTime.number(of: decided))
    }

    static func tapDropped(_ push: UInt64, _ loss: WakeLoss, by platform: LabPlatform) -> Self {
        Self(.tapDropped, DroppedTap.byService(loss).number, push, UInt64(platform.index))
    }

    /// The system of a device delivers nothing to an app that its user has swiped away.
    static func tapDroppedByDevice(_ push: UInt64) -> Self { Self(.tapDropped, DroppedTap.byDevice.number, push) }

    static func tapStored(_ push: UInt64) -> Self { Self(.tapStored, 0, push) }
    static func tapHeld(_ push: UInt64) -> Self { Self(.tapHeld, 0, push) }
    static func pushArrived(_ push: UInt64, isStrange: Bool) -> Self { Self(.pushArrived, isStrange ? 1 : 0, push) }
    static func pushTaken(_ push: UInt64, status: Int) -> Self { Self(.pushTaken, UInt32(status), push) }

    static func foreignShown(_ push: UInt64, isCall: Bool) -> Self { Self(.foreignShown, isCall ? 1 : 0, push) }

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

    /// `count` is the number of installations so far.
    static func installed(from backup: InstalledFrom, count: Int) -> Self {
        Self(.installed, backup.rawValue, UInt64(count))
    }

    /// A device cannot reach the service, or the service cannot reach a push service.
    static func parted(from platform: LabPlatform? = nil, until end: Instant) -> Self {
        Self(.parted, platform.map { UInt32($0.index) + 1 } ?? 0, LabTime.number(of: end))
    }

    static func clockSet(ahead skew: Interval) -> Self {
        let length = skew < .zero ? .zero - skew : skew
        return Self(.clockSet, skew < .zero ? 1 : 0, UInt64(clamping: length.microseconds))
    }

    static func backgroundMode(isThere: Bool) -> Self { Self(.backgroundMode, isThere ? 1 : 0) }
    static func settled(isUnwatched: Bool) -> Self { Self(.settled, isUnwatched ? 1 : 0) }
}

extension HistoryEvent.Kind {
    /// Whether events of this kind have no data words.
    fileprivate var isBare: Bool {
        switch self {
        case .publishAsked, .serverStarted, .serverDied, .connectAsked, .connected, .tokenAsked, .tokenGiven,
            .tokenRefused, .hidden, .alerted, .withdrawn, .serverTold, .dataChanged, .said, .pushTokenGiven,
            .signedOut, .backedUp, .answerSpoiled, .publishAnswerLost, .slowed, .calmed:
            true
        default: false
        }
    }
}
