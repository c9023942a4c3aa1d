import Basics
import FeedContract

extension DeviceMachine {
    /// Handles an answer. An answer that came late or twice is ignored.
    mutating func answered(
        _ ticket: TicketNumber, _ answer: DeviceAnswer, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard ticket != .none, let index = self.jobs.firstIndex(where: { $0.ticket == ticket }) else { return }
        switch answer {
        case .refused(let code, let retryAfter): return self.refused(index, code, retryAfter, context, &actions)
        case .overtaken(let serial): return self.overtaken(index, by: serial, context, &actions)
        default: break
        }
        switch (self.jobs[index].kind, answer) {
        case (.sync, .page(let page)): self.read(page, index, context, &actions)
        case (.save, .saved(let version)), (.delete, .saved(let version)):
            self.saved(self.remove(index), version, context, &actions)
        case (.subscribe(let appId, let isQuiet), .subscribed(let name, let end)):
            self.subscribed(self.remove(index), name, until: end, appId, isQuiet: isQuiet, &actions)
        case (.register(let channel), .registered(let end)):
            self.registered(self.remove(index), channel, until: end, context, &actions)
        case (.unsubscribe, .done), (.unregister, .done): self.removalGoesOn(self.remove(index), &actions)
        default: self.fail(index, .strangeAnswer, context, &actions)
        }
    }

    /// Handles a request that the service refused because it has seen a later one.
    ///
    /// The later request may be from this machine. It may also be from an earlier machine whose backup was restored
    /// into this one. If several requests were sent, the last one wins, in whatever order they arrive.
    private mutating func overtaken(
        _ index: Int, by serial: UInt64, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        let isOwn = serial <= self.serial
        // Each such refusal names a different later request, so the number of retries is limited.
        let isLater = isOwn && serial > self.serial(of: self.jobs[index].ticket.number)
        switch self.jobs[index].kind {
        case .unregister where isOwn, .unsubscribe where isOwn:
            return self.removalGoesOn(self.remove(index), &actions)
        case .register where isOwn && self.isOutrun(index), _ where self.jobs[index].hasCaughtUp && !isLater:
            return self.fail(index, .refused(.overtaken), context, &actions)
        default: break
        }
        if !isOwn { self.catchUp(with: serial, &actions) }
        if !isLater { self.jobs[index].hasCaughtUp = true }
        self.jobs[index].recall()
    }

    /// Whether a registration of another address was sent after this registration.
    private func isOutrun(_ index: Int) -> Bool {
        let job = self.jobs[index]
        return job.isOutrun
            || self.jobs.contains {
                $0.lane == .registering && $0.kind != job.kind && $0.ticket.number > job.ticket.number
            }
    }

    private mutating func refused(
        _ index: Int, _ code: FeedRefusal.Code, _ retryAfter: Int?, _ context: DeviceContext,
        _ actions: inout [DeviceAction]
    ) {
        switch code {
        case .unauthenticated:
            self.drop(self.jobs[index].token, of: self.jobs[index].account, &actions)
            guard self.jobs[index].hasRenewedToken else {
                self.jobs[index].recall()
                return self.jobs[index].hasRenewedToken = true
            }
            self.fail(index, .tokenFailed, context, &actions)
        case .insufficientScope:
            self.drop(self.jobs[index].token, of: self.jobs[index].account, &actions)
            return self.fail(index, .tokenFailed, context, &actions)
        case .resyncRequired where self.jobs[index].kind == .sync:
            if self.readsAgainFromNothing(index, context.rules) { return }
        case .unknownSubscription where self.jobs[index].kind == .sync && !self.jobs[index].hasRenewedSubscription:
            if self.renewsSubscription(before: index, &actions) { return }
        case .invalidRequest, .notAuthorized, .unknownSubscription, .overtaken, .throttled, .resyncRequired, .tooLarge,
            .unavailable:
            break
        }
        guard code != .unauthenticated else { return }
        self.fail(index, .refused(code), retryAfter: retryAfter, context, &actions)
    }

    /// Removes a token that the service refused, unless there is already a newer one.
    private mutating func drop(_ token: Name, of key: AccountKey, _ actions: inout [DeviceAction]) {
        guard let index = self.accounts.place(of: key), self.accounts[index].token == token else { return }
        self.accounts[index].token = .none
        actions.append(.tokenInvalidated(key))
    }

    mutating func lost(
        _ ticket: TicketNumber, _ fault: ConnectionFault, _ context: DeviceContext,
        _ actions: inout [DeviceAction]
    ) {
        guard ticket != .none, let index = self.jobs.firstIndex(where: { $0.ticket == ticket }) else { return }
        self.fail(index, .connection(fault), context, &actions)
    }

    /// Fails all work that needed the connection.
    ///
    /// This includes requests that were sent, and work that has a token and waits for a connection. It also includes
    /// work without a token that waits to find out whether the network is missing.
    mutating func connectionFailed(
        _ fault: ConnectionFault, _ context: DeviceContext, _ actions: inout [DeviceAction]
    ) {
        guard self.connection != .closed else { return }
        self.connection = .closed
        self.fail(.connection(fault), context, &actions) { machine, index in
            let job = machine.jobs[index]
            let account = machine.accounts.place(of: job.account)
            return job.isSent || account.map { machine.accounts[$0].needsOnlyConnection } ?? false
        }
        for index in self.accounts.indices { self.accounts[index].isTokenRefused = false }
        for index in self.jobs.indices { self.jobs[index].isTokenRefused = false }
    }

    /// Fails all jobs for which `isMeant` returns true, in order.
    mutating func fail(
        _ failure: DeviceFailure, _ context: DeviceContext, _ actions: inout [DeviceAction],
        where isMeant: (DeviceMachine, Int) -> Bool
    ) {
        // A failure may start new work, which is appended. This new work must not fail with the rest.
        var left = self.jobs.count
        var index = 0
        while left > 0 {
            left -= 1
            let job = self.jobs[index]
            let isKept = failure.leavesDoubt && job.lane == .writing || failure.isForAppToCure && job.isInherited
            guard isMeant(self, index), !(isKept && self.isHeldUp(index)) else {
                index += 1
                continue
            }
            self.fail(index, failure, context, &actions)
            // A write that is kept stays at its index. Every other job is removed.
            if isKept { index += 1 }
        }
    }

    /// Fails one job.
    mutating func fail(
        _ index: Int, _ failure: DeviceFailure, retryAfter: Int? = nil, _ context: DeviceContext,
        _ actions: inout [DeviceAction]
    ) {
        if self.jobs[index].writes != nil, failure.leavesDoubt { return self.hold(index, context.now, &actions) }
        // No caller waits for an inherited write, and the user has seen it as done. So the write is retried.
        if self.jobs[index].isInherited {
            // An answer that was unreadable twice may never become readable.
            let isLasting = failure == .strangeAnswer && self.jobs[index].refusals > 0
            if failure.isForAppToCure || isLasting { return self.hold(index, &actions) }
            if failure.leavesOpen { return self.hold(index, retryAfter: retryAfter, context, &actions) }
        }
        let job = self.remove(index)
        switch job.kind {
        case .addAccount:
            // Other jobs may be adding the same account. The last one that fails removes the account.
            let isAwaited = self.jobs.contains { $0.kind == .addAccount && $0.account == job.account }
            if !isAwaited, let index = self.accounts.place(of: job.account), self.accounts[index].phase == .adding {
                self.dropAccount(index, &actions)
            }
            Self.complete(job.call, .failed(failure), &actions)
        case .unregister, .unsubscribe: self.removalGoesOn(job, &actions)
        case .sync: self.syncFailed(job, failure, retryAfter, context, &actions)
        case .save, .delete:
            self.end(job, stands: false, &actions)
            Self.complete(job.call, .failed(failure), &actions)
            // A proxy in front of the service may refuse a request that the service has carried out.
            if failure.leavesOpen { self.readWhenWelcome(job.feed, retryAfter, context, &actions) }
        case .subscribe:
            if failure.isPassing, job.call == .nobody, let feed = self.feeds.place(of: job.feed) {
                self.feeds[feed].renewalWait = retryAfter ?? 0
            }
            Self.complete(job.call, .failed(failure), &actions)
        case .register, .confirmation: Self.complete(job.call, .failed(failure), &actions)
        }
    }
}
