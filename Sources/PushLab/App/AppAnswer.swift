package import FeedContract

/// The outcome of an app's request.
///
/// Later versions may add answers, so end a `switch` with `default`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AppAnswer: Hashable, Sendable {
    /// One page of the changes.
    case page(AppPage)
    /// Whether a save or a delete was accepted, and the resulting version.
    case saved(Bool, version: Int?)
    /// The id of the subscription, which the app may hand to its own server.
    case subscribed(String)
    /// The installation is registered and can be woken now.
    case registered
    /// The service refused the request.
    ///
    /// Status 410 means that the cursor is no longer valid.
    case refused(status: Int, message: String)
    /// There is no readable answer, and none will come.
    case lost
}

/// One page of the answer to a fetch.
///
/// Store the cursor of the last page only.
public struct AppPage: Hashable, Sendable {
    /// The changes, to be applied in this order.
    public var changes: [AppChange]
    /// The cursor for the next fetch. If there are more pages, fetch at once.
    public var cursor: String
    /// Whether this is the last page.
    public var isLast: Bool
    /// Whether this page belongs to a read that began without a cursor. After such a read, a notification that was on
    /// none of its pages no longer exists.
    public var isFull: Bool

    /// Creates a page.
    public init(changes: [AppChange], cursor: String, isLast: Bool, isFull: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.isLast = isLast
        self.isFull = isFull
    }
}

/// A change of one notification.
public struct AppChange: Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The notification is new to the reader.
        case new
        /// The states of the notification changed.
        case updated
        /// The notification was deleted.
        case deleted
        /// The notification expired.
        case expired
    }

    /// The user's action on a notification.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// The user has done nothing yet.
        case none
        /// The user opened the notification.
        case activated
        /// The user dismissed the notification.
        case dismissed
        /// The user snoozed the notification.
        case snoozed
    }

    /// The kind of the change.
    public var kind: Kind
    /// The id of the notification.
    public var id: String
    /// The number of the publication. It grows each time the same id is published again.
    public var generation: Int
    /// The version: higher is newer.
    public var version: Int
    /// Whether the notification was read.
    public var isRead: Bool
    /// The user's action.
    public var action: Action
    /// The content that the app's server sent.
    public var content: String?

    /// Creates a change.
    public init(
        _ kind: Kind, id: String, generation: Int, version: Int, isRead: Bool = false, action: Action = .none,
        content: String? = nil
    ) {
        self.kind = kind
        self.id = id
        self.generation = generation
        self.version = version
        self.isRead = isRead
        self.action = action
        self.content = content
    }
}

extension AppAnswer {
    package init(_ answer: FeedAnswer) {
        switch answer {
        case .page(let page): self = .page(AppPage(page))
        case .saved(let result): self = .saved(result.succeeded, version: result.version.map(Int.init(clamping:)))
        case .subscribed(let answer): self = .subscribed(answer.subscription)
        case .registered: self = .registered
        // A request of an app never ends like this. This end is the result of a malformed page.
        case .done: self = .lost
        case .refused(let refusal): self = .refused(status: refusal.status, message: refusal.message)
        }
    }
}

extension AppPage {
    init(_ page: FeedPage) {
        let (cursor, isLast) =
            switch page.next {
            case .more(let cursor): (cursor.text, false)
            case .done(let cursor): (cursor.text, true)
            }
        self.init(changes: page.changes.map(AppChange.init), cursor: cursor, isLast: isLast, isFull: page.isFull)
    }
}

extension AppChange {
    init(_ change: Change) {
        let kind: Kind =
            switch change.kind {
            case .new: .new
            case .updated: .updated
            case .deleted: .deleted
            case .expired: .expired
            }
        self.init(
            kind, id: change.id, generation: Int(clamping: change.generation), version: Int(clamping: change.version),
            isRead: change.readState == .read, action: Action(change.userActionState),
            content: change.content.flatMap { $0.raw ?? $0.visual?.title })
    }
}

extension AppChange.Action {
    package init(_ state: UserActionState) {
        switch state {
        case .noInteraction: self = .none
        case .activated: self = .activated
        case .dismissed: self = .dismissed
        case .snoozed: self = .snoozed
        }
    }
}

extension UserActionState {
    package init(_ action: AppChange.Action) {
        switch action {
        case .none: self = .noInteraction
        case .activated: self = .activated
        case .dismissed: self = .dismissed
        case .snoozed: self = .snoozed
        }
    }
}
