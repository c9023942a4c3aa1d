import BackendPromises
import Basics
import PushGateway
import PushLab
import PushServer
import SecureTransport

/// The push service behind the endpoint. It passes each push to the world that the push's token belongs to, or to the
/// script of a test.
final class LabReceiver: PushReceiver {
    let environment = PushEnvironment.production
    let rules: AdmissionRules
    let worlds: WorldDirectory
    private var keys: ProviderKeys
    /// The push service that answers pushes to unknown tokens.
    private var stranger: PushService
    private let takesAnyDevice: Bool
    /// A closure that records each push after its answer is decided.
    ///
    /// It returns false if the push could not be recorded. In that case the push is not accepted.
    var onPush: (ReceivedPush, ServedWorld, Response?) -> Bool = { _, _, _ in true }
    /// The counts of answers by status.
    ///
    /// The key 0 counts pushes without an answer.
    private(set) var counts: [Int: Int] = [:]
    /// Judges the senders of all pushes, regardless of the world. Used if the setup requests it.
    var judge = BackendJudge()
    let judgesAllWorlds: Bool
    var pushCount = 0
    var plan = FaultPlan()
    /// The pushes that were delivered although their answers were lost. A retry of these pushes is not delivered again.
    var unanswered: Set<String> = []
    /// The delayed pushes that are not delivered yet.
    var late: [Int: (timer: LoopTimer, deliver: () -> Void)] = [:]

    init(
        _ worlds: WorldDirectory, _ keys: ProviderKeys, _ rules: AdmissionRules, takesAnyDevice: Bool,
        judgesAllWorlds: Bool
    ) {
        (self.worlds, self.keys, self.rules) = (worlds, keys, rules)
        (self.takesAnyDevice, self.judgesAllWorlds) = (takesAnyDevice, judgesAllWorlds)
        self.stranger = PushService(Admission(keys.keys, rules: rules))
    }

    func receive(_ push: IncomingPush) {
        let request = push.request
        let prefix = "/3/device/"
        let path = request.headers[":path"] ?? ""
        let text = path.hasPrefix(prefix) ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : ""
        let token = DeviceToken(digits: text)
        let topic = request.headers["apns-topic"]
        var owner = token.flatMap { self.worlds.owner(of: $0) }
        if owner == nil, self.takesAnyDevice, let token, let topic, self.lacksDeviceOnly(push) {
            owner = self.adopt(token, topic)
        }
        let world = owner?.world ?? self.worlds.usual
        let script = world.answers.script(
            token: token?.text ?? text, device: owner?.device, topic: topic, at: self.worlds.loop.now)
        // Outages happen before authentication, so faults also affect a push that would be refused.
        let isForDevice = owner != nil || self.takesAnyDevice && token != nil
        let meetsFaults = !self.plan.isEmpty && script == nil && isForDevice
        let fault = meetsFaults ? self.plan.next(for: text.lowercased()) : nil
        let name = request.headers["apns-id"].map { "\($0.lowercased()) \(text.lowercased())" }
        let (reply, answer) =
            self.isRepetition(name, script, fault)
            ? self.accept(push)
            : fault.map { self.reply(to: push, $0, world, owner?.app) }
                ?? self.reply(to: push, script, world, owner?.app)
        if answer.isLostAnswer, let name { self.unanswered.insert(name) }
        let isRecorded = self.note(push, text, owner?.device, script, answer, in: world)
        push.reply(isRecorded ? reply : self.failure(of: push))
        world.serveWaiters(at: self.worlds.loop.uptime)
        self.worlds.schedule()
    }

    /// The name of the user who owns the devices that are created for unknown tokens.
    static let anybody = "anybody"

    /// Whether the unknown token is the only problem of a push.
    private func lacksDeviceOnly(_ push: IncomingPush) -> Bool {
        // This is only a trial on copies. The push itself is judged again later, and only then counted.
        var (sink, connection) = (RefusalSink(), push.link.state)
        self.stranger.receive(push.request, on: &connection, now: self.worlds.loop.now, &self.keys, into: &sink)
        return sink.orders.contains { order in
            if case .answer(let answer) = order { answer.refusal == .badDeviceToken } else { false }
        }
    }

    /// Creates a new device for an unknown token.
    ///
    /// The device runs no app. Its pushes are only recorded.
    private func adopt(
        _ token: DeviceToken, _ topic: String
    ) -> (world: ServedWorld, app: ServedApp, device: String?)? {
        let world = self.worlds.usual
        guard let bundle = TopicText.bundle(in: topic), !world.isFull else { return nil }
        let app = world.app(bundle, at: self.worlds.loop.uptime)
        let device = world.addDevice(
            self.worlds.nextDeviceID(), "device \(token.text)", of: Self.anybody, on: .ios, in: app, isSilent: true,
            token: token)
        return device.map { (world, app, $0.id) }
    }

    // MARK: Answers

    /// The reply to a push that could not be recorded.
    private func failure(of push: IncomingPush) -> PushReply {
        .response(self.response(500, "InternalServerError", since: self.worlds.loop.now, push.request))
    }

    /// Returns the reply to a push, and the answer that this reply contains.
    private func reply(
        to push: IncomingPush, _ script: AnswerScript?, _ world: ServedWorld, _ app: ServedApp?
    ) -> (PushReply, Answered) {
        guard let script else {
            let orders = self.orders(for: push, world, app)
            return (.answer(orders), Answered(orders))
        }
        var (reply, answer): (PushReply, Answered)
        switch script.action {
        case .accept, .goaway:
            let orders = self.orders(for: push, world, app)
            (reply, answer) = (.answer(orders), Answered(orders))
            if script.action == .goaway {
                reply = .goAway(Reasons.refusal(script.reason) ?? .shutdown, reply)
                answer.isDisturbed = true
            }
        case .answer:
            let response = self.response(script, push.request)
            (reply, answer) = (.response(response), Answered(response, script.reason))
        case .silence: (reply, answer) = (.silence, Answered(none: .silence))
        case .reset: (reply, answer) = (.reset, Answered(none: .reset))
        case .drop: (reply, answer) = (.drop, Answered(none: .drop))
        }
        if script.delivers { answer.isDelivered = self.deliver(push, world, app) }
        if script.delay > .zero {
            answer.delay = script.delay
            return (.after(script.delay, reply), answer)
        }
        return (reply, answer)
    }

    /// Passes a push to the push service. Returns the actions that the push service orders, including the answer.
    func orders(for push: IncomingPush, _ world: ServedWorld, _ app: ServedApp?) -> [AdmissionAction] {
        let now = self.worlds.loop.now
        guard let app else {
            var sink = RefusalSink()
            self.stranger.receive(push.request, on: &push.link.state, now: now, &self.keys, into: &sink)
            return sink.orders
        }
        world.run(at: self.worlds.loop.uptime)
        defer { world.collect() }
        do {
            return try app.lab.receive(
                push.request, on: &push.link.state, senderIsAhead: now - app.lab.moment, &self.keys)
        } catch {
            let id = push.request.headers["apns-id"] ?? Answer.freshID(self.keys.freshID())
            return [.answer(Answer(id: id, .refused(.internalServerError)))]
        }
    }

    private func response(_ script: AnswerScript, _ request: PushRequest) -> Response {
        self.response(script.status, script.reason, since: script.from, retryAfter: script.retryAfter, request)
    }

    func response(
        _ status: Int, _ reason: String, since time: Instant, retryAfter: Interval? = nil, _ request: PushRequest
    ) -> Response {
        let id = request.headers["apns-id"] ?? Answer.freshID(self.keys.freshID())
        var headers: HeaderList = ["apns-id": id]
        if let retryAfter {
            headers.append("retry-after", String((retryAfter.microseconds + 999_999) / 1_000_000))
        }
        guard status != 200 else { return Response(200, headers) }
        headers.append("content-type", "application/json")
        let time = status == 410 ? ",\"timestamp\":\(time.milliseconds)" : ""
        return Response(status, headers, body: Array("{\"reason\":\"\(reason)\"\(time)}".utf8))
    }

    private func note(
        _ push: IncomingPush, _ token: String, _ device: String?, _ script: AnswerScript?, _ answer: Answered,
        in world: ServedWorld
    ) -> Bool {
        self.counts[answer.response?.status ?? 0, default: 0] += 1
        let received = world.pushes.append { number in
            ReceivedPush(
                number: number, received: self.worlds.loop.now, token: token, device: device,
                headers: push.request.headers, payload: push.request.body, outcome: answer.outcome,
                script: script?.id, warnings: answer.warnings)
        }
        let isRecorded = self.onPush(received, world, answer.response)
        // A request for another path is no push.
        if !token.isEmpty { self.show(push, token, device, answer, in: world) }
        return isRecorded
    }
}

/// The answer to a push, in the form that the log records.
struct Answered {
    var outcome = ReceivedPush.Outcome.none(.silence)
    var response: Response?
    var warnings: [AdmissionWarning] = []
    /// Whether the device gets the push.
    var isDelivered = false
    /// The delay before the answer is sent.
    var delay = Interval.zero
    /// Whether a fault of a test changes the stream or the connection.
    var isDisturbed = false

    /// Whether the push was delivered but its sender gets no answer.
    var isLostAnswer: Bool { if case .none = self.outcome { self.isDelivered } else { false } }

    init(none action: AnswerScript.Action) {
        self.outcome = .none(action)
        self.isDisturbed = true
    }

    init(_ response: Response, _ reason: String) {
        self.outcome = .answered(status: response.status, reason: response.status == 200 ? nil : reason)
        self.response = response
    }

    init(_ orders: [AdmissionAction]) {
        for order in orders {
            switch order {
            case .answer(let answer):
                self.isDelivered = answer.status == 200
                self.outcome = .answered(status: answer.status, reason: answer.refusal?.reason)
                self.response = Response(answer)
            case .warn(let warning): self.warnings.append(warning)
            default: break
            }
        }
    }
}

/// A sink for pushes with unknown tokens.
///
/// It keeps the orders of the push service, and delivers nothing.
private struct RefusalSink: PushServiceSink {
    var orders: [AdmissionAction] = []

    mutating func take(_ order: AdmissionAction) { self.orders.append(order) }
    mutating func take(_ action: consuming DeliveryAction) {}
    mutating func commit(_ taken: TakenPush) { preconditionFailure("a token of nobody takes no push") }
}
