package import Basics
import FeedContract
package import NotificationFeed
package import PushGateway

/// The result of sending a push to its push service.
package enum PushEnd: Hashable, Sendable {
    case accepted
    case refused(SendRefusal)
    /// The push service could not be reached, or it gave no answer.
    case unreachable
}

/// The pushes of the outbox that are being sent to their push services.
extension ServiceMachine {
    /// Returns the push with this id. Builds it from its row on demand.
    ///
    /// Returns nil for a push that was sent. Also returns nil for a push that no push service can carry. Such a push is
    /// dropped.
    package mutating func push(_ id: UInt64, into actions: inout ServiceActions) -> OutgoingPush? {
        guard let row = self.held[id]?.row else { return nil }
        guard let push = OutgoingPush(id, row, self.rules) else {
            self.forget(id, into: &actions)
            return nil
        }
        return push
    }

    /// Returns the row of a push. Returns nil if this process does not hold the push.
    package func row(ofPush id: UInt64) -> OutboxRow? { self.held[id]?.row }

    /// Returns the device that a push is sent to.
    package func device(ofPush id: UInt64) -> String? { self.held[id]?.device }

    /// Handles the result of a push.
    ///
    /// An accepted push is forgotten. A push that may still arrive is retried. A dead address is retired.
    package mutating func pushEnded(
        _ id: UInt64, _ end: PushEnd, at now: Instant, _ fresh: inout some FreshSource,
        into actions: inout ServiceActions
    ) {
        actions.requireUnused()
        guard let row = self.held[id]?.row else { return }
        switch end {
        case .accepted: self.forget(id, into: &actions)
        case .refused(let refusal) where !refusal.isPassing:
            self.forget(id, into: &actions)
            guard refusal.isGone else { return }
            let retirement = FeedCommand.Act.retire(
                user: row.feed.user, device: row.device, token: row.channel.token, since: refusal.since ?? now)
            self.submit(retirement, for: .service, at: now, &fresh, into: &actions)
        case .refused, .unreachable:
            // The longer a push has waited, the less often it is retried.
            let pause = min(max(now - row.created, self.rules.pushPause.lowerBound), self.rules.pushPause.upperBound)
            actions.retry = ServiceActions.Retry(push: id, pause: pause)
            // The push now has its own row. So the change that caused the push need not stay in memory until the retry.
            self.held[id] = .claimed(row)
        }
    }

    /// Marks a push as sent and removes it from the service. Returns its row.
    package mutating func take(_ id: UInt64, into actions: inout ServiceActions) -> OutboxRow? {
        guard let row = self.held[id]?.row else { return nil }
        self.forget(id, into: &actions)
        return row
    }

    private mutating func forget(_ id: UInt64, into actions: inout ServiceActions) {
        self.held[id] = nil
        self.submit(.acknowledge([id]), for: .acknowledgement([id]), into: &actions)
    }
}

extension SendRefusal {
    /// Whether a retry of the push may succeed. This is so if the push service is busy, or if it refuses the sender's
    /// credentials only for now.
    package var isPassing: Bool {
        switch self.status {
        case 401, 403, 406, 408, 429: self.reason != "SENDER_ID_MISMATCH"
        case 500...: true
        default: self.reason == Refusal.idleTimeout.reason
        }
    }
}
