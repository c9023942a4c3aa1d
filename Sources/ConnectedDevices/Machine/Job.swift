import Basics
import FeedContract

/// Something that needs a token, a connection and mostly an answer, on its way.
struct Job: Hashable, Sendable {
    enum Kind: Hashable {
        case addAccount
        case register(DeviceChannel)
        case unregister
        case subscribe(appId: Name)
        case unsubscribe(host: Name, Name)
        case sync
        case save(Name, UInt64?, ReadState?, UserActionState?)
        case delete(Name, UInt64?)
    }

    /// What must not overtake each other.
    enum Lane: UInt8 {
        case account
        /// The service keeps the address that comes last.
        case registering
        case reading
        case writing
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
    var hasRenewedSubscription = false
    var resyncs: UInt8 = 0

    init(_ kind: Kind, _ account: AccountKey, feed: FeedNumber = .none, _ call: CallNumber) {
        self.kind = kind
        self.account = account
        self.feed = feed
        self.call = call
    }

    var isSent: Bool { self.ticket != .none }

    var lane: Lane {
        switch self.kind {
        case .addAccount, .unregister, .unsubscribe: .account
        case .register: .registering
        case .subscribe, .sync: .reading
        case .save, .delete: .writing
        }
    }

    /// The notification that it changes.
    var writes: Name? {
        switch self.kind {
        case .save(let id, _, _, _), .delete(let id, _): id
        default: nil
        }
    }

    /// Makes it wait for its turn again.
    mutating func recall() {
        self.ticket = .none
        self.deadline = nil
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
