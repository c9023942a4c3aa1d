import Basics
import FeedContract

/// A notification, with its state at the time when it was read. Call ``save(completion:)`` after you change a state.
public final class UserNotification {
    /// The id that the app server gave the notification.
    public let notificationId: String
    /// The group that the app server set. Empty if there is no group.
    public let groupId: String
    /// The app server's own data. Empty for a deleted notification.
    public let content: String
    /// The urgency that the app server gave the notification.
    public let priority: UserNotificationPriority
    /// The time at which the notification expires, as a duration since 1970.
    public let expirationTime: Duration
    /// The time of this change, as a duration since 1970.
    public let changeTime: Duration
    /// The status: active or deleted.
    public let status: UserNotificationStatus
    /// The read state.
    public var readState: UserNotificationReadState
    /// The user's action on the notification.
    public var userActionState: UserNotificationUserActionState
    /// The number of this change in the feed. The original does not have this property.
    public let version: UInt64
    /// The number of the publication that this notification comes from. If the app server publishes the same id again,
    /// the new publication has another number. The original does not have this property.
    public let generation: UInt64

    private let feed: UserDataFeed
    private var read: SavedState<UserNotificationReadState>
    private var action: SavedState<UserNotificationUserActionState>

    init(_ item: ReadNotification, _ feed: UserDataFeed) {
        let facts = feed.platform.names.facts(item.facts)
        self.feed = feed
        self.notificationId = feed.platform.names.text(item.id)
        self.groupId = facts?.groupName ?? ""
        self.content = facts?.content?.raw ?? ""
        self.priority = UserNotificationPriority(facts?.priority ?? .none)
        self.expirationTime = .since1970(facts?.expiration ?? item.time)
        self.changeTime = .since1970(item.time)
        self.status = item.isDeleted ? .deleted : .active
        self.readState = UserNotificationReadState(item.readState)
        self.userActionState = UserNotificationUserActionState(item.userActionState)
        self.version = item.version
        self.generation = item.generation
        (self.read, self.action) = (SavedState(self.readState), SavedState(self.userActionState))
    }

    /// Sends changed states to the service in one request. If the service refuses, the old states are restored.
    public func save(
        completion: @escaping (UserNotificationUpdateResult?, ConnectedDevicesError?) -> Void = { _, _ in }
    ) {
        let name = self.feed.platform.intern(self.notificationId)
        let (read, action) = (self.read.ask(self.readState), self.action.ask(self.userActionState))
        let event = { [feed, generation] (call: CallNumber) -> DeviceEvent in
            .save(call, feed.number, id: name, generation: generation, read?.inner, action?.inner)
        }
        self.feed.platform.call(event) { [self] outcome in
            let (result, error) = UserNotificationUpdateResult.of(outcome, self.notificationId)
            let stands = result?.succeeded == true
            self.read.end(read, stands: stands, shown: &self.readState)
            self.action.end(action, stands: stands, shown: &self.userActionState)
            completion(result, error)
        }
    }
}

/// The last value that a state is known to have, while saves of this state are pending.
private struct SavedState<State: Equatable> {
    private var known: State
    private var underWay = 0

    init(_ state: State) { self.known = state }

    /// Returns the value to save. Returns nil when the service already has this value and no pending save may change
    /// it.
    mutating func ask(_ state: State) -> State? {
        guard state != self.known || self.underWay > 0 else { return nil }
        self.underWay += 1
        return state
    }

    /// Handles the end of a save.
    ///
    /// A refused save restores the known value, unless a later save is pending or the app has changed the state again.
    mutating func end(_ asked: State?, stands: Bool, shown: inout State) {
        guard let asked else { return }
        self.underWay -= 1
        if stands { self.known = asked }
        if !stands, self.underWay == 0, shown == asked { shown = self.known }
    }
}

extension Duration {
    /// Returns the time from 1970 to an instant.
    static func since1970(_ moment: Instant) -> Duration { .microseconds(moment.microseconds) }
}
