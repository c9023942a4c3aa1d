/// A device, by the order in which the machine met it.
package struct DeviceNumber: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }
}

/// One app on one device. Installing the app again gives the same number.
package struct AppNumber: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }
}

/// One push under way; a later push has a greater number, and a copy has one of its own.
package struct PushNumber: Hashable, Comparable, Sendable {
    package let value: UInt64

    package init(_ value: UInt64) { self.value = value }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A device token that the service gave out, by the order in which it did. A token that moves keeps its number.
package struct TokenNumber: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }
}

/// A push that was taken in and is not on its way yet.
package struct TakenPush: Hashable, Sendable {
    package let number: PushNumber
    /// Where the machine finds it without searching for it.
    let slot: UInt32
}

/// Names a moment that the machine asked to be woken at. One that was cancelled or replaced means nothing any more.
package struct DeliveryTimer: Hashable, Sendable {
    /// Of the push, in the table of all that wait: there is one timer for each at most.
    package let slot: UInt32
    let ticket: UInt32
}
