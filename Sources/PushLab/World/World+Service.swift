import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// The service, as the world runs it.
extension World {
    mutating func requestArrives(_ flight: FlightNumber) {
        // It stays a flight until it is answered.
        guard case .request(let sender, let token, let request) = self.flights[flight],
            self.service.hears(sender.service)
        else {
            _ = self.flights.land(flight)
            return
        }
        let about = request.subject.map { self.history.number(of: $0) } ?? .none
        let arrival = HistoryEvent.Fact.requestArrived(
            request.kind, request.wishes, self.standing(of: request, from: sender), ticket: sender.ticket.number,
            edition: request.edition)
        self.note(arrival, .service, about, party: .device(sender.device))
        self.atService { service, now, fresh, actions in
            service.receive(request, token: token, from: flight.caller, at: now, &fresh, into: &actions)
        }
    }

    /// Whether a request is signed, and whether its installation was replaced.
    func standing(of request: FeedRequest, from sender: Flight.Sender) -> RequestStanding {
        // Who names a subscription that is replaced is nobody that the service could know.
        let isSigned = request.signature.map { $0 == self.subscriptions[sender.device] } ?? false
        return RequestStanding(isSigned: isSigned, isForFormerInstallation: self.isFormer(sender, request))
    }

    /// Whether a request is that of an installation that was replaced.
    private func isFormer(_ sender: Flight.Sender, _ request: FeedRequest) -> Bool {
        guard sender.installation == self.devices[sender.device].installations else { return true }
        return request.installation.map { !self.isInstallation($0, of: sender.device) } ?? false
    }

    /// A request is answered. `commit` is what the service did for it; nil where it refused the request unread.
    private mutating func reply(_ answer: FeedAnswer, of commit: ServiceActions.Commit?, to flight: FlightNumber) {
        guard case .request(let sender, _, let request) = self.flights.land(flight) else {
            preconditionFailure("the answer to a request is for a device")
        }
        guard let commit else { return self.reply(answer, to: sender) }
        // What a former installation is told is no word to this one.
        if case .subscribed(let row) = commit.result.outcome, !self.isFormer(sender, request) {
            self.devices[sender.device].isQuiet = row.isQuiet
            if self.history.keepsEvents { self.subscriptions[sender.device] = row.id }
        }
        let odd = self.oddPage(for: request, of: sender.device)
        if odd != nil { self.note(.answerSpoiled, .service, party: .device(sender.device)) }
        // What nobody can read any more is no page.
        if odd != .malformed, self.stands(sender) {
            self.notePage(commit, for: sender.device, leadsBack: odd == .loop)
        }
        self.reply(answer.spoiled(odd, for: request), to: sender)
    }

    /// Whether no tap tells some device of what is new.
    var hasUntappedDevices: Bool {
        self.devices.indices.contains { index in
            let device = self.devices[index]
            if device.isUntapped { return true }
            let feed = FeedKey(host: self.host, user: self.users[device.user])
            return device.account != nil && !self.store.taps(self.installation(index), for: feed, at: self.now)
        }
    }

    /// Has the service carry an act out that nobody waits for; what follows from it is on its way afterwards.
    mutating func run(_ act: consuming FeedCommand.Act) {
        self.atService { [act] service, now, fresh, actions in
            service.carryOut(act, at: now, &fresh, into: &actions)
        }
    }

    // MARK: The service and its links

    /// Tells the service something, and carries out what it wants.
    mutating func atService(
        _ tell: (inout ServiceMachine, Instant, inout LabFresh, inout ServiceActions) -> Void
    ) {
        var actions = ServiceActions()
        var fresh = LabFresh(die: self.die, cause: self.cause, count: self.fresh)
        tell(&self.feedService, self.now, &fresh, &actions)
        self.fresh = fresh.count
        self.carryOut(actions)
    }

    private mutating func carryOut(_ actions: consuming ServiceActions) {
        // The history names a publication before its commit.
        let publication = self.publication(of: actions)
        if let commit = actions.commit { self.noteCommits(commit.result, of: commit.transaction) }
        for id in actions.pushes { self.send(id) }
        if let retry = actions.retry { self.sendAgain(retry) }
        if let alarm = actions.alarm { self.setSweep(at: alarm) }
        if let reply = actions.reply { self.pass(reply, of: actions.commit, about: publication) }
        for place in actions.work.indices { self.ask(actions.work[place]) }
    }

    /// Nothing is compressed in a lab: no library for it is at hand.
    static var inflate: Inflate { { _, _, _ in .damaged } }

    private mutating func publication(of actions: borrowing ServiceActions) -> HistoryEvent.TextNumber {
        guard let commit = actions.commit, case .publisher = actions.reply?.words,
            case .publish(_, let publication) = commit.transaction.command.act
        else { return .none }
        return self.history.number(of: publication.notification.appNotificationId ?? "")
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

    /// Brings a push on its way to its push service.
    private mutating func send(_ id: UInt64) {
        guard self.keptTaps == nil else { return self.keepTap(id) }
        guard self.service.isRunning else { return }
        // By the device and not by its number in the outbox, which tells how many pushes went before.
        let entity = self.feedService.device(ofPush: id).map(self.entity(ofInstallation:)) ?? id
        let place = self.nextPlace(entity)
        let delay = self.roll(.senderDelay, entity, n: place).within(self.delays.sending)
        self.plan(.push(self.flights.add(.push(id, service: self.service.incarnation))), in: delay, place: place)
    }

    private mutating func sendAgain(_ retry: ServiceActions.Retry) {
        let flight = Flight.push(retry.push, service: self.service.incarnation)
        self.plan(.push(self.flights.add(flight)), in: retry.pause)
        self.leaveOutOfBustle()
    }

    func entity(ofInstallation name: String) -> UInt64 {
        self.installations[name].map { self.devices[$0].entity } ?? World.entity(name)
    }

    /// The service is woken when something falls due.
    private mutating func setSweep(at due: Instant) {
        // No process of a lab lives as long as the lease of its pushes.
        guard due < World.end else { return }
        if let next = self.nextSweep { self.callOff(next.handle) }
        self.nextSweep = (due, self.plan(.sweep, at: due, isUrgent: false))
    }

    mutating func sweep() {
        self.nextSweep = nil
        guard self.service.isRunning else { return }
        self.atService { service, now, fresh, actions in service.ring(at: now, &fresh, into: &actions) }
    }

    // MARK: The lab's own publisher

    /// A publisher sends a notification for a user.
    mutating func publish(_ notification: NewNotification, to user: Int, requestId: String? = nil) {
        self.publications += 1
        let feed = FeedKey(host: notification.host, user: self.users[user])
        let id = self.history.number(of: notification.appNotificationId ?? "")
        self.note(.publishAsked, .backend, id)
        let delay = self.roll(.publishDelay, World.entity(self.users[user])).within(self.delays.crossing)
        // A publisher that may lose an answer names its request, so that asking again stores nothing twice.
        let ownName = self.commits == nil ? nil : "request-\(self.cause.step)-\(self.cause.hop)"
        let publishing = Publishing(feed: feed, notification: notification, requestId: requestId ?? ownName)
        self.plan(.publication(self.flights.add(.publication(publishing))), in: delay)
    }

    mutating func publicationArrives(_ flight: FlightNumber) {
        // It stays a flight until it is answered.
        guard case .publication(let publishing) = self.flights[flight] else { return }
        guard self.service.isRunning else {
            _ = self.flights.land(flight)
            return self.publishLater(publishing)
        }
        let publication = Publication(publishing.notification, requestId: publishing.requestId)
        self.atService { service, now, fresh, actions in
            service.carryOut(
                .publish(publishing.feed, publication), for: flight.caller, at: now, &fresh, into: &actions)
        }
    }

    private mutating func publicationIsAnswered(_ result: FeedResult, to flight: FlightNumber) {
        guard case .publication(let publishing) = self.flights.land(flight) else {
            preconditionFailure("the lab asks for publications only")
        }
        switch result.outcome {
        case .published(let receipt):
            let id = self.history.number(of: receipt.id)
            self.note(.publishAnswered(status: 201, generation: receipt.generation), .backend, id)
        case .refused(let refusal):
            let id = self.history.number(of: publishing.notification.appNotificationId ?? "")
            self.note(.publishAnswered(status: refusal.status), .backend, id)
        default: preconditionFailure("a publication is stored or refused")
        }
    }

    func feed(of user: Int) -> FeedKey { FeedKey(host: self.host, user: self.users[user]) }

    /// What stands in the log of a user's feed: the truth that every device is to reach.
    func truth(of user: Int) -> [Change] { self.truths(of: [user]).first ?? [] }

    /// The same of several users, of whom each one alone would cost a copy of the table of all feeds.
    func truths(of users: [Int]) -> [[Change]] {
        var store = self.store
        return users.map { self.truth(of: $0, in: &store) }
    }

    private func truth(of user: Int, in store: inout MemoryFeedStore) -> [Change] {
        let feed = self.feed(of: user)
        var place = ReadingPlace.start
        var found: [Change] = []
        while true {
            let command = FeedCommand(
                .fetch(feed, Reading(place)), now: self.now, fresh: Fresh(id: "reader", number: 1))
            guard case .page(let page) = store.run(command).outcome else { return found }
            found += page.changes
            // A service under test may lead nowhere.
            guard !page.isLast, page.next.position > place.position else { return found }
            place = page.next
        }
    }
}
