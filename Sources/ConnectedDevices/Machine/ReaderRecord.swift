package import Basics
package import FeedContract

/// The filters of a reader; a nil filter admits everything.
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

/// A reader's place in a feed's cache.
struct ReaderRecord: Hashable, Sendable {
    let number: ReaderNumber
    let options: ReaderOptions
    /// The reader's position in the count of changes. It has seen all changes that this device received up to this
    /// count.
    var position: UInt64
}

/// A notification in the form that readers get, including pending writes of the app itself.
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
