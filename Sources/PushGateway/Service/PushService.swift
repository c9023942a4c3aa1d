package import Basics

/// The push service as one value.
///
/// Its inputs are requests and events of devices and apps. Its outputs are answers, commands for connections, rows to
/// commit and deliveries. The owner of this value transfers the bytes, advances the time and writes the rows. Random
/// outcomes, such as a delay or a loss, are passed in as a `Fate`. Events of devices and apps go directly to
/// `delivery`.
package struct PushService: Sendable {
    package var admission: Admission
    package var delivery: PushDelivery
    package var rate: TokenRate
    /// Whether the pushes come from outside a simulation. The service marks each push that it accepts with this value.
    private let isForOutside: Bool
    /// The answers to accepted pushes. An answer is sent after the store has written the rows of its push. Used for
    /// lookup only: iteration order is not deterministic.
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

    /// Checks a request.
    ///
    /// A refused push is answered at once. An accepted push is answered when `committed` reports that its rows are
    /// written.
    ///
    /// The times in a request and its answer use the sender's clock. `ahead` is the time by which the sender's clock is
    /// ahead of this service's clock. A simulation with its own time uses this to accept pushes from outside.
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

    /// Completes a push after its rows were written or the write failed. The sender gets its answer only now, and the
    /// push is sent only if the rows were written.
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

    /// The number of pushes whose rows are not written yet.
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

    /// Lets `admission` check a request. Moves `delivery` into a `ServiceDesk` for the check, and moves it back
    /// afterwards. A copy of `delivery` would retain every reference in it.
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

/// A receiver of the decisions of the push service.
package protocol PushServiceSink: DeliverySink {
    /// Takes an action for the connection of the request. The action may be the answer, but it is never `deliver`.
    mutating func take(_ order: AdmissionAction)

    /// Writes all rows that `changed` has named since the last commit in one transaction, and then calls `committed`.
    mutating func commit(_ taken: TakenPush)
}

/// Answers the questions that `Admission` asks about tokens, from the state of `PushDelivery`.
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
