import Basics
import FeedContract
import NotificationFeed
import PushGateway

/// The service, as the world runs it.
extension World {
    mutating func requestArrives(_ flight: FlightNumber) {
        guard case .request(let sender, let token, let request) = self.flights.land(flight),
            self.service.hears(sender.service)
        else { return }
        let about = request.subject.map { self.history.number(of: $0) } ?? .none
        // Who names a subscription that is replaced is nobody that the service could know.
        let isSigned = request.signature.map { $0 == self.subscriptions[sender.device] } ?? false
        let isReplaced = sender.installation != self.devices[sender.device].installations
        let isFormer = isReplaced || request.installation.map { !self.isInstallation($0, of: sender.device) } ?? false
        self.note(
            .requestArrived, .service, about, party: .device(sender.device),
            detail: request.number | (isSigned ? HistoryEvent.signature : 0)
                | (isFormer ? HistoryEvent.formerInstallation : 0) | request.wishes,
            first: sender.ticket.number, second: request.edition ?? 0)
        let caller: Result<TokenHolder, AccessRefusal>
        do throws(AccessRefusal) {
            caller = .success(try self.office.check(token, for: .sync, at: self.now))
        } catch { caller = .failure(error) }
        switch self.desk.act(request, of: caller) {
        case .failure(let refusal): self.reply(.refused(refusal), to: sender)
        case .success(let act):
            let command = self.command(act)
            let outcome = self.run(command)
            // What a former installation is told is no word to this one.
            if case .subscribed(let row) = outcome, !isFormer {
                self.devices[sender.device].isQuiet = row.isQuiet
                if self.history.keepsEvents { self.subscriptions[sender.device] = row.id }
            }
            let odd = self.oddPage(for: request, of: sender.device)
            if odd != nil { self.note(.answerSpoiled, .service, party: .device(sender.device)) }
            // What nobody can read any more is no page.
            if odd != .malformed, self.stands(sender) {
                self.notePage(outcome, command.act, for: sender.device, leadsBack: odd == .loop)
            }
            self.reply(self.desk.answer(outcome, to: command.act).spoiled(odd, for: request), to: sender)
        }
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

    /// Has the service carry a command out; what follows from it is on its way afterwards.
    @discardableResult
    mutating func run(_ act: consuming FeedCommand.Act) -> FeedOutcome { self.run(self.command(act)) }

    /// A command for the service, as of now.
    private mutating func command(_ act: consuming FeedCommand.Act) -> FeedCommand {
        self.fresh += 1
        let low = self.roll(.fresh, self.fresh)
        let high = self.roll(.fresh, self.fresh, n: 1)
        return FeedCommand(act, now: self.now, fresh: Fresh(digitsOf: low.bits, number: high.bits))
    }

    private mutating func run(_ command: FeedCommand) -> FeedOutcome {
        let decision = self.store.run(command)
        self.noteCommits(decision.change, command.act)
        if !decision.change.outbox.isEmpty { self.sendPushes() }
        self.planSweep()
        return decision.outcome
    }

    mutating func sendPushes() {
        guard self.keptTaps == nil else { return self.keepTaps() }
        guard self.service.isRunning else { return }
        // Nobody else sends them while the process lives, however long a push service cannot be reached.
        let lease = World.end - World.start
        for id in self.store.claimOutboxNames(limit: .max, now: self.now, lease: lease) {
            // By the device and not by its number in the outbox, which tells how many pushes went before.
            let entity = self.entity(ofPush: id)
            let place = self.nextPlace(entity)
            let delay = self.roll(.senderDelay, entity, n: place).within(self.delays.sending)
            self.plan(
                .push(self.flights.add(.push(id, service: self.service.incarnation))), in: delay, place: place)
        }
    }

    /// The die's name for the device that a push is for.
    func entity(ofPush id: UInt64) -> UInt64 {
        guard let name = self.store.deviceOfPush(id) else { return id }
        return self.entity(ofInstallation: name)
    }

    func entity(ofInstallation name: String) -> UInt64 {
        self.installations[name].map { self.devices[$0].entity } ?? World.entity(name)
    }

    /// The service is woken when something falls due.
    private mutating func planSweep() {
        guard let due = self.store.nextDue() else { return }
        if let next = self.nextSweep {
            guard due < next.moment else { return }
            self.callOff(next.handle)
        }
        self.nextSweep = (due, self.plan(.sweep, at: due, isUrgent: false))
    }

    mutating func sweep() {
        self.nextSweep = nil
        for feed in self.store.dueFeeds(at: self.now, limit: .max) { self.run(.sweep(feed)) }
        self.planSweep()
    }

    /// A publisher sends a notification for a user.
    mutating func publish(_ notification: NewNotification, to user: Int, requestId: String? = nil) {
        self.publications += 1
        let feed = FeedKey(host: notification.host, user: self.users[user])
        let id = self.history.number(of: notification.appNotificationId ?? "")
        self.note(.publishAsked, .backend, id)
        let delay = self.roll(.publishDelay, World.entity(self.users[user])).within(self.delays.crossing)
        let publishing = Publishing(feed: feed, notification: notification, requestId: requestId)
        self.plan(.publication(self.flights.add(.publication(publishing))), in: delay)
    }

    mutating func publicationArrives(_ flight: FlightNumber) {
        guard case .publication(let publishing) = self.flights.land(flight) else { return }
        guard self.service.isRunning else { return self.publishLater(publishing) }
        let publication = Publication(publishing.notification, requestId: publishing.requestId)
        switch self.run(.publish(publishing.feed, publication)) {
        case .published(let receipt):
            let id = self.history.number(of: receipt.id)
            self.note(.publishAnswered, .backend, id, detail: 201, first: receipt.generation)
        case .refused(let refusal):
            let id = self.history.number(of: publishing.notification.appNotificationId ?? "")
            self.note(.publishAnswered, .backend, id, detail: UInt32(refusal.status))
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
