import Basics
import PushGateway
import ShoulderTap

/// A whole push service with one sender, one phone with one app, and a store that writes when it is told to.
struct Desk {
    var service: PushService
    var connection: PushConnection
    var ports = TestPorts()
    var now = Gate.noon
    var sink = DeskSink()
    var app = AppNumber(0)
    var phone = DeviceNumber(0)
    /// What a store holds.
    private(set) var store: [[UInt8]: [UInt8]] = [:]
    private var timers: [(at: Instant, timer: DeliveryTimer)] = []

    static let bundle = Gate.bundle
    static let token = DeviceToken(Gate.deviceToken)

    init(rate: TokenRate = TokenRate(), environment: PushEnvironment = .production) {
        self.service = PushService(Admission(Gate.keys), rate: rate)
        self.connection = PushConnection(environment)
        let now = self.now
        (self.phone, self.app) = self.run { service, sink in
            let phone = service.delivery.addDevice(into: &sink)
            let app = service.delivery.install(Self.bundle, on: phone, into: &sink)
            service.delivery.register(app, Self.token, in: environment, at: now, into: &sink)
            return (phone, app)
        }
        self.write()
    }

    @discardableResult
    mutating func run<Result>(_ event: (inout PushService, inout DeskSink) -> Result) -> Result {
        let first = self.sink.actions.count
        let result = event(&self.service, &self.sink)
        for case .delivery(let action) in self.sink.actions[first...] {
            if case .setTimer(let timer, let at) = action { self.timers.append((at, timer)) }
            if case .cancelTimer(let timer) = action { self.timers.removeAll { $0.timer == timer } }
        }
        return result
    }

    /// Headers as a sender writes them.
    func headers(
        to token: String = Gate.deviceToken, id: String = Gate.id, topic: String = Gate.bundle,
        _ more: [(String, String)] = []
    ) -> [(String, String)] {
        [
            (":method", "POST"), (":scheme", "https"), (":path", "/3/device/" + token),
            (":authority", "localhost:2197"), ("authorization", "bearer " + TestToken(now: Gate.noon).text),
            ("apns-id", id), ("apns-topic", topic), ("apns-push-type", "background"), ("apns-priority", "5"),
        ] + more
    }

    mutating func request(_ headers: [(String, String)], _ body: [UInt8], _ fate: Fate = .ideal) {
        let request = PushRequest(headers: HeaderList(headers), body: body)
        let (now, ports, connection) = (self.now, self.ports, self.connection)
        (self.ports, self.connection) = self.run { service, sink in
            var (ports, connection) = (ports, connection)
            service.receive(request, on: &connection, fate: fate, now: now, &ports, into: &sink)
            return (ports, connection)
        }
    }

    /// Writes what changed and says so for every push that waits for it, or says that it could not.
    mutating func commit(isWritten: Bool = true) {
        if isWritten { self.write() } else { self.sink.changes = [] }
        let taken = self.sink.taken
        self.sink.taken = []
        let now = self.now
        self.run { service, sink in
            for push in taken { service.committed(push, isWritten: isWritten, now: now, into: &sink) }
        }
        if isWritten { self.write() }
    }

    /// Sends a push and commits it; says the answer.
    mutating func push(_ headers: [(String, String)], _ body: [UInt8] = Gate.silentPush) -> String {
        self.request(headers, body)
        self.commit()
        return self.sink.answers.last.map(\.verdict) ?? "no answer"
    }

    mutating func change(_ event: (inout PushDelivery, Instant, inout DeskSink) -> Void) {
        let now = self.now
        self.run { event(&$0.delivery, now, &$1) }
        self.write()
    }

    private mutating func write() {
        for change in self.sink.changes {
            self.store[change.key.bytes] = self.service.delivery.row(after: change)?.encoded
        }
        self.sink.changes = []
    }

    /// The process ends and starts again with what was written.
    mutating func crash() throws {
        var rows: [DeliveryRowKey: DeliveryRow] = [:]
        for (key, value) in self.store {
            guard let key = DeliveryRowKey(bytes: key), let row = DeliveryRow(encoded: value) else {
                preconditionFailure("a row cannot be read back")
            }
            rows[key] = row
        }
        self.service = PushService(Admission(Gate.keys), try PushDelivery(rows: rows))
        self.connection = PushConnection(.production)
        (self.sink, self.timers) = (DeskSink(), [])
        self.change { $0.resume(at: $1, into: &$2) }
    }

    mutating func advance(by interval: Interval) {
        let end = self.now + interval
        while let index = self.timers.indices.min(by: { self.timers[$0].at < self.timers[$1].at }),
            self.timers[index].at <= end
        {
            let (at, timer) = self.timers.remove(at: index)
            self.now = max(self.now, at)
            self.change { $0.timerFired(timer, at: $1, into: &$2) }
        }
        self.now = end
    }

    /// Payloads for which the app was woken since somebody asked last.
    mutating func wakes() -> [[UInt8]] {
        defer { self.sink.actions = [] }
        return self.sink.actions.compactMap { action in
            guard case .delivery(.wake(_, _, let push)) = action else { return nil }
            return push.payload
        }
    }
}

/// Keeps everything that the service says, in its order.
struct DeskSink: PushServiceSink {
    enum Action: Hashable {
        case order(AdmissionAction)
        case commit(TakenPush)
        case delivery(DeliveryAction)
    }

    var actions: [Action] = []
    var taken: [TakenPush] = []
    var changes: [DeliveryRowChange] = []

    mutating func take(_ order: AdmissionAction) { self.actions.append(.order(order)) }
    mutating func take(_ action: DeliveryAction) { self.actions.append(.delivery(action)) }
    mutating func changed(_ row: DeliveryRowChange) { self.changes.append(row) }

    mutating func commit(_ taken: TakenPush) {
        self.actions.append(.commit(taken))
        self.taken.append(taken)
    }

    var answers: [Answer] {
        self.actions.compactMap { action in
            guard case .order(.answer(let answer)) = action else { return nil }
            return answer
        }
    }
}
