import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed

/// The connection between a device and the service.
extension World {
    /// Starts to connect a device.
    mutating func connect(_ device: Int) {
        guard !self.people.devices[device].isConnecting else { return }
        self.people.devices[device].isConnecting = true
        self.note(.connectAsked, .device(device))
        let delay = self.clock.roll(.connectDelay, self.people.devices[device].entity).within(
            self.weather.delays.connecting)
        self.clock.plan(.connection(self.people.process(device)), in: delay)
    }

    mutating func connectionEnds(_ device: Int) {
        self.people.devices[device].isConnecting = false
        if let fault = self.refusal(device) {
            // The failed attempt also ends the previous connection.
            self.disconnect(device)
            self.note(.connectFailed(fault), .device(device))
            return self.tellSDK(device, .connectionFailed(fault.asConnectionFault))
        }
        self.people.devices[device].isConnected = true
        self.note(.connected, .device(device))
        self.tellSDK(device, .connected)
    }

    private mutating func refusal(_ device: Int) -> LinkFault? {
        if !self.people.devices[device].isOnline { return .offline }
        if self.isParted(device) || !self.service.process.isRunning { return .unreachable }
        if !self.weather.isCalm, self.people.devices[device].hasFaults,
            let fault = self.people.devices[device].faults.takeRefusal()
        {
            return fault
        }
        if self.weather.mayStrike(self.weather.network.connectionsRefusedPercent) {
            let draw = self.clock.roll(.connectRefusal, self.people.devices[device].entity)
            if self.strikes(
                self.weather.network.connectionsRefusedPercent, draw, device, .refuseConnection(.unreachable))
            {
                return .unreachable
            }
        }
        return self.plugs.secureLinks?.connect(device, at: self.clock.now)
    }

    /// Breaks a connection.
    ///
    /// Requests that were sent over it may still arrive, but their answers do not.
    mutating func breakConnection(_ device: Int) {
        guard self.disconnect(device) else { return }
        self.note(.connectFailed(.broken), .device(device))
        self.tellSDK(device, .connectionFailed(.broken))
        let numbers = self.people.devices[device].outstanding
        self.people.devices[device].outstanding = []
        for number in numbers { self.tell(device, .answer(number, .lost)) }
    }

    /// Drops a connection without an event. Returns false when there is no connection.
    @discardableResult
    mutating func disconnect(_ device: Int) -> Bool {
        guard self.people.devices[device].isConnected else { return false }
        self.people.devices[device].isConnected = false
        self.people.devices[device].connection &+= 1
        self.plugs.secureLinks?.close(device)
        return true
    }

    /// Sends a request.
    ///
    /// `place` is the position of the request among the requests of one event.
    mutating func send(_ request: FeedRequest, _ ticket: RequestTicket, token: String, of device: Int, place: UInt64) {
        let sender = self.sender(device, ticket, place)
        let entity = self.people.devices[device].entity
        let about = request.subject.map { self.record.history.number(of: $0) } ?? .none
        self.note(
            .requestSent(request.kind, ticket: ticket.number, edition: request.edition), .device(device), about)
        self.record.count(request.json, of: device)
        let delay =
            self.clock.roll(.requestDelay, entity, n: place).within(self.weather.delays.crossing)
            + self.slowness(of: device)
        // Counts only messages, not the app's other actions.
        let sibling = self.clock.nextPlace(entity)
        // A device that has slept does not know yet that the connection broke.
        guard self.people.devices[device].isConnected else {
            return self.noteLoss(sender, in: LabDelays.silence, place: sibling)
        }
        if self.losesRequest(device, place) {
            // The sender waits until its request times out.
            return self.noteLoss(sender, in: .seconds(10), place: sibling)
        }
        guard let carried = self.carry(request, of: device) else {
            self.breakConnection(device)
            return
        }
        self.clock.plan(
            .arrival(self.service.flights.add(.request(sender, token: token, carried))), in: delay, place: sibling)
    }

    /// The sender of a request that is sent now.
    func sender(_ device: Int, _ ticket: RequestTicket, _ place: UInt64) -> Flight.Sender {
        Flight.Sender(
            process: self.people.process(device), connection: self.people.devices[device].connection, ticket: ticket,
            installation: self.people.devices[device].installations, service: self.service.process.incarnation,
            place: place)
    }

    private mutating func losesRequest(_ device: Int, _ place: UInt64) -> Bool {
        if self.isParted(device) || self.takesFault(\.requestsToLose, device) { return true }
        guard self.weather.mayStrike(self.weather.network.requestsLostPercent) else { return false }
        let draw = self.clock.roll(.requestLoss, self.people.devices[device].entity, n: place)
        return self.strikes(self.weather.network.requestsLostPercent, draw, device, .loseRequest)
    }

    private mutating func noteLoss(_ sender: Flight.Sender, in delay: Interval, place: UInt64 = 0) {
        self.note(.requestLost(ticket: sender.ticket.number), .device(sender.device))
        self.clock.plan(.loss(self.service.flights.add(.lost(sender))), in: delay, place: place)
    }

    mutating func requestIsLost(_ flight: FlightNumber) {
        guard case .lost(let sender) = self.service.flights.land(flight), self.people.stands(sender) else { return }
        self.giveUp(sender)
    }

    private mutating func giveUp(_ sender: Flight.Sender) {
        self.note(.requestGivenUp(ticket: sender.ticket.number), .device(sender.device))
        switch sender.ticket {
        case .sdk(let ticket): self.tellSDK(sender.device, .lost(ticket, .timedOut))
        case .app(let number):
            guard self.people.takesOutstanding(Int(number), of: sender.device) else { return }
            self.tell(sender.device, .answer(Int(number), .lost))
        }
    }

    /// Sends an answer to the sender of a request.
    mutating func reply(_ answer: FeedAnswer, to sender: Flight.Sender) {
        self.note(
            .answered(status: answer.status, ticket: sender.ticket.number, changes: answer.changeCount), .service,
            party: .device(sender.device))
        guard self.people.stands(sender) else { return }
        let entity = self.people.devices[sender.device].entity
        if self.losesAnswer(sender.device, sender.place) { return self.noteLoss(sender, in: .seconds(10)) }
        let delay = self.clock.roll(.answerDelay, entity, n: sender.place).within(self.weather.delays.crossing)
        let lag =
            self.variedLag(answer, sender.device) + self.slowness(of: sender.device)
            + (self.takesNext(\.answerDelays, sender.device) ?? .zero)
        self.clock.plan(.answer(self.service.flights.add(.answer(sender, answer))), in: delay + lag)
    }

    private mutating func losesAnswer(_ device: Int, _ place: UInt64) -> Bool {
        if self.isParted(device) || self.takesFault(\.answersToLose, device) { return true }
        guard self.weather.mayStrike(self.weather.network.answersLostPercent) else { return false }
        let draw = self.clock.roll(.answerLoss, self.people.devices[device].entity, n: place)
        return self.strikes(self.weather.network.answersLostPercent, draw, device, .loseAnswer)
    }

    mutating func answerArrives(_ flight: FlightNumber) {
        guard case .answer(let sender, let sent) = self.service.flights.land(flight), self.people.stands(sender) else {
            return
        }
        let device = sender.device
        guard let carried = self.carry(sent, of: device) else { return self.breakConnection(device) }
        self.record.count(carried.json, of: device)
        let answer = self.varied(carried, device)
        self.note(
            .answerArrived(status: answer.status, ticket: sender.ticket.number, changes: answer.changeCount),
            .device(device))
        if case .page(let page) = answer {
            // Read in place, because taking a change out copies it.
            let changes = page.changes.span
            for place in changes.indices {
                let id = self.record.history.number(of: changes[place].id)
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
            guard self.people.takesOutstanding(Int(number), of: device) else { return }
            self.tell(device, .answer(Int(number), AppAnswer(answer)))
        }
    }

    /// Carries a request over a secure link, as bytes.
    private func carry(_ request: consuming FeedRequest, of device: Int) -> FeedRequest? {
        guard let links = self.plugs.secureLinks else { return request }
        return links.carry(request.json, of: device, toService: true).flatMap { try? FeedRequest(json: $0) }
    }

    private func carry(_ answer: consuming FeedAnswer, of device: Int) -> FeedAnswer? {
        guard let links = self.plugs.secureLinks else { return answer }
        return links.carry(answer.json, of: device, toService: false).flatMap { try? FeedAnswer(json: $0) }
    }
}
