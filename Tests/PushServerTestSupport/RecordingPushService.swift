package import Basics
package import PushGateway
package import PushServer

/// A push service with devices that take every push at once. It keeps what it accepted, and can be told to misbehave.
package final class RecordingPushService: PushReceiver {
    package let environment: PushEnvironment
    package var rules: AdmissionRules { self.service.admission.rules }
    /// The pushes that it accepted, in order.
    package private(set) var accepted: [AcceptedPush] = []
    package private(set) var acceptedCount = 0
    /// The requests, in order, as they came over the wire.
    package private(set) var requests: [PushRequest] = []
    /// Returns the outcome of a push for this device token.
    package var script: [String: (PushReply) -> PushReply] = [:]
    /// Whether an unknown token is taken for one of a device with the app of the request.
    package var takesAnyDevice = false
    /// The maximum number of requests and pushes that are kept.
    package var memory = 1_000
    package var now: () -> Instant

    private var service: PushService
    private var keys: ProviderKeys
    private var phone = DeviceNumber(0)
    private var apps: [String: AppNumber] = [:]

    package init(
        _ keys: ProviderKeys, _ environment: PushEnvironment = .production, rules: AdmissionRules = AdmissionRules(),
        now: @escaping () -> Instant
    ) {
        (self.environment, self.keys, self.now) = (environment, keys, now)
        self.service = PushService(Admission(keys.keys, rules: rules))
        var sink = Sink()
        self.phone = self.service.delivery.addDevice(into: &sink)
    }

    /// Gives an app that is open on the phone one more token.
    package func addToken(_ digits: String, for bundle: String) {
        var sink = Sink()
        let app: AppNumber
        if let known = self.apps[bundle] {
            app = known
        } else {
            app = self.service.delivery.install(bundle, on: self.phone, into: &sink)
            self.service.delivery.set(app, to: .foreground, at: self.now(), into: &sink)
            self.apps[bundle] = app
        }
        guard let token = DeviceToken(digits: digits.utf8) else { return }
        self.service.delivery.register(app, token, in: self.environment, at: self.now(), into: &sink)
    }

    /// Adds a token whose app was removed.
    package func addGoneToken(_ digits: String, for bundle: String) {
        self.addToken(digits, for: bundle)
        var sink = Sink()
        guard let app = self.apps.removeValue(forKey: bundle) else { return }
        self.service.delivery.uninstall(app, at: self.now(), into: &sink)
    }

    package func receive(_ push: IncomingPush) {
        if self.requests.count < self.memory { self.requests.append(push.request) }
        let token = String((push.request.headers[":path"] ?? "").dropFirst("/3/device/".count))
        if self.takesAnyDevice, let topic = push.request.headers["apns-topic"],
            let device = DeviceToken(digits: token.utf8), self.service.delivery.number(of: device) == nil
        {
            self.addToken(token, for: topic)
        }
        var sink = Sink()
        self.service.receive(
            push.request, on: &push.link.state, now: self.now(), &self.keys, into: &sink)
        if let taken = sink.taken { self.service.committed(taken, isWritten: true, now: self.now(), into: &sink) }
        self.deliver(&sink)
        let reply = PushReply.answer(sink.orders)
        push.reply(self.script[token]?(reply) ?? reply)
    }

    /// Lets the phone have everything at once, so that nothing waits.
    private func deliver(_ sink: inout Sink) {
        while let action = sink.next() {
            switch action {
            case .setTimer(let timer, let moment): self.service.delivery.timerFired(timer, at: moment, into: &sink)
            case .wake(let app, let number, let push), .handAlert(let app, let number, let push):
                self.keep(push)
                self.service.delivery.appFinished(app, number, .noData, at: self.now(), into: &sink)
            case .ring(_, _, let push), .showAlert(_, _, let push), .handToSystem(_, _, let push): self.keep(push)
            default: break
            }
        }
    }

    private func keep(_ push: AcceptedPush) {
        self.acceptedCount += 1
        if self.accepted.count < self.memory { self.accepted.append(push) }
    }
}

/// The decision of the push service about one request.
private struct Sink: PushServiceSink {
    var orders: [AdmissionAction] = []
    var taken: TakenPush?
    private var delivery: [DeliveryAction] = []

    mutating func take(_ order: AdmissionAction) { self.orders.append(order) }
    mutating func take(_ action: consuming DeliveryAction) { self.delivery.append(action) }
    mutating func commit(_ taken: TakenPush) { self.taken = taken }
    mutating func next() -> DeliveryAction? { self.delivery.isEmpty ? nil : self.delivery.removeFirst() }
}
