import Basics
import PushGateway

/// One request to Apple's push service, and the decision of the push service.
struct PushExchange: PushServiceSink {
    /// The pending commands for the connection.
    ///
    /// The answer to an accepted push is added on release.
    private(set) var orders: [AdmissionAction] = []
    /// The accepted push; nil for a refused request.
    private(set) var taken: TakenPush?
    fileprivate var delivery: [DeliveryAction] = []

    /// The answer; nil for an accepted push that has not been released yet.
    var answer: Answer? {
        for case .answer(let answer) in self.orders { return answer }
        return nil
    }

    /// Whether the push service is closing the connection.
    ///
    /// Requests that were sent over it are answered already.
    var isLeaving: Bool {
        self.orders.contains { if case .goAway = $0 { true } else { false } }
    }

    mutating func take(_ order: AdmissionAction) { self.orders.append(order) }

    mutating func take(_ action: consuming DeliveryAction) { self.delivery.append(action) }

    mutating func commit(_ taken: TakenPush) { self.taken = taken }
}

extension PushService {
    /// Examines a request.
    ///
    /// The fate of an accepted push is decided later, in ``release(_:with:at:lent:into:)``. The push service's own
    /// `delivery` is empty, so the world lends it a delivery for the call.
    mutating func examine(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState, at now: Instant,
        senderIsAhead ahead: Interval = .zero, _ ports: inout some SenderPorts, lent delivery: inout PushDelivery
    ) -> PushExchange {
        var exchange = PushExchange()
        swap(&self.delivery, &delivery)
        self.receive(
            request, on: &connection, service: state, now: now, senderIsAhead: ahead, &ports, into: &exchange)
        swap(&self.delivery, &delivery)
        return exchange
    }

    /// Writes the rows of an accepted push at once, and sends it on its way.
    ///
    /// Appends the resulting actions to `actions`.
    mutating func release(
        _ exchange: inout PushExchange, with fate: Fate, at now: Instant, lent delivery: inout PushDelivery,
        into actions: inout [DeliveryAction]
    ) {
        guard let taken = exchange.taken else { return }
        swap(&exchange.delivery, &actions)
        swap(&self.delivery, &delivery)
        self.delivery.decide(fate, of: taken, at: now, into: &exchange)
        self.committed(taken, isWritten: true, now: now, into: &exchange)
        swap(&self.delivery, &delivery)
        swap(&exchange.delivery, &actions)
    }
}
