import Basics
import FeedContract

/// The key of an account. It includes the type, because two directories may have the same id.
package struct AccountKey: Hashable, Sendable {
    package var id: Name
    package var type: ConnectedDevicesAccountType

    package init(_ id: Name, _ type: ConnectedDevicesAccountType) {
        self.id = id
        self.type = type
    }
}

/// One account on a device.
struct AccountRecord: Hashable, Sendable {
    enum Phase: UInt8 {
        /// The account is being added. It is not yet known to be usable.
        case adding
        case ready
        case removing
    }

    var key: AccountKey
    var phase: Phase
    /// The access token. It is not kept across a restart, because the app can provide a new one.
    var token: Name = .none
    var isAskingForToken = false
    /// Whether the app provided no token, and the machine does not know yet whether there is a network.
    var isTokenRefused = false
    var registration: RegistrationRecord?
    /// Whether the device ever requested a registration for this account. The service may have the registration even if
    /// the device got no answer.
    var mayBeRegistered = false

    init(_ key: AccountKey, _ phase: Phase) {
        self.key = key
        self.phase = phase
    }

    /// Whether the waiting work needs only a connection.
    var needsOnlyConnection: Bool { self.isTokenRefused || !self.token.isNone }

    /// The account as a new process finds it. Nil if it was never fully added.
    var restarted: AccountRecord? {
        guard self.phase != .adding else { return nil }
        var next = AccountRecord(self.key, .ready)
        next.mayBeRegistered = self.mayBeRegistered
        // If the account was being removed, it is unknown what the service has already removed.
        if self.phase == .ready { next.registration = self.registration }
        return next
    }

    /// Whether `kept` has the same durable state as this account.
    func isKept(as kept: AccountRecord) -> Bool {
        self.phase == .ready && kept.phase == .ready && self.key == kept.key
            && self.mayBeRegistered == kept.mayBeRegistered && self.registration == kept.registration
    }
}

/// The channel by which an account's app is woken, and the end of the registration.
struct RegistrationRecord: Hashable, Sendable {
    var channel: DeviceChannel
    var end: Instant
    var state: RegistrationState

    /// The time at which the state changes next.
    var nextChange: Instant? {
        switch self.state {
        case .registered: self.end - RegistrationState.renewalLead
        case .expiring: self.end
        case .unregistered, .expired: nil
        }
    }
}

// This is an extension of the array, not of the machine, because a lookup would copy the machine.
extension [AccountRecord] {
    @inline(__always)
    func place(of key: AccountKey) -> Int? {
        for index in self.indices where self[index].key == key { return index }
        return nil
    }
}
