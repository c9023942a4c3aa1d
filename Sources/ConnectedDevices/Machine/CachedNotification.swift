package import Basics
package import FeedContract

/// A notification in the last state that the device knows.
package struct CachedNotification: Hashable, Sendable {
    package enum Phase: UInt8, Hashable, Sendable {
        case active
        /// The notification was deleted, and a mark remains. Readers can see the mark.
        case deleted
        /// The notification expired, and a mark remains. The mark is shown once to each reader that saw the
        /// notification. Other readers never see it.
        case expired
    }

    package internal(set) var id: Name
    package internal(set) var facts: FactsName
    package internal(set) var phase: Phase
    package internal(set) var readState: ReadState
    package internal(set) var userActionState: UserActionState
    /// Whether readers may have seen a state that this device requested and the service has not confirmed.
    var isInDoubt = false
    /// Whether the version comes from a change by this device. If so, this device may not know all earlier changes.
    var isOwnWord = false
    package internal(set) var generation: UInt64
    package internal(set) var version: UInt64
    package internal(set) var time: Instant
    /// The number of the latest change. This device counts the changes for its readers.
    var order: UInt64
    /// The number of the latest change at the time when this device first received a notification with this id.
    var born: UInt64

    init(_ change: DeviceChange, order: UInt64, born: UInt64) {
        self.id = change.id
        self.facts = change.facts
        self.phase = Phase(change.kind)
        self.readState = change.readState
        self.userActionState = change.userActionState
        self.generation = change.generation
        self.version = change.version
        self.time = change.time
        self.order = order
        self.born = born
    }

    /// Whether the notification and the change look the same to an app.
    func looksLike(_ change: DeviceChange) -> Bool {
        self.phase == Phase(change.kind) && self.generation == change.generation
            && self.readState == change.readState && self.userActionState == change.userActionState
    }
}

extension CachedNotification.Phase {
    init(_ kind: Change.Kind) {
        switch kind {
        case .new, .updated: self = .active
        case .deleted: self = .deleted
        case .expired: self = .expired
        }
    }
}
