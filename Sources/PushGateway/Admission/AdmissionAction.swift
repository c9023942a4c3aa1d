package import Basics
package import ShoulderTap

/// The actions that the owner of a connection must perform, in the given order.
package enum AdmissionAction: Hashable, Sendable {
    /// Hand the push over for delivery, and commit it. If this fails, send the `uncommitted` form of the answer that
    /// follows this action.
    case deliver(AcceptedPush)
    case answer(Answer)
    /// Report a warning to the developer. The sender does not get it.
    case warn(AdmissionWarning)
    /// Send the first SETTINGS.
    case settings(PushConnection.Settings)
    /// Send a SETTINGS frame with this MAX_CONCURRENT_STREAMS.
    case allowStreams(Int)
    case goAway(GoAway)
    /// Call `graceEnded` after this time.
    case awaitGrace(Interval)
    case close
}

/// A reason why an accepted push may not have the effect that its sender expects.
package enum AdmissionWarning: Hashable, Sendable {
    /// The combination of type and priority is documented as an error, but the real service's answer is not known. The
    /// main case is `background` with priority 10.
    case undocumentedPriority(PushType, PushPriority)
    /// The payload is of another kind than the push type, so the device may delay or drop the push.
    case payloadContradictsType(PushType, PayloadKind)
    case payloadMalformed
}

/// A GOAWAY frame without an error code. The reason is in its debug data.
package struct GoAway: Hashable, Sendable {
    package enum LastStream: Hashable, Sendable {
        /// 2^31-1: the client should finish open streams and open no new ones.
        case any
        /// The highest stream that was or will be served.
        case served
        /// Zero: no stream was served.
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
