import Basics
import PushGateway

/// One request to Apple's push service, as the push service decided about it.
struct PushExchange: PushServiceSink {
    /// All that the connection is owed, in order, the answer among it.
    private(set) var orders: [AdmissionAction] = []
    /// The push that was taken in; nil for a request that was refused.
    private(set) var taken: TakenPush?
    fileprivate var delivery: [DeliveryAction] = []

    var answer: Answer {
        for case .answer(let answer) in self.orders { return answer }
        preconditionFailure("each request has an answer")
    }

    /// Whether the push service wants the connection to end. What was sent over it is answered already.
    var isLeaving: Bool {
        self.orders.contains { if case .goAway = $0 { true } else { false } }
    }

    mutating func take(_ order: AdmissionAction) { self.orders.append(order) }

    mutating func take(_ action: consuming DeliveryAction) { self.delivery.append(action) }

    mutating func commit(_ taken: TakenPush) { self.taken = taken }
}

extension PushService {
    /// Takes a request in and writes its rows at once. Its own delivery is empty: the world lends it the one that it
    /// keeps. The fate of an accepted push goes into `actions`.
    mutating func exchange(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState, fate: Fate,
        at now: Instant, senderIsAhead ahead: Interval = .zero, _ ports: inout some SenderPorts,
        lent delivery: inout PushDelivery, into actions: inout [DeliveryAction]
    ) -> PushExchange {
        var exchange = PushExchange()
        swap(&exchange.delivery, &actions)
        swap(&self.delivery, &delivery)
        self.receive(
            request, on: &connection, service: state, fate: fate, now: now, senderIsAhead: ahead, &ports,
            into: &exchange)
        if let taken = exchange.taken { self.committed(taken, isWritten: true, now: now, into: &exchange) }
        swap(&self.delivery, &delivery)
        swap(&exchange.delivery, &actions)
        return exchange
    }
}
