import Basics
import FeedContract

/// A task in progress that needs a token, a connection and usually an answer.
struct Job: Hashable, Sendable {
    enum Kind: Hashable {
        case addAccount
        case register(DeviceChannel)
        case unregister
        case subscribe(appId: Name, isQuiet: Bool)
        case unsubscribe(host: Name, Name)
        case sync
        case save(Name, UInt64?, ReadState?, UserActionState?)
        case delete(Name, UInt64?)
        /// Waits for the earlier saves, and reports whether they took effect.
        case confirmation(Name, UInt64?, ReadState?, UserActionState?)
    }

    /// The lane of a job. Jobs in one lane keep their order.
    enum Lane: UInt8 {
        case account
        case registering
        case reading
        case writing
    }

    /// The event that a write with unknown outcome waits for.
    enum Hold: UInt8 {
        case nothing
        /// The next read, since the running one may have begun before the write.
        case nextRead
        case read
    }

    /// The part of a notification's state that writes can change, at the time when a write was requested or sent.
    struct Ground: Hashable {
        var readState: ReadState
        var userActionState: UserActionState
        var version: UInt64
        /// The epoch of the feed that the version belongs to, if known.
        var epoch: UInt64?

        /// Whether the notification was changed since, even if its state is the same again.
        func isLeft(for item: CachedNotification, epoch: UInt64?) -> Bool {
            self.epoch != nil && self.epoch == epoch && self.version < item.version
        }
    }

    var kind: Kind
    var account: AccountKey
    let feed: FeedNumber
    let call: CallNumber
    /// The ticket; none until the job is sent.
    var ticket = TicketNumber.none
    /// The token that the job was sent with.
    var token = Name.none
    var deadline: Instant?
    var hasRenewedToken = false
    /// Whether it waited for a token when the app provided none.
    var isTokenRefused = false
    var hasRenewedSubscription = false
    var hasCaughtUp = false
    /// Whether a registration of another address, sent after this one, was completed.
    var isOutrun = false
    /// Whether it is the rest of a partly overruled write. The full write may still reach the service.
    var isRest = false
    var resyncs: UInt8 = 0
    /// The number of times that a busy service refused it.
    var refusals: UInt8 = 0
    /// The time before which the service must not be asked again.
    var notBefore: Instant?
    var hold = Hold.nothing
    var ground: Ground?

    init(_ kind: Kind, _ account: AccountKey, feed: FeedNumber = .none, _ call: CallNumber) {
        self.kind = kind
        self.account = account
        self.feed = feed
        self.call = call
    }

    var isSubscribe: Bool { if case .subscribe = self.kind { true } else { false } }
    var isConfirmation: Bool { if case .confirmation = self.kind { true } else { false } }
    var isSent: Bool { self.ticket != .none }
    var isHeld: Bool { self.hold != .nothing }

    var lane: Lane {
        switch self.kind {
        case .addAccount, .unregister, .unsubscribe: .account
        case .register: .registering
        case .subscribe, .sync: .reading
        case .save, .delete, .confirmation: .writing
        }
    }

    /// The notification that it changes.
    var writes: Name? {
        switch self.kind {
        case .save(let id, _, _, _), .delete(let id, _): id
        default: nil
        }
    }

    /// Whether it is a write from an earlier process, without a waiting caller.
    var isInherited: Bool { self.writes != nil && self.call == .nobody }

    /// Returns the job to the queue. It may then renew an expired token once more.
    mutating func recall() {
        self.ticket = .none
        self.deadline = nil
        self.hasRenewedToken = false
        self.isTokenRefused = false
    }

    /// The write as a new process finds it.
    var restarted: Job? {
        guard self.writes != nil else { return nil }
        var next = Job(self.kind, self.account, feed: self.feed, .nobody)
        next.ground = self.ground
        next.isRest = self.isRest
        return next
    }
}

/// A push that is being handled.
struct Processing: Hashable, Sendable {
    let call: CallNumber
    let feed: FeedNumber
    let head: FeedPosition?
    let deadline: Instant?
    /// Whether the running sync began before the push came, and so may not contain its changes.
    var waitsForNext: Bool
}
