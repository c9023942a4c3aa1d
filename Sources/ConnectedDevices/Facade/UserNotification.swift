package import Basics
import FeedContract

/// A notification as it stood when it was read. Changed states count when they are saved.
package final class UserNotification {
    package let notificationId: String
    /// The group that the app server named; empty without one.
    package let groupId: String
    /// The app server's own data; empty for what was deleted.
    package let content: String
    package let priority: UserNotificationPriority
    package let expirationTime: Instant
    package let changeTime: Instant
    package let status: UserNotificationStatus
    package var readState: UserNotificationReadState
    package var userActionState: UserNotificationUserActionState
    /// Which change of the feed this is, an addition to the original.
    package let version: UInt64
    /// Which publication of the id this is, an addition to the original.
    package let generation: UInt64

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
        self.expirationTime = facts?.expiration ?? item.time
        self.changeTime = item.time
        self.status = item.isDeleted ? .deleted : .active
        self.readState = UserNotificationReadState(item.readState)
        self.userActionState = UserNotificationUserActionState(item.userActionState)
        self.version = item.version
        self.generation = item.generation
        (self.read, self.action) = (SavedState(self.readState), SavedState(self.userActionState))
    }

    /// Tells the service what changed, both states in one request. Refused, the states are again what they were.
    package func save(
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

/// One of the states, as far as it is known to stand, while saves of it are under way.
private struct SavedState<State: Equatable> {
    private var known: State
    private var underWay = 0

    init(_ state: State) { self.known = state }

    /// What a save has to ask for; nil where that is known to be so, and nothing under way may change it.
    mutating func ask(_ state: State) -> State? {
        guard state != self.known || self.underWay > 0 else { return nil }
        self.underWay += 1
        return state
    }

    /// Takes the end of a save in. Refused, the state is again what stands, unless a later save may still change it, or
    /// the app has changed it again.
    mutating func end(_ asked: State?, stands: Bool, shown: inout State) {
        guard let asked else { return }
        self.underWay -= 1
        if stands { self.known = asked }
        if !stands, self.underWay == 0, shown == asked { shown = self.known }
    }
}
