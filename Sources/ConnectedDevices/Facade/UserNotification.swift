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
    /// What was last asked for, or the states as they were read.
    private var savedReadState: UserNotificationReadState
    private var savedUserActionState: UserNotificationUserActionState
    /// What of it is known to be so.
    private var knownReadState: UserNotificationReadState
    private var knownUserActionState: UserNotificationUserActionState

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
        (self.savedReadState, self.knownReadState) = (self.readState, self.readState)
        (self.savedUserActionState, self.knownUserActionState) = (self.userActionState, self.userActionState)
    }

    /// Tells the service what changed, both states in one request. Refused, the states are again what they were.
    package func save(
        completion: @escaping (UserNotificationUpdateResult?, ConnectedDevicesError?) -> Void = { _, _ in }
    ) {
        let (read, action) = (self.readState, self.userActionState)
        let (oldRead, oldAction) = (self.savedReadState, self.savedUserActionState)
        // While nobody knows what came of an earlier save, the same is no news only when that has come true.
        let isReadNew = read != oldRead || oldRead != self.knownReadState
        let isActionNew = action != oldAction || oldAction != self.knownUserActionState
        (self.savedReadState, self.savedUserActionState) = (read, action)
        let name = self.feed.platform.intern(self.notificationId)
        let event = { [feed, generation] (call: CallNumber) -> DeviceEvent in
            .save(
                call, feed.number, id: name, generation: generation, isReadNew ? read.inner : nil,
                isActionNew ? action.inner : nil)
        }
        self.feed.platform.call(event) { [self] outcome in
            let (result, error) = UserNotificationUpdateResult.of(outcome, self.notificationId)
            if result?.succeeded == true {
                (self.knownReadState, self.knownUserActionState) = (read, action)
            } else {
                self.rollBack((read, action), to: (oldRead, oldAction))
            }
            completion(result, error)
        }
    }

    private typealias States = (UserNotificationReadState, UserNotificationUserActionState)

    /// What the app changed again since then is left to it.
    private func rollBack(_ tried: States, to old: States) {
        if self.readState == tried.0 { self.readState = old.0 }
        if self.userActionState == tried.1 { self.userActionState = old.1 }
        if self.savedReadState == tried.0 { self.savedReadState = old.0 }
        if self.savedUserActionState == tried.1 { self.savedUserActionState = old.1 }
    }
}
