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
        let device = self.device(addressedBy: request)
        let fate = device.map { self.fate($0, self.people.devices[$0].entity) } ?? .ideal
        var delivery: [DeliveryAction] = []
        swap(&delivery, &self.post.wishes.delivery)
        guard
            let exchange = self.post.gate?.exchange(
                request, on: &connection, service: state, fate: fate, at: self.clock.now, senderIsAhead: ahead, &ports,
                lent: &self.post.apple.delivery, into: &delivery)
        else { preconditionFailure("nobody said whose keys the push service knows") }
        let number = exchange.taken?.number.value ?? 0
        if number > 0 { self.post.outsidePushes.insert(number) }
        let actor = device.map(HistoryEvent.Actor.device) ?? .service
        self.note(.pushTaken(number, status: exchange.answer.status), actor)
        self.carryOut(delivery)
        return exchange.orders
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
