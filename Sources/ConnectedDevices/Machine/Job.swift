import Basics
import FeedContract

/// Something that needs a token, a connection and mostly an answer, on its way.
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
        /// Waits for the saves before it, and tells whether what they asked for stands.
        case confirmation(Name, UInt64?, ReadState?, UserActionState?)
    }

    /// What must not overtake each other.
    enum Lane: UInt8 {
        case account
        case registering
        case reading
        case writing
    }

    /// What a write waits for whose fate nobody knows.
    enum Hold: UInt8 {
        case nothing
        /// The read that runs may be older than the write.
        case nextRead
        case read
    }

    /// What a notification was like when a write was asked for or sent, as far as writes change it.
    struct Ground: Hashable {
        var readState: ReadState
        var userActionState: UserActionState
        var version: UInt64
        /// The life of the feed that the version counts in, if it was known.
        var epoch: UInt64?

        /// Whether somebody gave a word on it since, be it that all is as it was again.
        func isLeft(for item: CachedNotification, epoch: UInt64?) -> Bool {
            self.epoch != nil && self.epoch == epoch && self.version < item.version
        }
    }

    var kind: Kind
    var account: AccountKey
    let feed: FeedNumber
    let call: CallNumber
    /// None until it is sent.
    var ticket = TicketNumber.none
    /// What it was sent with.
    var token = Name.none
    var deadline: Instant?
    var hasRenewedToken = false
    /// Whether it waited for a token when the app had none to give.
    var isTokenRefused = false
    var hasRenewedSubscription = false
    var hasCaughtUp = false
    /// Whether a registration of another address, sent behind this one, is made.
    var isOutrun = false
    /// Whether it is what is left of a write that was overruled in part, which may come to the service all the same.
    var isRest = false
    var resyncs: UInt8 = 0
    /// How often the service was too busy for it.
    var refusals: UInt8 = 0
    /// Before this moment the service is not to be asked again.
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

    /// Whether it is a write that an earlier process began, of whose end nobody hears.
    var isInherited: Bool { self.writes != nil && self.call == .nobody }

    /// Makes it wait for its turn again. A token that ends only then may be renewed once more.
    mutating func recall() {
        self.ticket = .none
        self.deadline = nil
        self.hasRenewedToken = false
        self.isTokenRefused = false
    }

    /// A write as a new process finds it.
    var restarted: Job? {
        guard self.writes != nil else { return nil }
        var next = Job(self.kind, self.account, feed: self.feed, .nobody)
        next.ground = self.ground
        next.isRest = self.isRest
        return next
    }
}

/// A push whose handling is not over.
struct Processing: Hashable, Sendable {
    let call: CallNumber
    let feed: FeedNumber
    let head: FeedPosition?
    let deadline: Instant?
    /// Whether the running sync began before it came, and so cannot be the answer.
    var waitsForNext: Bool
}
