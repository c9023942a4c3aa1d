package import Basics
import FeedContract
package import NotificationFeed
package import PushGateway

/// What became of a push on its way to its push service.
package enum PushEnd: Hashable, Sendable {
    case accepted
    case refused(SendRefusal)
    /// The push service could not be reached, or gave no answer.
    case unreachable
}

/// The pushes of the outbox on their way to their push services.
extension ServiceMachine {
    /// The push to be sent under this name, made of its row only now. Nil for one that was sent, and for one that no
    /// push service could carry, which is over by that.
    package mutating func push(_ id: UInt64, into actions: inout ServiceActions) -> OutgoingPush? {
        guard let row = self.held[id]?.row else { return nil }
        guard let push = OutgoingPush(id, row, self.rules) else {
            self.forget(id, into: &actions)
            return nil
        }
        return push
    }

    /// The row of a push that this process holds.
    package func row(ofPush id: UInt64) -> OutboxRow? { self.held[id]?.row }

    /// The device that a push is for.
    package func device(ofPush id: UInt64) -> String? { self.held[id]?.device }

    /// Hears what became of a push: one that was taken is forgotten, one that may still arrive is tried again, and an
    /// address that is of no use any more is retired.
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
            #if Mutants
                if mutated(.goneIgnored) { return }
            #endif
            let retirement = FeedCommand.Act.retire(
                user: row.feed.user, device: row.device, token: row.channel.token, since: refusal.since ?? now)
            self.submit(retirement, for: .service, at: now, &fresh, into: &actions)
        case .refused, .unreachable:
            // The longer it has waited, the less often it is tried.
            let pause = min(max(now - row.created, self.rules.pushPause.lowerBound), self.rules.pushPause.upperBound)
            actions.retry = ServiceActions.Retry(push: id, pause: pause)
            // The change that caused it need not wait for it in memory.
            self.held[id] = .claimed(row)
        }
    }

    /// Takes a push out of the service's hands, as sent.
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
    /// Whether the same push may be taken later: the push service is busy, or does not accept the sender's credentials.
    package var isPassing: Bool {
        switch self.status {
        case 401, 403, 406, 408, 429: self.reason != "SENDER_ID_MISMATCH"
        case 500...: true
        default: self.reason == Refusal.idleTimeout.reason
        }
    }
}
