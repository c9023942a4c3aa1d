import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// The service, as the world runs it.
extension World {
    mutating func requestArrives(_ flight: FlightNumber) {
        // The flight is kept until the request is answered.
        guard case .request(let sender, let token, let request) = self.service.flights[flight],
            self.service.process.hears(sender.service)
        else {
            _ = self.service.flights.land(flight)
            return
        }
        let about = request.subject.map { self.record.history.number(of: $0) } ?? .none
        let arrival = HistoryEvent.Fact.requestArrived(
            request.kind, request.wishes, self.standing(of: request, from: sender), ticket: sender.ticket.number,
            edition: request.edition)
        self.note(arrival, .service, about, party: .device(sender.device))
        self.atService { service, now, fresh, actions in
            service.receive(request, token: token, from: flight.caller, at: now, &fresh, into: &actions)
        }
    }

    /// Whether a request names the current subscription of its device, and whether the installation that the request
    /// names was replaced.
    func standing(of request: FeedRequest, from sender: Flight.Sender) -> RequestStanding {
        // A replaced subscription does not count as a signature: the service no longer knows it.
        let isSigned = request.signature.map { $0 == self.service.subscriptions[sender.device] } ?? false
        let isFormer = self.people.isFormer(sender, naming: request.installation)
        return RequestStanding(isSigned: isSigned, isForFormerInstallation: isFormer)
    }

    /// Answers a request.
    ///
    /// `commit` is the service's commit for the request. It is nil if the service refused the request without reading
    /// it.
    private mutating func reply(_ answer: FeedAnswer, of commit: ServiceActions.Commit?, to flight: FlightNumber) {
        guard case .request(let sender, _, let request) = self.service.flights.land(flight) else {
            preconditionFailure("the answer to a request is for a device")
        }
        guard let commit else { return self.reply(answer, to: sender) }
        // An answer to a former installation does not apply to the current one.
        if case .subscribed(let row) = commit.result.outcome,
            !self.people.isFormer(sender, naming: request.installation)
        {
            self.people.devices[sender.device].isQuiet = row.isQuiet
            if self.record.history.keepsEvents { self.service.subscriptions[sender.device] = row.id }
        }
        let odd = self.oddPage(for: request, of: sender.device)
        if odd != nil { self.note(.answerSpoiled, .service, party: .device(sender.device)) }
        // An unreadable answer is not a page.
        if odd != .malformed, self.people.stands(sender) {
            self.notePage(commit, for: sender.device, leadsBack: odd == .loop)
        }
        self.reply(answer.spoiled(odd, for: request), to: sender)
    }

    /// Whether any device has to learn of changes without taps.
    var hasUntappedDevices: Bool {
        self.people.devices.indices.contains { index in
            let device = self.people.devices[index]
            if device.isUntapped { return true }
            let feed = self.people.feed(of: device.user)
            return device.account != nil
                && !self.service.store.taps(self.people.installation(index), for: feed, at: self.clock.now)
        }
    }

    /// Carries out an act at the service. No caller waits for the result.
    ///
    /// When this method returns, the consequences of the act are still pending.
    mutating func run(_ act: consuming FeedCommand.Act) {
        self.atService { [act] service, now, fresh, actions in
            service.carryOut(act, at: now, &fresh, into: &actions)
        }
    }

    // MARK: The service and its links

    /// Sends an event to the service, and carries out the resulting actions.
    mutating func atService(
        _ tell: (inout ServiceMachine, Instant, inout LabFresh, inout ServiceActions) -> Void
    ) {
        var actions = ServiceActions()
        var fresh = LabFresh(die: self.clock.die, cause: self.clock.cause, count: self.service.fresh)
        tell(&self.service.machine, self.clock.now, &fresh, &actions)
        self.service.fresh = fresh.count
        self.carryOut(actions)
    }

    private mutating func carryOut(_ actions: consuming ServiceActions) {
        // The history names a publication before the publication is committed.
        let publication = self.publication(of: actions)
        if let commit = actions.commit { self.noteCommits(commit.result, of: commit.transaction) }
        for id in actions.pushes { self.send(id) }
        if let retry = actions.retry { self.sendAgain(retry) }
        if let alarm = actions.alarm { self.setSweep(at: alarm) }
        if let reply = actions.reply { self.pass(reply, of: actions.commit, about: publication) }
        for place in actions.work.indices { self.ask(actions.work[place]) }
    }

    /// Decompression always fails in a lab, which has no library for it.
    static var inflate: Inflate { { _, _, _ in .damaged } }

    private mutating func publication(of actions: borrowing ServiceActions) -> HistoryEvent.TextNumber {
        guard let commit = actions.commit, case .publisher = actions.reply?.words,
            case .publish(_, let publication) = commit.transaction.command.act
        else { return .none }
        return self.record.history.number(of: publication.notification.appNotificationId ?? "")
    }

    private mutating func pass(
        _ reply: ServiceReply, of commit: ServiceActions.Commit?, about publication: HistoryEvent.TextNumber
    ) {
        let flight = FlightNumber(reply.caller)
        switch reply.words {
        case .device(let answer): self.reply(answer, of: commit, to: flight)
        case .publisher(let answer): self.postIsAnswered(answer, commit?.result, publication, to: flight)
        case .owner: if let commit { self.publicationIsAnswered(commit.result, to: flight) }
        case .failed: preconditionFailure("the lab's store can always write")
        }
    }

    /// Sends a push towards its push service.
    private mutating func send(_ id: UInt64) {
        guard self.post.keptTaps == nil else { return self.keepTap(id) }
        guard self.service.process.isRunning else { return }
        // The delay depends on the device. It does not depend on the number in the outbox, which depends on earlier
        // pushes.
        let entity = self.service.machine.device(ofPush: id).map(self.people.entity(ofInstallation:)) ?? id
        let place = self.clock.nextPlace(entity)
        let delay = self.clock.roll(.senderDelay, entity, n: place).within(self.weather.delays.sending)
        self.clock.plan(
            .push(self.service.flights.add(.push(id, service: self.service.process.incarnation))), in: delay,
            place: place)
    }

    private mutating func sendAgain(_ retry: ServiceActions.Retry) {
        let flight = Flight.push(retry.push, service: self.service.process.incarnation)
        self.clock.plan(.push(self.service.flights.add(flight)), in: retry.pause)
        self.clock.leaveOutOfBustle()
    }

    /// Plans the next maintenance of the service.
    private mutating func setSweep(at due: Instant) {
        // No process of a lab lives as long as the lease of its pushes.
        guard due < LabTime.end else { return }
        if let next = self.service.nextSweep { self.clock.callOff(next.handle) }
        self.service.nextSweep = (due, self.clock.plan(.sweep, at: due, isUrgent: false))
    }

    mutating func sweep() {
        self.service.nextSweep = nil
        self.service.isSweepLate = false
        guard self.service.process.isRunning else { return }
        if !self.weather.isCalm, let lag = self.service.sweepLag.take() {
            self.setSweep(at: self.clock.now.later(by: lag))
            self.service.isSweepLate = self.service.nextSweep != nil
            return
        }
        self.atService { service, now, fresh, actions in service.ring(at: now, &fresh, into: &actions) }
    }

    /// Runs the delayed maintenance of the service at once.
    mutating func endLateSweep() {
        guard self.service.isSweepLate, let next = self.service.nextSweep else { return }
        self.clock.callOff(next.handle)
        self.sweep()
    }

    // MARK: The lab's own publisher

    /// Publishes a notification for a user, as the lab's own publisher.
    mutating func publish(_ notification: NewNotification, to user: Int, requestId: String? = nil) {
        self.service.publications += 1
        let feed = FeedKey(host: notification.host, user: self.people.users[user])
        let id = self.record.history.number(of: notification.appNotificationId ?? "")
        self.note(.publishAsked, .backend, id)
        let delay = self.clock.roll(.publishDelay, People.entity(self.people.users[user])).within(
            self.weather.delays.crossing)
        // A publisher that may lose an answer gives its request an id, so that a retry does not store anything twice.
        let losesAnswers = self.service.commits != nil || self.service.publishAnswersToLose[user] != nil
        let ownName = !losesAnswers ? nil : "request-\(self.clock.cause.step)-\(self.clock.cause.hop)"
        let publishing = Publishing(feed: feed, notification: notification, requestId: requestId ?? ownName)
        self.clock.plan(.publication(self.service.flights.add(.publication(publishing))), in: delay)
    }

    mutating func publicationArrives(_ flight: FlightNumber) {
        // The flight is kept until the publication is answered.
        guard case .publication(let publishing) = self.service.flights[flight] else { return }
        guard self.service.process.isRunning else {
            _ = self.service.flights.land(flight)
            return self.publishLater(publishing)
        }
        let publication = Publication(publishing.notification, requestId: publishing.requestId)
        self.atService { service, now, fresh, actions in
            service.carryOut(
                .publish(publishing.feed, publication), for: flight.caller, at: now, &fresh, into: &actions)
        }
    }

    private mutating func publicationIsAnswered(_ result: FeedResult, to flight: FlightNumber) {
        guard case .publication(let publishing) = self.service.flights.land(flight) else {
            preconditionFailure("the lab asks for publications only")
        }
        switch result.outcome {
        case .published(let receipt):
            let id = self.record.history.number(of: receipt.id)
            guard !self.losesPublishAnswer(of: publishing) else {
                self.note(.publishAnswerLost, .backend, id)
                return self.publishLater(publishing)
            }
            self.note(.publishAnswered(status: 201, generation: receipt.generation), .backend, id)
        case .refused(let refusal):
            let id = self.record.history.number(of: publishing.notification.appNotificationId ?? "")
            self.note(.publishAnswered(status: refusal.status), .backend, id)
        default: preconditionFailure("a publication is stored or refused")
        }
    }

    /// Whether the answer to a publication gets lost.
    ///
    /// No answer gets lost during a calm.
    private mutating func losesPublishAnswer(of publishing: Publishing) -> Bool {
        guard publishing.requestId != nil, !self.weather.isCalm,
            let user = self.people.user(named: publishing.feed.user),
            let count = self.service.publishAnswersToLose[user], count > 0
        else { return false }
        self.service.publishAnswersToLose[user] = count - 1
        return true
    }
}
