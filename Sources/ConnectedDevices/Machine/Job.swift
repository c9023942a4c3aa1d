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
        /// The next read of the feed. The read that is running now does not count, because it may have begun before the
        /// write.
        case nextRead
        case read
    }

    /// The part of a notification's state that writes can change. It is recorded when a write is requested or sent.
    struct Ground: Hashable {
        var readState: ReadState
        var userActionState: UserActionState
        var version: UInt64
        /// The epoch of the feed to which the version belongs. Nil if it is unknown.
        var epoch: UInt64?

        /// Whether the notification was changed after this state was recorded, even if its state is the same again.
        func isLeft(for item: CachedNotification, epoch: UInt64?) -> Bool {
            self.epoch != nil && self.epoch == epoch && self.version < item.version
        }
    }

    var kind: Kind
    var account: AccountKey
    let feed: FeedNumber
    let call: CallNumber
    /// The number of the request that was sent for the job. It is `none` until the job is sent.
    var ticket = TicketNumber.none
    /// The token that the job was sent with.
    var token = Name.none
    var deadline: Instant?
    var hasRenewedToken = false
    /// Whether the job was waiting for a token when the app reported that it has no token.
    var isTokenRefused = false
    var hasRenewedSubscription = false
    var hasCaughtUp = false
    /// Whether a later registration, with another address, was completed before this one.
    var isOutrun = false
    /// Whether the job is what remains of a write after a part of it was overruled. The service may still receive the
    /// full write.
    var isRest = false
    var resyncs: UInt8 = 0
    /// The number of times that a busy service refused the job.
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

    /// The notification that the job changes.
    var writes: Name? {
        switch self.kind {
        case .save(let id, _, _, _), .delete(let id, _): id
        default: nil
        }
    }

    /// Whether the job is a write from an earlier process. No caller waits for it.
    var isInherited: Bool { self.writes != nil && self.call == .nobody }

    /// Returns the job to the queue. The job may then renew an expired token once more.
    mutating func recall() {
        self.ticket = .none
        self.deadline = nil
        self.hasRenewedToken = false
        self.isTokenRefused = false
    }

    /// The job as a new process restores it. Nil unless the job is a write.
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
    /// Whether the running sync began before the push arrived. If so, the sync may not contain the changes of the push.
    var waitsForNext: Bool
}
