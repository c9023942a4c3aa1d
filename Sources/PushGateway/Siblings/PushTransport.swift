package import Basics

/// A wake without content for one app on one device, for any push service.
package struct Wake: Hashable, Sendable {
    /// The id that the sender gave to the wake.
    package var id: String
    /// The device token, channel URI or registration token.
    package var address: String
    package var payload: [UInt8]
    /// The time for which the service may store the wake. Nil means the service's maximum, and zero means a single
    /// attempt.
    package var lifetime: Interval?
    package var isUrgent: Bool
    package var collapseKey: String?
}

// This initializer is in an extension so that the type keeps its memberwise initializer. Setting the properties one by
// one would copy the value.
extension Wake {
    package init(
        id: String, to address: String, payload: [UInt8] = [], lifetime: Interval? = nil, isUrgent: Bool = false,
        collapseKey: String? = nil
    ) {
        self.init(
            id: id, address: address, payload: payload, lifetime: lifetime, isUrgent: isUrgent,
            collapseKey: collapseKey)
    }
}

/// The answer of a push service to a wake. Accepted does not mean delivered.
package enum SendAnswer: Hashable, Sendable {
    case accepted(PushNumber)
    case refused(SendRefusal)
}

/// A refusal by a push service, in the words of that service.
package struct SendRefusal: Hashable, Sendable {
    package var status: Int
    package var reason: String
    /// The time since which the address has been invalid, if the service reports it.
    package var since: Instant?

    package init(_ status: Int, _ reason: String, since: Instant? = nil) {
        self.status = status
        self.reason = reason
        self.since = since
    }

    /// Whether the sender should forget the address, because the address has ended or the service does not know it.
    package var isGone: Bool {
        self.status == 410 || self.status == 404 && self.reason != Refusal.badPath.reason
    }
}

/// A later action or result of a wake.
package enum WakeAction: Hashable, Sendable {
    /// The app with this endpoint gets the payload.
    case wake(endpoint: UInt32, PushNumber, [UInt8])
    case drop(PushNumber, WakeLoss)
    case setTimer(DeliveryTimer, at: Instant)
    case cancelTimer(DeliveryTimer)
}

/// The reason why a wake did not reach its app.
package enum WakeLoss: Hashable, Sendable {
    /// A reason from the delivery of Apple's service.
    case apple(DropReason)
    case addressGone
    case deviceOffline
    case expired
    case lost
    case collapsed
    /// More wakes waited than the service stores.
    case overflow
}

/// A receiver of the actions of a push service.
package protocol WakeSink {
    mutating func take(_ action: consuming WakeAction)
}

extension [WakeAction]: WakeSink {
    package mutating func take(_ action: consuming WakeAction) { self.append(action) }
}

/// A push service as a sender sees it. `send` returns the answer at once. The service reports actions to the sink
/// during `send` and also later, when timers fire.
package protocol PushTransport: Sendable {
    mutating func send(
        _ wake: Wake, fate: Fate, at now: Instant, into sink: inout some WakeSink
    ) -> SendAnswer

    mutating func timerFired(_ timer: DeliveryTimer, at now: Instant, into sink: inout some WakeSink)

    /// Whether the timer is the expiration of a push that waits for its device.
    mutating func keepsUntil(_ timer: DeliveryTimer) -> Bool
}
