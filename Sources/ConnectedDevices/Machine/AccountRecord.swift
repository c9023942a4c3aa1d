import Basics
import FeedContract

/// Which account: the same id may stand in two directories.
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
        /// Asked for, and not yet known to be usable.
        case adding
        case ready
        case removing
    }

    var key: AccountKey
    var phase: Phase
    /// Nobody but the app can make one, so it is not kept over a restart.
    var token: Name = .none
    var isAskingForToken = false
    /// Whether the app had none to give, and it is not known yet whether there is a network at all.
    var isTokenRefused = false
    var registration: RegistrationRecord?
    /// Whether the service was ever asked to register it, and so may have done it though no answer came.
    var mayBeRegistered = false

    init(_ key: AccountKey, _ phase: Phase) {
        self.key = key
        self.phase = phase
    }

    /// Whether what waits has all that it needs but a connection.
    var needsOnlyConnection: Bool { self.isTokenRefused || !self.token.isNone }

    /// The account as a new process finds it, if it was ever there.
    var restarted: AccountRecord? {
        guard self.phase != .adding else { return nil }
        var next = AccountRecord(self.key, .ready)
        next.mayBeRegistered = self.mayBeRegistered
        // Of what was being taken back nobody knows how much the service still has.
        if self.phase == .ready { next.registration = self.registration }
        return next
    }

    /// Whether `kept` has all of it that is kept.
    func isKept(as kept: AccountRecord) -> Bool {
        self.phase == .ready && kept.phase == .ready && self.key == kept.key
            && self.mayBeRegistered == kept.mayBeRegistered && self.registration == kept.registration
    }
}

/// How an account's app can be woken, and for how long.
struct RegistrationRecord: Hashable, Sendable {
    var channel: DeviceChannel
    var end: Instant
    var state: RegistrationState

    /// When the state is no longer what it is.
    var nextChange: Instant? {
        switch self.state {
        case .registered: self.end - RegistrationState.renewalLead
        case .expiring: self.end
        case .unregistered, .expired: nil
        }
    }
}

// Of the array and not of the machine, which would be copied for a look into it.
extension [AccountRecord] {
    @inline(__always)
    func place(of key: AccountKey) -> Int? {
        for index in self.indices where self[index].key == key { return index }
        return nil
    }
}
