import Basics
import PushGateway
import ShoulderTap

/// Pushes from outside, over a sender's own connection to Apple's push service.
extension World {
    /// Handles a request.
    ///
    /// Returns the commands for its connection, including the answer.
    ///
    /// Only an accepted push has a fate. The faults of taps apply only to silent pushes, which wake the app.
    mutating func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState,
        senderIsAhead ahead: Interval, _ ports: inout some SenderPorts
    ) -> [AdmissionAction] {
        let device = self.device(addressedBy: request)
        guard
            var exchange = self.post.gate?.examine(
                request, on: &connection, service: state, at: self.clock.now, senderIsAhead: ahead, &ports,
                lent: &self.post.apple.delivery)
        else { preconditionFailure("the push service knows no keys for pushes from outside") }
        var delivery: [DeliveryAction] = []
        swap(&delivery, &self.post.wishes.delivery)
        if let taken = exchange.taken {
            let fate = self.fateFromOutside(taken, device)
            self.post.gate?.release(
                &exchange, with: fate, at: self.clock.now, lent: &self.post.apple.delivery, into: &delivery)
        }
        guard let answer = exchange.answer else { preconditionFailure("each request has an answer") }
        let actor = device.map(HistoryEvent.Actor.device) ?? .service
        self.note(.pushTaken(exchange.taken?.number.value ?? 0, status: answer.status), actor)
        self.carryOut(delivery)
        return exchange.orders
    }

    private mutating func fateFromOutside(_ taken: TakenPush, _ device: Int?) -> Fate {
        guard let device else { return .ideal }
        let entity = self.people.devices[device].entity
        return self.post.apple.delivery.behaviour(of: taken) == .silent
            ? self.fate(device, entity) : self.fateOfAlert(entity)
    }

    /// Notes an alert or a call from outside.
    ///
    /// Neither is for the lab's apps: the device itself answers the call.
    mutating func foreignShows(_ device: Int, _ app: AppNumber, _ push: PushNumber, isCall: Bool) {
        self.note(.foreignShown(push.value, isCall: isCall), .device(device))
        if isCall { self.atApple { $0.appFinished(app, push, .reportedCall, at: $1, into: &$2) } }
    }

    /// The device whose token is in the path of the request.
    private mutating func device(addressedBy request: PushRequest) -> Int? {
        let prefix = "/3/device/"
        guard let path = request.headers[":path"], path.hasPrefix(prefix),
            let token = DeviceToken(digits: path.utf8.dropFirst(prefix.utf8.count))
        else { return nil }
        return self.device(with: token)
    }

    /// Returns the device whose app has or had this token.
    ///
    /// This method is `mutating` although it changes nothing: a lab would copy its world to call a nonmutating method.
    mutating func device(with token: DeviceToken) -> Int? {
        self.post.apple.delivery.app(with: token).map { self.post.owner(Int($0.value), on: .ios) }
    }
}
