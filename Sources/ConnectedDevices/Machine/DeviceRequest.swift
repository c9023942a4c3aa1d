package import Basics
package import FeedContract

/// A request with a ``Name`` in place of each text. The host converts the names to texts.
package enum DeviceRequest: Hashable, Sendable {
    case fetch(host: Name, subscription: Name, cursor: Cursor?, limit: Int?, days: Int?)
    case save(
        host: Name, subscription: Name, id: Name, generation: UInt64?, readState: ReadState?,
        userActionState: UserActionState?)
    case delete(host: Name, subscription: Name, id: Name, generation: UInt64?)
    case subscribe(host: Name, device: Name, appId: Name, serial: UInt64, isQuiet: Bool)
    case unsubscribe(host: Name, subscription: Name, serial: UInt64)
    case register(device: Name, DeviceChannel, serial: UInt64)
    case unregister(device: Name, serial: UInt64)
}

/// The channel by which the app is woken. It has a ``Name`` in place of each text.
package struct DeviceChannel: Hashable, Sendable {
    package var kind: PushChannel.Kind
    package var token: Name
    package var appId: Name
    package var displayName: Name

    package init(_ kind: PushChannel.Kind, token: Name, appId: Name, displayName: Name = .none) {
        self.kind = kind
        self.token = token
        self.appId = appId
        self.displayName = displayName
    }
}

/// An answer with a ``Name`` in place of each text.
package enum DeviceAnswer: Hashable, Sendable {
    case page(DevicePage)
    /// The version that has the requested state; nil when nothing was written.
    case saved(version: UInt64?)
    case subscribed(Name, Instant)
    case registered(Instant)
    case done
    case refused(FeedRefusal.Code, retryAfter: Int?)
    /// The request was refused, because the service has seen a later request with this number.
    case overtaken(by: UInt64)
}

/// One page of the answer to "what changed?". It has a ``Name`` in place of each text.
package struct DevicePage: Hashable, Sendable {
    package var changes: [DeviceChange]
    package var next: FeedPage.Next
    package var position: FeedPosition
    package var isFull: Bool

    package init(changes: [DeviceChange], next: FeedPage.Next, position: FeedPosition, isFull: Bool) {
        self.changes = changes
        self.next = next
        self.position = position
        self.isFull = isFull
    }
}

/// The combined effect of all changes to one notification. It has a ``Name`` in place of each text.
package struct DeviceChange: Hashable, Sendable {
    package var id: Name
    package var facts: FactsName
    package var kind: Change.Kind
    package var readState: ReadState
    package var userActionState: UserActionState
    package var generation: UInt64
    package var version: UInt64
    package var time: Instant

    package init(
        id: Name, facts: FactsName, kind: Change.Kind, readState: ReadState = .unread,
        userActionState: UserActionState = .noInteraction, generation: UInt64, version: UInt64, time: Instant
    ) {
        self.id = id
        self.facts = facts
        self.kind = kind
        self.readState = readState
        self.userActionState = userActionState
        self.generation = generation
        self.version = version
        self.time = time
    }
}
