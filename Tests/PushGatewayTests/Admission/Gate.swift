import Basics
import PushGateway

/// A push service in front of one connection, ready for a push that it accepts; a test changes what it is about.
struct Gate {
    var admission: Admission
    var connection: PushConnection
    var ports = TestPorts()
    var service = ServiceState.serving
    var now = Gate.noon
    var headers: HeaderList
    var body = Gate.silentPush
    var bodyEnd = PushRequest.BodyEnd.complete
    var recipe = TokenRecipe()

    static let noon = Instant(microseconds: 1_700_000_000_000_000)
    static let silentPush = Array(#"{"aps":{"content-available":1}}"#.utf8)
    static let deviceToken = String(repeating: "0a", count: 32)
    static let bundle = "com.contoso.mail"
    static let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"

    /// A key of the whole team, one of each environment, and two topic-specific ones that belong together.
    static let keys = GatewayKeys([
        .init("TEAMKEY001", team: "TEAM000001"), .init("TEAMKEY002", team: "TEAM000001"),
        .init("PRODKEY001", team: "TEAM000001", environment: .production),
        .init("SANDKEY001", team: "TEAM000001", environment: .sandbox),
        .init("MAILKEY001", team: "TEAM000001", topics: [Gate.bundle], related: "MAILKEY002"),
        .init("MAILKEY002", team: "TEAM000001", topics: [Gate.bundle]),
        .init("MAILKEY003", team: "TEAM000001", topics: [Gate.bundle]),
        .init("OTHERKEY01", team: "TEAM000002"),
    ])

    init(
        _ environment: PushEnvironment = .production, certificate: ClientCertificate? = nil,
        rules: AdmissionRules = AdmissionRules()
    ) {
        self.admission = Admission(Self.keys, rules: rules)
        self.connection = PushConnection(environment, certificate: certificate, rules: rules)
        self.headers = [
            ":method": "POST", ":scheme": "https", ":authority": "localhost:2197",
            ":path": "/3/device/" + Self.deviceToken, "apns-topic": Self.bundle, "apns-push-type": "background",
            "apns-priority": "5", "apns-id": Self.id,
        ]
        self.ports.facts = DeviceFacts(topic: Self.bundle, environment: environment)
        if certificate == nil { self.set("authorization", "bearer " + TestToken().text) }
    }

    mutating func set(_ name: String, _ value: String?) {
        var fields = self.headers.fields.filter { $0.name != name }
        if let value { fields.append(.init(name, value)) }
        self.headers = HeaderList(fields)
    }

    mutating func setToken(_ token: TestToken) { self.set("authorization", "bearer " + token.text) }

    mutating func openStream() -> Bool { self.connection.streamOpened() }

    /// Sends the push and says all that came of it.
    mutating func send() -> [AdmissionAction] {
        var actions: [AdmissionAction] = []
        let request = PushRequest(headers: self.headers, body: self.body, bodyEnd: self.bodyEnd)
        self.admission.receive(
            request, on: &self.connection, service: self.service, now: self.now, &self.ports, into: &actions)
        return actions
    }

    /// Sends the push and says the status and reason.
    mutating func verdict() -> String { self.send().verdict }
}

extension [AdmissionAction] {
    var answers: [Answer] {
        self.compactMap { action in
            guard case .answer(let answer) = action else { return nil }
            return answer
        }
    }

    var delivered: [AcceptedPush] {
        self.compactMap { action in
            guard case .deliver(let push) = action else { return nil }
            return push
        }
    }

    var warnings: [AdmissionWarning] {
        self.compactMap { action in
            guard case .warn(let warning) = action else { return nil }
            return warning
        }
    }

    /// Status and reason of the one answer.
    var verdict: String {
        guard self.answers.count == 1 else { return "\(self.answers.count) answers" }
        return self.answers[0].verdict
    }
}

extension Answer {
    var verdict: String { self.refusal.map { "\($0.status) \($0.reason)" } ?? "\(self.status)" }
}

extension HeaderList {
    init(_ fields: [(String, String)]) { self.init(fields.map { Field($0.0, $0.1) }) }
}
