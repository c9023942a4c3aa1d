/// The types of a device's record for notifications, pages and wishes.
extension DeviceRecord {
    struct Seen: Sendable {
        var version: UInt64
        var generation: UInt64
        var states: NotificationStates
        var index: Int
    }

    struct Heard: Sendable {
        var version: UInt64
        var generation: UInt64
        var change: AppChange.Kind
        var states: NotificationStates
        var index: Int

        var isLive: Bool { self.change.isLive }
    }

    /// A page on its way to the device.
    struct Page: Sendable {
        var from: UInt64
        var to: UInt64
        var kind: PageKind
        /// The time at which the service made the page, in microseconds.
        var time: UInt64
        var index: Int
        /// The request that the page answers; nil until the request is known.
        var ticket: UInt64?
    }

    /// The actions of a user on one notification, as long as the service has not answered them.
    struct Wish: Sendable {
        /// The number of actions.
        var count: Int
        /// The place of the latest action in the history.
        var index: Int
        /// The place of the first action that the service has not answered.
        var first: Int
        /// The generation that the user saw.
        var generation: UInt64
        /// Whether the user saw the latest generation that the device knew.
        var isOfLatest: Bool
        var act: UserAct
        /// Whether the app shows the old state again: the action failed, and the user can see that.
        var isTakenBack = false
        /// Whether the service answered but neither accepted nor refused the action, so that the app may ask again or
        /// stop retrying.
        var isPutOff = false
        /// Whether the process that received the action has ended. A later process must know about the action too.
        var isInherited = false
    }
}
