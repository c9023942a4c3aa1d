import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// The way between a device and the service.
extension World {
    /// A device wants a connection.
    mutating func connect(_ device: Int) {
        guard !self.devices[device].isConnecting else { return }
        self.devices[device].isConnecting = true
        self.note(.connectAsked, .device(device))
        let delay = self.roll(.connectDelay, self.devices[device].entity).within(self.delays.connecting)
        self.plan(.connection(self.process(device)), in: delay)
    }

    mutating func connectionEnds(_ device: Int) {
        self.devices[device].isConnecting = false
        if let fault = self.refusal(device) {
            // Who asked for another connection learns that there is none, and the one before is none either.
            self.disconnect(device)
            self.note(.connectFailed(fault), .device(device))
            return self.tellSDK(device, .connectionFailed(fault.asConnectionFault))
        }
        self.devices[device].isConnected = true
        self.note(.connected, .device(device))
        self.tellSDK(device, .connected)
    }

    private mutating func refusal(_ device: Int) -> LinkFault? {
        if !self.devices[device].isOnline { return .offline }
        if self.isParted(device) || !self.service.isRunning { return .unreachable }
        if !self.isCalm, self.devices[device].hasFaults, let fault = self.devices[device].faults.takeRefusal() {
            return fault
        }
        if self.mayStrike(self.network.connectionsRefused) {
            let draw = self.roll(.connectRefusal, self.devices[device].entity)
            let deed = Scenario.DeviceDeed.refuseConnections(.unreachable, count: 1)
            if self.strikes(self.network.connectionsRefused, draw, device, deed) { return .unreachable }
        }
        return self.secureLinks?.connect(device, at: self.now)
    }

    /// Ends a connection in the middle. What was asked over it may still arrive, what is answered does not.
    mutating func breakConnection(_ device: Int) {
        guard self.disconnect(device) else { return }
        self.note(.connectFailed(.broken), .device(device))
        self.tellSDK(device, .connectionFailed(.broken))
        let numbers = self.devices[device].outstanding
        self.devices[device].outstanding = []
        for number in numbers { self.tell(device, .answer(number, .lost)) }
    }

    /// Forgets a connection without a word to anybody; false when there is none.
    @discardableResult
    mutating func disconnect(_ device: Int) -> Bool {
        guard self.devices[device].isConnected else { return false }
        self.devices[device].isConnected = false
        self.devices[device].connection &+= 1
        self.secureLinks?.close(device)
        return true
    }

    /// How long it takes an app to learn that there is no connection.
    static var silence: Interval { .milliseconds(100) }

    /// Sends a request on its way. `place` tells the requests of one event apart.
    mutating func send(_ request: FeedRequest, _ ticket: RequestTicket, token: String, of device: Int, place: UInt64) {
        let sender = self.sender(device, ticket, place)
        let entity = self.devices[device].entity
        let about = request.subject.map { self.history.number(of: $0) } ?? .none
        self.note(
            .requestSent(request.kind, ticket: ticket.number, edition: request.edition), .device(device), about)
        self.countTraffic(of: device, request.json)
        let delay = self.roll(.requestDelay, entity, n: place).within(self.delays.crossing)
        // Among the messages only, whatever else the app wants.
        let sibling = self.nextPlace(entity)
        // Who has slept does not know yet that the connection broke.
        guard self.devices[device].isConnected else { return self.noteLoss(sender, in: Self.silence, place: sibling) }
        if self.losesRequest(device, place) {
            // Its sender waits in vain; who counts himself needs no word, everybody else gets one.
            return self.noteLoss(sender, in: .seconds(10), place: sibling)
        }
        guard let carried = self.carry(request, of: device) else {
            self.breakConnection(device)
            return
        }
        self.plan(.arrival(self.flights.add(.request(sender, token: token, carried))), in: delay, place: sibling)
    }

    /// Who asks something now.
    func sender(_ device: Int, _ ticket: RequestTicket, _ place: UInt64) -> Flight.Sender {
        Flight.Sender(
            process: self.process(device), connection: self.devices[device].connection, ticket: ticket,
            installation: self.devices[device].installations, service: self.service.incarnation, place: place)
    }

    private mutating func losesRequest(_ device: Int, _ place: UInt64) -> Bool {
        if self.isParted(device) || self.takesFault(\.requestsToLose, device) { return true }
        guard self.mayStrike(self.network.requestsLost) else { return false }
        let draw = self.roll(.requestLoss, self.devices[device].entity, n: place)
        return self.strikes(self.network.requestsLost, draw, device, .fault(.loseRequests, count: 1))
    }

    private mutating func noteLoss(_ sender: Flight.Sender, in delay: Interval, place: UInt64 = 0) {
        self.note(.requestLost(ticket: sender.ticket.number), .device(sender.device))
        self.plan(.loss(self.flights.add(.lost(sender))), in: delay, place: place)
    }

    mutating func requestIsLost(_ flight: FlightNumber) {
        guard case .lost(let sender) = self.flights.land(flight), self.stands(sender) else { return }
        self.giveUp(sender)
    }

    private mutating func giveUp(_ sender: Flight.Sender) {
        self.note(.requestGivenUp(ticket: sender.ticket.number), .device(sender.device))
        switch sender.ticket {
        case .sdk(let ticket): self.tellSDK(sender.device, .lost(ticket, .timedOut))
        case .app(let number):
            guard self.takesOutstanding(Int(number), of: sender.device) else { return }
            self.tell(sender.device, .answer(Int(number), .lost))
        }
    }

    /// Whether the connection over which somebody asked still stands.
    func stands(_ sender: Flight.Sender) -> Bool {
        self.isAlive(sender.process) && self.devices[sender.device].connection == sender.connection
    }

    /// Sends an answer back.
    mutating func reply(_ answer: FeedAnswer, to sender: Flight.Sender) {
        self.note(
            .answered(status: answer.status, ticket: sender.ticket.number, changes: answer.changeCount), .service,
            party: .device(sender.device))
        guard self.stands(sender) else { return }
        let entity = self.devices[sender.device].entity
        if self.losesAnswer(sender.device, sender.place) { return self.noteLoss(sender, in: .seconds(10)) }
        let delay = self.roll(.answerDelay, entity, n: sender.place).within(self.delays.crossing)
        let lag = self.variedLag(answer, sender.device) + (self.takesNext(\.answerDelays, sender.device) ?? .zero)
        self.plan(.answer(self.flights.add(.answer(sender, answer))), in: delay + lag)
    }

    private mutating func losesAnswer(_ device: Int, _ place: UInt64) -> Bool {
        if self.isParted(device) || self.takesFault(\.answersToLose, device) { return true }
        guard self.mayStrike(self.network.answersLost) else { return false }
        let draw = self.roll(.answerLoss, self.devices[device].entity, n: place)
        return self.strikes(self.network.answersLost, draw, device, .fault(.loseAnswers, count: 1))
    }

    /// Whether a fault that a test asked for takes place now. In a calm it waits.
    ///
    /// Its name is looked at only where there is a fault at all: to make one costs more than all the rest.
    @inline(__always)
    mutating func takesFault(_ fault: @autoclosure () -> WritableKeyPath<LinkFaults, Int>, _ device: Int) -> Bool {
        guard !self.isCalm, self.devices[device].hasFaults else { return false }
        return self.takesFault(at: fault(), device)
    }

    private mutating func takesFault(at fault: WritableKeyPath<LinkFaults, Int>, _ device: Int) -> Bool {
        guard self.devices[device].plannedFaults[0][keyPath: fault] > 0 else { return false }
        self.devices[device].plannedFaults[0][keyPath: fault] -= 1
        return true
    }

    /// How much later a message is, or comes once more, that a test wants late. In a calm it waits.
    @inline(__always)
    mutating func takesNext(
        _ lengths: @autoclosure () -> WritableKeyPath<LinkFaults, [Interval]>, _ device: Int
    ) -> Interval? {
        guard !self.isCalm, self.devices[device].hasFaults else { return nil }
        return self.takesNext(at: lengths(), device)
    }

    private mutating func takesNext(at lengths: WritableKeyPath<LinkFaults, [Interval]>, _ device: Int) -> Interval? {
        guard !self.devices[device].plannedFaults[0][keyPath: lengths].isEmpty else { return nil }
        return self.devices[device].plannedFaults[0][keyPath: lengths].removeFirst()
    }

    mutating func answerArrives(_ flight: FlightNumber) {
        guard case .answer(let sender, let sent) = self.flights.land(flight), self.stands(sender) else { return }
        let device = sender.device
        guard let carried = self.carry(sent, of: device) else { return self.breakConnection(device) }
        self.countTraffic(of: device, carried.json)
        let answer = self.varied(carried, device)
        self.note(
            .answerArrived(status: answer.status, ticket: sender.ticket.number, changes: answer.changeCount),
            .device(device))
        if case .page(let page) = answer {
            // In place, since a change that is taken out is copied.
            let changes = page.changes.span
            for place in changes.indices {
                let id = self.history.number(of: changes[place].id)
                let change = HistoryEvent.Fact.changeArrived(
                    changes[place].kind,
                    NotificationStates(changes[place].readState, changes[place].userActionState),
                    version: changes[place].version, generation: changes[place].generation)
                self.note(change, .device(device), id)
            }
        }
        switch sender.ticket {
        case .sdk(let ticket): self.tellSDK(device, .answer(ticket, answer))
        case .app(let number):
            guard self.takesOutstanding(Int(number), of: device) else { return }
            self.tell(device, .answer(Int(number), AppAnswer(answer)))
        }
    }

    /// Whether an app without SDK waits for the end of a request, which it then does no more.
    private mutating func takesOutstanding(_ number: Int, of device: Int) -> Bool {
        guard let index = self.devices[device].outstanding.firstIndex(of: number) else { return false }
        self.devices[device].outstanding.remove(at: index)
        return true
    }

    private mutating func countTraffic(of device: Int, _ bytes: @autoclosure () -> [UInt8]) {
        guard self.traffic != nil else { return }
        self.traffic?.grow(to: self.devices.count, with: 0)
        self.traffic?[device] += UInt64(bytes().count)
    }

    /// Over a secure link it is the bytes that arrive.
    private func carry(_ request: consuming FeedRequest, of device: Int) -> FeedRequest? {
        guard let links = self.secureLinks else { return request }
        return links.carry(request.json, of: device, toService: true).flatMap { try? FeedRequest(json: $0) }
    }

    private func carry(_ answer: consuming FeedAnswer, of device: Int) -> FeedAnswer? {
        guard let links = self.secureLinks else { return answer }
        return links.carry(answer.json, of: device, toService: false).flatMap { try? FeedAnswer(json: $0) }
    }
}

extension FeedRequest {
    /// What is asked, as histories have it.
    var kind: RequestKind {
        switch self {
        case .fetch: .fetch
        case .save: .save
        case .delete: .delete
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .register: .register
        case .unregister: .unregister
        }
    }

    /// What it is about: a notification, an address or a subscription.
    var subject: String? {
        switch self {
        case .save(let request): request.id
        case .delete(let request): request.id
        case .register(let request): request.channel.token
        case .unsubscribe(let request): request.subscription
        case .fetch, .subscribe, .unregister: nil
        }
    }

    /// The installation that it is for.
    var installation: String? {
        switch self {
        case .subscribe(let request): request.device
        case .register(let request): request.device
        case .unregister(let request): request.device
        case .fetch, .save, .delete, .unsubscribe: nil
        }
    }

    /// The subscription that it says it comes from.
    var signature: String? {
        switch self {
        case .save(let request): request.subscription
        case .delete(let request): request.subscription
        case .fetch(let request): request.subscription
        case .subscribe, .unsubscribe, .register, .unregister: nil
        }
    }

    /// What it asks for beyond its kind.
    var wishes: RequestWishes {
        switch self {
        case .subscribe(let request): RequestWishes(isQuiet: request.isQuiet)
        case .save(let request):
            RequestWishes(
                isRead: request.readState.map { $0 == .read },
                action: request.userActionState.map(AppChange.Action.init))
        case .fetch, .delete, .unsubscribe, .register, .unregister: RequestWishes()
        }
    }

    /// By what the service tells that something later is there: a generation, or the installation's own count.
    var edition: UInt64? {
        switch self {
        case .save(let request): request.generation
        case .delete(let request): request.generation
        case .register(let request): request.serial
        case .unregister(let request): request.serial
        case .subscribe(let request): request.serial
        case .unsubscribe(let request): request.serial
        case .fetch: nil
        }
    }
}

extension FeedAnswer {
    /// As histories have it: the HTTP status.
    var status: Int {
        switch self {
        case .refused(let refusal): refusal.status
        case .saved(let result): result.succeeded ? 200 : 409
        case .page, .subscribed, .registered, .done: 200
        }
    }

    var changeCount: Int {
        if case .page(let page) = self { page.changes.count } else { 0 }
    }
}

extension LinkFault {
    var asConnectionFault: ConnectionFault {
        switch self {
        case .offline: .noNetwork
        case .unreachable: .unreachable
        case .untrusted: .untrusted
        case .broken: .broken
        case .timedOut: .timedOut
        }
    }
}
