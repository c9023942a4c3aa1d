import Basics
import PushGateway
import ShoulderTap

/// Pushes that come from outside, over somebody's own connection to Apple's push service.
extension World {
    /// Takes a request in. Returns what its connection owes, the answer among it.
    mutating func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState,
        senderIsAhead ahead: Interval, _ ports: inout some SenderPorts
    ) -> [AdmissionAction] {
        guard var gate = self.post.gate.take() else {
            preconditionFailure("nobody said whose keys the push service knows")
        }
        let device = self.device(addressedBy: request)
        let fate = device.map { self.fate($0, self.people.devices[$0].entity) } ?? .ideal
        var sink = OutsideSink()
        swap(&sink.delivery, &self.post.wishes.delivery)
        swap(&gate.delivery, &self.post.apple.delivery)
        gate.receive(
            request, on: &connection, service: state, fate: fate, now: self.clock.now, senderIsAhead: ahead, &ports,
            into: &sink)
        if let taken = sink.taken { gate.committed(taken, isWritten: true, now: self.clock.now, into: &sink) }
        swap(&gate.delivery, &self.post.apple.delivery)
        self.post.gate = gate
        guard let answer = sink.answer else { preconditionFailure("each request has an answer") }
        let number = sink.taken?.number.value ?? 0
        if number > 0 { self.post.outsidePushes.insert(number) }
        let actor = device.map(HistoryEvent.Actor.device) ?? .service
        self.note(.pushTaken(number, status: answer.status), actor)
        self.carryOut(sink.delivery)
        return sink.orders
    }

    /// The device whose token stands in the path.
    private func device(addressedBy request: PushRequest) -> Int? {
        let prefix = "/3/device/"
        guard let path = request.headers[":path"], path.hasPrefix(prefix),
            let token = DeviceToken(digits: path.utf8.dropFirst(prefix.utf8.count)),
            let known = self.post.apple.delivery.known(token, at: self.clock.now)
        else { return nil }
        return self.post.owner(Int(known.app.value), on: .ios)
    }
}

/// Takes what the push service decides about one request from outside.
private struct OutsideSink: PushServiceSink {
    var delivery: [DeliveryAction] = []
    private(set) var orders: [AdmissionAction] = []
    private(set) var taken: TakenPush?

    var answer: Answer? {
        for case .answer(let answer) in self.orders { return answer }
        return nil
    }

    mutating func take(_ order: AdmissionAction) { self.orders.append(order) }

    mutating func take(_ action: consuming DeliveryAction) { self.delivery.append(action) }

    mutating func commit(_ taken: TakenPush) { self.taken = taken }
}
