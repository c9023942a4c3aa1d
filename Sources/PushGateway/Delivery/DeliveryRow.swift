import Basics

/// The key of one row of the delivery machine.
package enum DeliveryRowKey: Hashable, Comparable, Sendable {
    /// The row that belongs to no device: the number of the next push.
    case service
    case device(DeviceNumber)
    case app(AppNumber)
    case registration(UInt32)
    case push(PushNumber)

    private var parts: (kind: UInt8, number: UInt64) {
        switch self {
        case .service: (1, 0)
        case .device(let device): (2, UInt64(device.value))
        case .app(let app): (3, UInt64(app.value))
        case .registration(let registration): (4, UInt64(registration))
        case .push(let push): (5, push.value)
        }
    }

    /// Sorts keys in the same order as their bytes.
    package static func < (left: Self, right: Self) -> Bool { left.parts < right.parts }

    /// The bytes of the key.
    ///
    /// A store that sorts by key keeps the rows of a kind together, in the order of their numbers.
    package var bytes: [UInt8] {
        let (kind, number) = self.parts
        return [kind] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    /// Returns nil for bytes that are not a key.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 9 else { return nil }
        let number = bytes[1...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let small = UInt32(exactly: number)
        switch (bytes[0], small) {
        case (1, 0?): self = .service
        case (2, let small?): self = .device(DeviceNumber(small))
        case (3, let small?): self = .app(AppNumber(small))
        case (4, let small?): self = .registration(small)
        case (5, _): self = .push(PushNumber(number))
        default: return nil
        }
    }
}

/// A report that a row changed and has to be stored.
package struct DeliveryRowChange: Hashable, Sendable {
    package let key: DeliveryRowKey
    /// The slot of the push in the machine. With the slot, the push is found without a search.
    let slot: UInt32

    package init(_ key: DeliveryRowKey, slot: UInt32 = 0) {
        self.key = key
        self.slot = slot
    }
}

/// The persistent state of the delivery machine, in rows that change independently.
package enum DeliveryRow: Hashable, Sendable {
    package struct Device: Hashable, Sendable {
        package var link: LinkState
        package var power: PowerState
        package var lock: LockState
    }

    /// An app on a device, with its remaining budget.
    package struct App: Hashable, Sendable {
        package var device: DeviceNumber
        var bundle: String
        package var state: AppState
        var switches: AppSwitches
        var isInstalled: Bool
        var allowance: WakeAllowance
    }

    /// A token, with the delay until pushes to it are refused with 410.
    package struct Registration: Hashable, Sendable {
        package var token: DeviceToken
        var topic: String
        package var app: AppNumber
        var environment: PushEnvironment
        var endCause: TokenDirectory.EndCause
        var registeredAt: Instant
        var diesAt: Instant
        var answeredAt: Instant
    }

    /// A push that was accepted and has not ended.
    package struct Push: Hashable, Sendable {
        var push: AcceptedPush
        package var registration: UInt32
        package var app: AppNumber
        var expiresAt: Instant?
        var place: Parcel.Place
        var fate: Fate
        var due: Instant
    }

    case service(nextPush: UInt64)
    case device(Device)
    case app(App)
    case registration(Registration)
    case push(Push)
}
