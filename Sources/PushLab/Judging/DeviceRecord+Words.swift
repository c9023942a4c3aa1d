/// Notifications, pages and wishes in the record of a device.
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
        /// When the service made it, in microseconds.
        var time: UInt64
        var index: Int
        /// The request that it answers, once that is known.
        var ticket: UInt64?
    }

    /// What a user wanted of a notification.
    struct Wish: Sendable {
        /// How often something was done with it.
        var count: Int
        /// Where that stands in the history, at last.
        var index: Int
        /// And where the first of them stands that the service has not said a word about.
        var first: Int
        /// What the user saw.
        var generation: UInt64
        /// Whether that was the latest publication of which the device had heard.
        var isOfLatest: Bool
        var act: UserAct
        /// Whether the app shows it as it was before: it could not be done, and the user sees that.
        var isTakenBack = false
        /// Whether the service answered it with a word about something else, so that it may be asked again or given up.
        var isPutOff = false
        /// Whether the process that knew of it has died since: a later one has to know of it too.
        var isInherited = false
    }
}
