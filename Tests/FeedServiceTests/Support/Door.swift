import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import Testing

/// Apple's admission in front of one device, and a sender with one connection to it.
struct Door {
    static let noon = Instant(microseconds: 1_700_000_000_000_000)
    static let bundle = "com.contoso.mail"
    static let token = String(repeating: "0a", count: 32)
    static var pass: ProviderPass { ProviderPass(key: "TEAMKEY001", team: "TEAM000001") }

    /// Signs with a keyed hash: no library with elliptic curves is among the dependencies.
    struct Signer: ProviderSigner {
        func signature(over bytes: [UInt8], byKey id: String) -> [UInt8] {
            KeyedHash.open.longCode(of: Array(id.utf8) + bytes)
        }
    }

    struct Ports: AdmissionPorts {
        private var lastID: UInt64 = 0

        func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup {
            token.text == Door.token
                ? .found(DeviceFacts(topic: Door.bundle, environment: .production)) : .unknown
        }

        func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
            signature == Signer().signature(over: bytes, byKey: id)
        }

        mutating func freshID() -> (UInt64, UInt64) {
            self.lastID += 1
            return (0, self.lastID)
        }
    }

    var now = Door.noon
    var pass = Door.pass
    private var admission = Admission(GatewayKeys([.init("TEAMKEY001", team: "TEAM000001")]))
    private var connection = PushConnection(.production)
    private var ports = Ports()
    private(set) var accepted: [AcceptedPush] = []
    private(set) var warnings: [AdmissionWarning] = []

    mutating func request(_ push: OutgoingPush) throws -> PushRequest {
        let authorization = self.pass.authorization(at: self.now, Signer())
        return try #require(push.appleRequest(topic: Self.bundle, authorization: authorization, at: self.now))
    }

    mutating func send(_ request: PushRequest) -> Answer {
        var actions: [AdmissionAction] = []
        self.admission.receive(request, on: &self.connection, now: self.now, &self.ports, into: &actions)
        var answers: [Answer] = []
        for action in actions {
            switch action {
            case .deliver(let push): self.accepted.append(push)
            case .answer(let answer): answers.append(answer)
            case .warn(let warning): self.warnings.append(warning)
            default: break
            }
        }
        precondition(answers.count == 1, "a request has one answer")
        return answers[0]
    }

    // MARK: Pushes of a service

    static func tap(_ rules: ServiceRules = ServiceRules(), token: String = Door.token) throws -> OutgoingPush {
        try Self.push(rules, token: token) { _ in }
    }

    static func alert(_ id: String) throws -> OutgoingPush? {
        try Self.push(ServiceRules(), id: id) { $0.visual = Content.Visual(title: "A title") }
    }

    private static func push(
        _ rules: ServiceRules, id: String = "n1", token: String = Door.token, _ edit: (inout NewNotification) -> Void
    ) throws -> OutgoingPush {
        var bench = try ServiceBench(rules)
        bench.now = Self.noon
        bench.device("phone", token: token)
        let pushes = bench.publish(id, edit).pushes.compactMap { bench.push($0).push }
        let isAlert = pushes.contains { if case .alert = $0.content { true } else { false } }
        return try #require(pushes.first { push in if case .alert = push.content { true } else { !isAlert } })
    }
}
