package import Basics
package import FeedContract
package import NotificationFeed

/// The service as a state machine, from an incoming request to an accepted push.
///
/// The machine is a value without I/O. Its inputs are requests, publications, answers of the store and of push
/// services, and the alarm. It fills ``ServiceActions`` with work for the store, commits, pushes to send, an alarm and
/// replies. The owner, which is a simulation or a server, does the input and output and provides the time. Each access
/// to the store is a ticket that is answered later, so the machine never waits.
package struct ServiceMachine: Sendable {
    package var office: TokenOffice
    package var rules: ServiceRules
    let desk: FeedDesk
    let publishing: PublishDesk
    var errands = Errands()
    /// The pushes that this process still has to send. Used for lookup only: iteration order is not deterministic.
    var held: [UInt64: HeldPush] = [:]
    /// The time of the alarm, at which the owner calls ``ring(at:_:into:)``.
    var alarm: Instant?
    /// Work that the store refused. It is submitted again at the next alarm.
    var owed = Owed()
    /// The time at which this process next takes over pushes. This is needed because another process may have ended
    /// before it sent its pushes.
    var nextClaim: Instant?

    package init(
        desk: FeedDesk, office: TokenOffice, publishing: PublishDesk = PublishDesk(),
        rules: ServiceRules = ServiceRules()
    ) {
        self.desk = desk
        self.office = office
        self.publishing = publishing
        self.rules = rules
    }

    /// Returns the caller that waits for the answer to a ticket.
    package func caller(of ticket: Ticket) -> Caller? { self.errands[ticket]?.caller }

    /// Whether the service has nothing left to do: no ticket is open, no push is being sent, and no failed work waits
    /// for a retry.
    package var isAtRest: Bool { self.errands.isEmpty && self.held.isEmpty && self.owed.isEmpty }

    // MARK: Requests

    /// Handles the request of a device with its access token. The reply may come at once or after the store's answer.
    package mutating func receive(
        _ request: FeedRequest, token: String, from caller: Caller, at now: Instant, _ fresh: inout some FreshSource,
        into actions: inout ServiceActions
    ) {
        let holder: Result<TokenHolder, AccessRefusal>
        do throws(AccessRefusal) {
            holder = .success(try self.office.check(token, for: .sync, at: now))
        } catch { holder = .failure(error) }
        switch self.desk.act(request, of: holder) {
        case .failure(let refusal): actions.reply = ServiceReply(to: caller, .device(.refused(refusal)))
        case .success(let act): self.submit(act, for: .device(caller), at: now, &fresh, into: &actions)
        }
    }

    /// Handles a publisher's request as received.
    package mutating func post(
        _ arrival: PublishDesk.Arrival, from caller: Caller, at now: Instant, _ fresh: inout some FreshSource,
        inflate: Inflate, into actions: inout ServiceActions
    ) {
        guard let addressee = self.publishing.addressee(of: arrival) else {
            return self.read(arrival, feed: nil, from: caller, at: now, &fresh, inflate: inflate, into: &actions)
        }
        self.submit(.feedOfSubscription(addressee), for: .addressee(caller, arrival), into: &actions)
    }

    mutating func read(
        _ arrival: PublishDesk.Arrival, feed: FeedKey?, from caller: Caller, at now: Instant,
        _ fresh: inout some FreshSource, inflate: Inflate, into actions: inout ServiceActions
    ) {
        switch self.publishing.read(arrival, office: self.office, feed: feed, at: now, inflate: inflate) {
        case .answer(let refusal): actions.reply = ServiceReply(to: caller, .publisher(refusal))
        case .ask(let act, let order): self.submit(act, for: .publisher(caller, order), at: now, &fresh, into: &actions)
        }
    }

    /// Carries out an act. No access token is checked, because the owner authorises the act. If there is a caller, the
    /// reply to the caller contains the outcome.
    package mutating func carryOut(
        _ act: FeedCommand.Act, for caller: Caller? = nil, at now: Instant, _ fresh: inout some FreshSource,
        into actions: inout ServiceActions
    ) {
        self.submit(act, for: caller.map { .owner($0) } ?? .service, at: now, &fresh, into: &actions)
    }

    // MARK: Lifecycle

    /// Starts from the stored state. Continues with unsent pushes, and with work that became due in the meantime.
    package mutating func start(
        at now: Instant, _ fresh: inout some FreshSource, into actions: inout ServiceActions
    ) {
        self.end()
        self.owed.claim = true
        self.ring(at: now, &fresh, into: &actions)
    }

    /// Sets the alarm again after this value was unpacked. The owner kept the time of the alarm in the meantime.
    package mutating func keepAlarm(at moment: Instant) { self.alarm = moment }

    /// Does the work that is due, and clears the alarm.
    package mutating func ring(
        at now: Instant, _ fresh: inout some FreshSource, into actions: inout ServiceActions
    ) {
        actions.requireUnused()
        self.alarm = nil
        let owed = self.owed
        self.owed = Owed()
        if !owed.acknowledgement.isEmpty {
            self.submit(
                .acknowledge(owed.acknowledgement), for: .acknowledgement(owed.acknowledgement), into: &actions)
        }
        if owed.claim || self.nextClaim.map({ $0 <= now }) == true { self.claim(at: now, into: &actions) }
        for act in owed.acts { self.submit(act, for: .service, at: now, &fresh, into: &actions) }
        // While sweeps are in progress, the store still reports their feeds as due. So no other sweep is requested.
        if self.errands.chores == 0 {
            self.submit(.due(at: now, limit: self.rules.dueLimit), for: .due, into: &actions)
        }
        self.keepAlarm(self.nextClaim, into: &actions)
    }

    /// Claims the pushes that no living process holds.
    mutating func claim(at now: Instant, into actions: inout ServiceActions) {
        self.nextClaim = nil
        let claim = StoreWork.claim(limit: self.rules.claimLimit, now: now, lease: self.rules.lease)
        self.submit(claim, for: .claim, into: &actions)
    }

    /// Forgets everything, because the process has ended. If the store later answers a ticket of this process, the
    /// answer is ignored.
    ///
    /// Returns the callers that still waited for a reply, in the order of their tickets.
    @discardableResult
    package mutating func end() -> [Caller] {
        let waiting = self.errands.drop()
        self.held = [:]
        self.alarm = nil
        self.owed = Owed()
        self.nextClaim = nil
        return waiting.compactMap(\.caller)
    }

    /// Submits an act. The act gets a fresh id only here, after all checks that could have refused the act.
    mutating func submit(
        _ act: consuming FeedCommand.Act, for origin: Errand.Origin, at now: Instant,
        _ fresh: inout some FreshSource, into actions: inout ServiceActions
    ) {
        let transaction = FeedTransaction(
            FeedCommand(act, now: now, fresh: fresh.next()), lease: self.rules.lease)
        self.submit(.feed(transaction), for: .act(origin, transaction), into: &actions)
    }

    mutating func submit(_ work: consuming StoreWork, for errand: Errand, into actions: inout ServiceActions) {
        actions.work.append(ServiceActions.Work(work, self.errands.add(errand)))
    }
}
