package import Basics
package import PushGateway
import ShoulderTap

/// Pushes that come from outside, over somebody's own connection to Apple's push service.
extension World {
    /// Takes a request in. Returns what its connection owes, the answer among it.
    mutating func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState,
        senderIsAhead ahead: Interval, _ ports: inout some SenderPorts
    ) -> [AdmissionAction] {
        guard var gate = self.gate.take() else { preconditionFailure("nobody said whose keys the push service knows") }
        let device = self.device(addressedBy: request)
        let fate = device.map { self.fate($0, self.devices[$0].entity) } ?? .ideal
        var sink = OutsideSink()
        swap(&sink.delivery, &self.wishes.delivery)
        swap(&gate.delivery, &self.apple.delivery)
        gate.receive(
            request, on: &connection, service: state, fate: fate, now: self.now, senderIsAhead: ahead, &ports,
            into: &sink)
        if let taken = sink.taken { gate.committed(taken, isWritten: true, now: self.now, into: &sink) }
        swap(&gate.delivery, &self.apple.delivery)
        self.gate = gate
        guard let answer = sink.answer else { preconditionFailure("each request has an answer") }
        let number = sink.taken?.number.value ?? 0
        if number > 0 { self.outsidePushes.insert(number) }
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
            let known = self.apple.delivery.known(token, at: self.now)
        else { return nil }
        return self.owners[LabPlatform.ios.index][Int(known.app.value)]
    }

    /// Whether a push that reached its device came from outside and is no tap.
    func isForeign(_ number: UInt64, _ payload: [UInt8]) -> Bool {
        self.outsidePushes.contains(number) && Tap.tryParse(payload) == nil
    }
}

extension Lab {
    /// Says whose provider keys Apple's push service knows, for pushes from outside.
    package func admitPushes(
        _ keys: GatewayKeys, rules: AdmissionRules = AdmissionRules(), rate: TokenRate = TokenRate()
    ) {
        self.world.gate = PushService(Admission(keys, rules: rules), rate: rate)
    }

    /// Takes a push from outside, as its request came over a connection. Returns what the connection owes: the answer
    /// and all else, in order. The sender's clock is `ahead` of the lab's; what is in the request and in the answer is
    /// told by the sender's.
    package func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState = .serving,
        senderIsAhead ahead: Interval = .zero, _ ports: inout some SenderPorts
    ) throws -> [AdmissionAction] {
        self.world.beginStep()
        let orders = self.world.receive(
            request, on: &connection, service: state, senderIsAhead: ahead, &ports)
        try self.check()
        return orders
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
