package import Basics
package import FeedContract

/// What a reader wants to see; what is nil or not asked for is not filtered.
package struct ReaderOptions: Hashable, Sendable {
    package enum Start: UInt8, Hashable, Sendable {
        case beginning
        case end
    }

    package var start: Start
    package var phase: CachedNotification.Phase?
    package var readState: ReadState?
    package var userActionState: UserActionState?

    package init(
        start: Start = .beginning, phase: CachedNotification.Phase? = nil, readState: ReadState? = nil,
        userActionState: UserActionState? = nil
    ) {
        self.start = start
        self.phase = phase
        self.readState = readState
        self.userActionState = userActionState
    }
}

/// Where a reader stands in a feed's cache.
struct ReaderRecord: Hashable, Sendable {
    let number: ReaderNumber
    let options: ReaderOptions
    /// It has seen all that this device learned up to here.
    var position: UInt64
}

/// A notification as a reader gets it: with what the app itself asked for and the service has not yet answered.
package struct ReadNotification: Hashable, Sendable {
    package var id: Name
    package var facts: FactsName
    package var isDeleted: Bool
    package var readState: ReadState
    package var userActionState: UserActionState
    package var generation: UInt64
    package var version: UInt64
    package var time: Instant
}
