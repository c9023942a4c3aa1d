package import Basics

/// A wake without content for one app on one device, over whatever push service that has.
package struct Wake: Hashable, Sendable {
    /// The sender's name for it.
    package var id: String
    /// Device token, channel URI or registration token.
    package var address: String
    package var payload: [UInt8]
    /// How long the service may keep it; nil for as long as the service keeps anything, zero for now or never.
    package var lifetime: Interval?
    package var isUrgent: Bool
    package var collapseKey: String?
}

// Outside of the type, so that it is made of its parts at once: what is made bit by bit is copied.
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

/// What a push service answers to a wake. Accepted is not delivered.
package enum SendAnswer: Hashable, Sendable {
    case accepted(PushNumber)
    case refused(SendRefusal)
}

/// Why a push service does not take a wake, in its own words.
package struct SendRefusal: Hashable, Sendable {
    package var status: Int
    package var reason: String
    /// Since when the address has been of no use, from services that tell.
    package var since: Instant?

    package init(_ status: Int, _ reason: String, since: Instant? = nil) {
        self.status = status
        self.reason = reason
        self.since = since
    }

    /// Whether the sender should forget the address: one that has ended, or that the service does not know.
    package var isGone: Bool {
        self.status == 410 || self.status == 404 && self.reason != Refusal.badPath.reason
    }
}

/// What comes of a wake later.
package enum WakeAction: Hashable, Sendable {
    /// The app behind this endpoint gets the payload.
    case wake(endpoint: UInt32, PushNumber, [UInt8])
    case drop(PushNumber, WakeLoss)
    case setTimer(DeliveryTimer, at: Instant)
    case cancelTimer(DeliveryTimer)
}

/// Why a wake did not reach its app.
package enum WakeLoss: Hashable, Sendable {
    /// As the delivery of Apple's service has it.
    case apple(DropReason)
    case addressGone
    case deviceOffline
    case expired
    case lost
    case collapsed
    /// More waited than the service keeps.
    case overflow
}

/// Takes what a push service decides.
package protocol WakeSink {
    mutating func take(_ action: consuming WakeAction)
}

extension [WakeAction]: WakeSink {
    package mutating func take(_ action: consuming WakeAction) { self.append(action) }
}

/// A push service as a sender sees it: an answer now, actions into the sink now and later.
package protocol PushTransport: Sendable {
    mutating func send(
        _ wake: Wake, fate: Fate, at now: Instant, into sink: inout some WakeSink
    ) -> SendAnswer

    mutating func timerFired(_ timer: DeliveryTimer, at now: Instant, into sink: inout some WakeSink)

    /// Whether a timer is the end of a push that waits for its device.
    mutating func keepsUntil(_ timer: DeliveryTimer) -> Bool
}
