package import FeedContract

/// The end of an app's request. Later versions may add answers, so end a `switch` with `default`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum AppAnswer: Hashable, Sendable {
    /// Part of what changed.
    case page(AppPage)
    /// Whether a save or a delete was taken, and the version that has it.
    case saved(Bool, version: Int?)
    /// The id of the subscription, which the app may hand to its own server.
    case subscribed(String)
    /// The installation can be woken now.
    case registered
    /// The service does not do it; 410 means that the cursor is of no use any more.
    case refused(status: Int, message: String)
    /// There is no answer and will be none, or none that anybody can read.
    case lost
}

/// Part of the answer to a fetch. Only when it is the last part its cursor is worth keeping.
public struct AppPage: Hashable, Sendable {
    /// What changed, to be applied in this order.
    public var changes: [AppChange]
    /// What to ask with next: at once when there is more, otherwise next time.
    public var cursor: String
    /// Whether that was all.
    public var isLast: Bool
    /// Whether the read began without a cursor, so that what none of its pages names is gone.
    public var isFull: Bool

    /// A page.
    public init(changes: [AppChange], cursor: String, isLast: Bool, isFull: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.isLast = isLast
        self.isFull = isFull
    }
}

/// What became of one notification.
public struct AppChange: Hashable, Sendable {
    /// What the change means for the notification.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It is new to the reader.
        case new
        /// Its states changed.
        case updated
        /// It was deleted.
        case deleted
        /// Its time is over.
        case expired
    }

    /// What the user did with it.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Nothing yet.
        case none
        /// Opened it.
        case activated
        /// Swiped it away.
        case dismissed
        /// Put it off.
        case snoozed
    }

    /// What the change means.
    public var kind: Kind
    /// Which notification.
    public var id: String
    /// Which publication of this id.
    public var generation: Int
    /// By which newer is told from older.
    public var version: Int
    /// Whether it was read.
    public var isRead: Bool
    /// What the user did with it.
    public var action: Action
    /// What the app's server sent along.
    public var content: String?

    /// A change.
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
        // Nothing that an app can ask ends so: it is what became of a page that was mangled.
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
