import Basics
import FeedService
import NotificationFeed

/// One access to the store that is not finished.
struct OpenCommit {
    let work: ServiceActions.Work
    let handle: Agenda<Planned>.Handle
    /// The number by which random draws identify the user or device that the access is about.
    let entity: UInt64
    /// The caller that waits for the access, and the time of its request.
    let caller: Caller?
    let asked: Instant
}

/// The store of the service. It answers at once unless the scenario sets a commit delay.
extension World {
    mutating func ask(_ work: ServiceActions.Work) {
        guard let delays = self.service.commits else { return self.commit(work.work, work.ticket) }
        let entity = self.entity(of: work.work)
        let place = self.clock.nextPlace(entity)
        let delay = self.clock.roll(.commitDelay, entity, n: place).within(
            self.weather.isCalm ? delays.calm : delays.usual)
        let handle = self.clock.plan(.commit(Self.number(of: work.ticket)), in: delay, place: place)
        let caller = self.service.machine.caller(of: work.ticket)
        self.service.openCommits.append(
            OpenCommit(work: work, handle: handle, entity: entity, caller: caller, asked: self.clock.now))
    }

    mutating func commitEnds(_ number: UInt32) {
        guard let index = self.service.openCommits.firstIndex(where: { Self.number(of: $0.work.ticket) == number })
        else {
            preconditionFailure("the store answers what it was asked")
        }
        let commit = self.service.openCommits.remove(at: index)
        self.noteAnswer(commit)
        self.commit(commit.work.work.begun(at: self.clock.now), commit.work.ticket)
    }

    /// Records in the history which device sent the request that is carried out now. Other requests may have arrived in
    /// the meantime.
    private mutating func noteAnswer(_ commit: OpenCommit) {
        guard case .feed(let transaction) = commit.work.work else { return }
        if case .retire(_, _, let address, _) = transaction.command.act {
            return self.note(.storeAnswered(), .service, self.record.history.number(of: address))
        }
        if let caller = commit.caller,
            case .request(let sender, _, let request) = self.service.flights[FlightNumber(caller)]
        {
            let standing = self.standing(of: request, from: sender)
            self.note(
                .storeAnswered(standing, ticket: sender.ticket.number, asked: commit.asked), .service,
                party: .device(sender.device))
        } else {
            self.note(.storeAnswered(), .service)
        }
    }

    private mutating func commit(_ work: consuming StoreWork, _ ticket: Ticket) {
        let answer = self.service.store.answer(work, ticket)
        self.atService { service, now, fresh, actions in
            service.settle(answer, at: now, &fresh, inflate: Self.inflate, into: &actions)
        }
    }

    /// Ends the open accesses of a dead process.
    ///
    /// Each access is either written completely or not at all.
    mutating func loseCommits() {
        let open = self.service.openCommits
        self.service.openCommits = []
        for (place, commit) in open.enumerated() {
            self.clock.callOff(commit.handle)
            guard self.clock.roll(.lastCommit, commit.entity, n: UInt64(place)).below(2) == 0 else { continue }
            let answer = self.service.store.answer(commit.work.work.begun(at: self.clock.now), commit.work.ticket)
            guard case .feed(let result) = answer.outcome, case .feed(let transaction) = commit.work.work else {
                continue
            }
            self.noteAnswer(commit)
            self.noteCommits(result, of: transaction)
        }
    }

    /// Returns the number by which random draws identify the user or device of an access.
    ///
    /// Accesses of other users and devices do not change the draws for this access.
    private func entity(of work: StoreWork) -> UInt64 {
        switch work {
        case .feed(let transaction): People.entity(transaction.command.act.user ?? "")
        case .acknowledge(let ids):
            ids.first.flatMap { self.service.store.deviceOfPush($0) }.map(self.people.entity(ofInstallation:))
                ?? Self.storeEntity
        default: Self.storeEntity
        }
    }

    private static let storeEntity = People.entity("the store")

    private static func number(of ticket: Ticket) -> UInt32 {
        precondition(ticket.number <= UInt64(UInt32.max), "a world asks its store less often")
        return UInt32(ticket.number)
    }
}
