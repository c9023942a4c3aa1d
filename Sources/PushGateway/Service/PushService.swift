package import Basics

/// The push service as one value: requests and the changes of the world go in; answers, orders to connections, rows to
/// commit and deliveries come out.
///
/// Its owner moves bytes, time and rows. Chance comes in as a `Fate`, and what happens to devices and apps goes to
/// `delivery` directly.
package struct PushService: Sendable {
    package var admission: Admission
    package var delivery: PushDelivery
    package var rate: TokenRate
    /// Whether its pushes come from outside a simulation; each push that it takes in says so.
    private let isForOutside: Bool
    /// What the senders of pushes are owed that a store has not written yet. Looked up, never walked through.
    private var owed: [TakenPush: Answer] = [:]

    package init(
        _ admission: Admission, _ delivery: PushDelivery = PushDelivery(), rate: TokenRate = TokenRate(),
        isForOutside: Bool = false
    ) {
        self.admission = admission
        self.delivery = delivery
        self.rate = rate
        self.isForOutside = isForOutside
    }

    /// Looks at a request. What is refused is answered at once; what is sound is taken in, and answered when
    /// `committed` has been told that its rows are written.
    ///
    /// The times in a request and its answer are the sender's, whose clock is `ahead` of this one: a simulation with a
    /// time of its own takes pushes from outside.
    package mutating func receive(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState = .serving,
        fate: Fate = .ideal, now: Instant, senderIsAhead ahead: Interval = .zero, _ ports: inout some SenderPorts,
        into sink: inout some PushServiceSink
    ) {
        let actions = self.examine(request, on: &connection, service: state, now: now, ahead, &ports)
        var accepted: AcceptedPush?
        for action in actions {
            switch action {
            case .deliver(var push):
                push.expiration = push.expiration.moved(by: .zero - ahead)
                push.isFromOutside = self.isForOutside
                accepted = push
            case .answer(let answer):
                guard let push = accepted else { fallthrough }
                self.take(push, fate, owing: answer, now: now, into: &sink)
            default: sink.take(action)
            }
        }
    }

    /// The rows of a push are written, or could not be: only now its sender is told, and only now it goes on its way.
    package mutating func committed(
        _ taken: TakenPush, isWritten: Bool, now: Instant, into sink: inout some PushServiceSink
    ) {
        guard let answer = self.owed.removeValue(forKey: taken) else { return }
        guard isWritten else {
            self.delivery.withdraw(taken, into: &sink)
            return sink.take(AdmissionAction.answer(answer.uncommitted))
        }
        sink.take(AdmissionAction.answer(answer))
        self.delivery.send(taken, at: now, into: &sink)
    }

    /// Pushes whose rows are not written yet.
    package var uncommitted: Int { self.owed.count }

    private mutating func take(
        _ push: AcceptedPush, _ fate: Fate, owing answer: Answer, now: Instant, into sink: inout some PushServiceSink
    ) {
        guard let token = self.delivery.number(of: push.token) else {
            preconditionFailure("a push was accepted for a token that nobody has")
        }
        self.rate.count(token, at: now)
        let taken = self.delivery.take(push, to: token, fate: fate, at: now, into: &sink)
        self.owed[taken] = answer
        sink.commit(taken)
    }

    /// Has admission look at a request. The desk gets the delivery lent, since a copy counts each reference in it.
    private mutating func examine(
        _ request: PushRequest, on connection: inout PushConnection, service state: ServiceState, now: Instant,
        _ ahead: Interval, _ ports: inout some SenderPorts
    ) -> [AdmissionAction] {
        var actions: [AdmissionAction] = []
        var desk = ServiceDesk(delivery: PushDelivery(), rate: self.rate, now: now, ahead: ahead, sender: ports)
        swap(&desk.delivery, &self.delivery)
        self.admission.receive(
            request, on: &connection, service: state, now: now + ahead, &desk, into: &actions)
        swap(&desk.delivery, &self.delivery)
        ports = desk.sender
        return actions
    }
}

/// Takes what the push service decides.
package protocol PushServiceSink: DeliverySink {
    /// For the connection of the request, the answer among it. Never `deliver`: that is what the service does itself.
    mutating func take(_ order: AdmissionAction)

    /// Write in one transaction every row that `changed` has named since the last time, and call `committed`.
    mutating func commit(_ taken: TakenPush)
}

/// Answers admission from what delivery knows.
private struct ServiceDesk<Sender: SenderPorts>: AdmissionPorts {
    var delivery: PushDelivery
    let rate: TokenRate
    let now: Instant
    let ahead: Interval
    var sender: Sender

    func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup {
        guard let number = self.delivery.number(of: token) else { return .unknown }
        let known = self.delivery.known(number, at: self.now)
        return .found(
            DeviceFacts(
                topic: known.topic, environment: known.environment, life: known.life.moved(by: self.ahead),
                isOverRate: self.rate.isOver(number, at: self.now)))
    }

    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        self.sender.isSignature(signature, over: bytes, byKey: id)
    }

    mutating func freshID() -> (UInt64, UInt64) { self.sender.freshID() }
}
