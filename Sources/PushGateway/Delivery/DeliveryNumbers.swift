/// The number of a device, in the order of creation.
package struct DeviceNumber: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }
}

/// The number of one app on one device. If the app is installed again, it gets the same number.
package struct AppNumber: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }
}

/// The number of one push. A later push has a higher number. A copy of a push has its own number.
package struct PushNumber: Hashable, Comparable, Sendable {
    package let value: UInt64

    package init(_ value: UInt64) { self.value = value }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The number of a device token. The service numbers tokens in the order in which it assigns them. A token that moves
/// to another app keeps its number.
package struct TokenNumber: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }
}

/// A push that was accepted and not sent yet.
package struct TakenPush: Hashable, Sendable {
    package let number: PushNumber
    /// The slot of the push in the machine. With the slot, the push is found without a search.
    let slot: UInt32
}

/// The identity of a timer that the machine set. A cancelled or replaced timer is ignored.
package struct DeliveryTimer: Hashable, Sendable {
    /// The slot of the push in the table of waiting pushes. Each waiting push has at most one timer.
    package let slot: UInt32
    let ticket: UInt32
}
