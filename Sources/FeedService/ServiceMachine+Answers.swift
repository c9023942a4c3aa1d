package import Basics
import FeedContract
package import NotificationFeed

extension ServiceMachine {
    /// Handles the store's answer to a ticket, and continues the work that waited for it. If the ticket is from a
    /// process that has ended, nothing changes.
    package mutating func settle(
        _ answer: consuming StoreAnswer, at now: Instant, _ fresh: inout some FreshSource, inflate: Inflate,
        into actions: inout ServiceActions
    ) {
        actions.requireUnused()
        guard let errand = self.errands.take(answer.ticket) else { return }
        switch answer.outcome {
        case .feed(let result):
            guard case .act(let origin, let transaction) = errand else { preconditionFailure("only acts have results") }
            for place in result.held.indices { self.held[result.held[place]] = .caused(result, place: place) }
            self.keepAlarm(answer.nextDue, into: &actions)
            actions.reply = self.reply(result.outcome, of: transaction.command.act, to: origin, at: now)
            actions.commit = ServiceActions.Commit(transaction: transaction, result: result)
            actions.pushes = result.held
        case .feedOfSubscription(let feed):
            guard case .addressee(let caller, let arrival) = errand else { preconditionFailure("nobody asked for it") }
            self.read(arrival, feed: feed, from: caller, at: now, &fresh, inflate: inflate, into: &actions)
        case .claimed(let items):
            self.hold(items, at: now, into: &actions)
        case .due(let feeds):
            for feed in feeds { self.submit(.sweep(feed), for: .service, at: now, &fresh, into: &actions) }
            if feeds.isEmpty { self.keepAlarm(answer.nextDue, into: &actions) }
        case .acknowledged: break
        case .failed: self.fail(errand, at: now, &fresh, inflate: inflate, into: &actions)
        case .rows, .scanned: preconditionFailure("the service has no rows of its own")
        }
    }

    /// Takes over pushes from a process that has ended. Skips a push that this process already holds: although its
    /// lease expired, this process is still sending it.
    private mutating func hold(_ items: [OutboxItem], at now: Instant, into actions: inout ServiceActions) {
        for item in items where self.held[item.id] == nil && !self.hasEnded(item.id) {
            self.held[item.id] = .claimed(item.row)
            actions.pushes.append(item.id)
        }
        if items.count >= self.rules.claimLimit { return self.claim(at: now, into: &actions) }
        self.nextClaim = now.later(by: self.rules.lease)
        self.keepAlarm(self.nextClaim, into: &actions)
    }

    /// Whether this process has finished a push, but the store has not recorded this yet.
    private func hasEnded(_ id: UInt64) -> Bool {
        self.owed.acknowledgement.contains(id) || self.errands.acknowledges(id)
    }

    private func reply(
        _ outcome: FeedOutcome, of act: FeedCommand.Act, to origin: Errand.Origin, at now: Instant
    ) -> ServiceReply? {
        switch origin {
        case .service: nil
        case .owner(let caller): ServiceReply(to: caller, .owner)
        case .device(let caller): ServiceReply(to: caller, .device(self.desk.answer(outcome, to: act)))
        case .publisher(let caller, let order):
            ServiceReply(to: caller, .publisher(self.publishing.answer(outcome, to: order, at: now)))
        }
    }

    /// Moves the alarm to an earlier time if work becomes due before it.
    mutating func keepAlarm(_ due: Instant?, into actions: inout ServiceActions) {
        guard let due, self.alarm.map({ due < $0 }) ?? true else { return }
        self.alarm = due
        actions.alarm = due
    }

    /// Handles a failed write. Waiting callers are informed, and all other work is retried.
    private mutating func fail(
        _ errand: Errand, at now: Instant, _ fresh: inout some FreshSource, inflate: Inflate,
        into actions: inout ServiceActions
    ) {
        switch errand {
        case .act(.device(let caller), _):
            let refusal = FeedRefusal(.unavailable, "The store cannot write now.", retryAfter: 1)
            actions.reply = ServiceReply(to: caller, .device(.refused(refusal)))
        case .act(.publisher(let caller, let order), _):
            actions.reply = ServiceReply(to: caller, .publisher(self.publishing.failure(of: order, at: now)))
        case .act(.owner(let caller), _): actions.reply = ServiceReply(to: caller, .failed)
        case .addressee(let caller, var arrival):
            arrival.load = PublishDesk.failure
            return self.read(arrival, feed: nil, from: caller, at: now, &fresh, inflate: inflate, into: &actions)
        case .acknowledgement(let ids): self.owed.acknowledgement += ids
        case .act(.service, let transaction):
            // The next alarm sweeps the feeds that are still due.
            if !errand.isChore { self.owed.acts.append(transaction.command.act) }
        case .due: break
        case .claim: self.owed.claim = true
        }
        self.keepAlarm(now.later(by: self.rules.storePause), into: &actions)
    }
}
