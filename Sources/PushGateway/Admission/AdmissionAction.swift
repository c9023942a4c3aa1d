package import Basics
package import ShoulderTap

/// What the owner of a connection has to do, in this order.
package enum AdmissionAction: Hashable, Sendable {
    /// Hand over for delivery and commit; if that fails, the answer that follows becomes its `uncommitted`.
    case deliver(AcceptedPush)
    case answer(Answer)
    /// Nothing that the sender is told, but something that a developer wants to know.
    case warn(AdmissionWarning)
    /// Send the first SETTINGS.
    case settings(PushConnection.Settings)
    /// Send SETTINGS with this MAX_CONCURRENT_STREAMS.
    case allowStreams(Int)
    case goAway(GoAway)
    /// Call `graceEnded` after this time.
    case awaitGrace(Interval)
    case close
}

/// Why an accepted push may not do what its sender hopes for.
package enum AdmissionWarning: Hashable, Sendable {
    /// The documentation calls it an error, the service's answer is not known: `background` at 10 above all.
    case undocumentedPriority(PushType, PushPriority)
    /// The device may delay or drop a push whose payload is of another kind than its type.
    case payloadContradictsType(PushType, PayloadKind)
    case payloadMalformed
}

/// A GOAWAY frame, without an error code: the reason stands in its debug data.
package struct GoAway: Hashable, Sendable {
    package enum LastStream: Hashable, Sendable {
        /// 2^31-1: finish what you have begun, begin nothing new.
        case any
        /// The highest stream that was or will be served.
        case served
        /// Nothing was served.
        case none
    }

    package var lastStream: LastStream
    package var reason: Refusal

    package init(_ lastStream: LastStream, for reason: Refusal) {
        self.lastStream = lastStream
        self.reason = reason
    }

    package var debugData: [UInt8] { self.reason.body }
}
