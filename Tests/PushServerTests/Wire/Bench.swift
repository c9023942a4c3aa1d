import Basics
import PushGateway
import PushServer
import PushServerTestSupport
import SecureTransport
import Testing

/// A server and its clients on one loop, with everything that a test of either needs.
final class Bench {
    let loop: EventLoop
    let server: WireServer
    let service: RecordingPushService
    let sender = TestSender()
    let endpoint: PushEndpoint
    let authority: ThrowAwayAuthority
    let validity: Validity
    private var clients: [HTTP2Client] = []

    init(limits: ServerLimits = ServerLimits(), rules: AdmissionRules = AdmissionRules()) throws {
        let loop = try EventLoop()
        self.loop = loop
        self.server = try WireServer(loop, limits: limits)
        self.validity = try Validity(from: loop.now - .days(1), to: loop.now + .days(1))
        self.authority = try ThrowAwayAuthority(self.validity)
        var keys = ProviderKeys()
        try keys.admit(
            GatewayKeys.Key(self.sender.keyID, team: self.sender.team), pem: Array(self.sender.key.pem.utf8),
            file: "key.p8")
        self.service = RecordingPushService(keys, rules: rules, now: { loop.now })
        self.service.addToken(TestSender.token, for: TestSender.bundle)
        self.endpoint = PushEndpoint(self.service)
    }

    deinit {
        for client in self.clients { client.drop() }
        self.server.stop()
    }

    func security(clients: TLSServer.ClientCertificates = .unasked) throws -> ServerSecurity {
        try ServerSecurity(try self.authority.serverIdentity(self.validity), clients: clients)
    }

    /// A client that trusts the bench's authority.
    func connect(
        to address: SocketAddress, secure: Bool, identity: Identity? = nil, resuming session: TLSSession? = nil
    ) throws -> HTTP2Client {
        let name = try #require(ServerName("localhost"))
        let security =
            secure
            ? try ClientSecurity(trust: TLSTrust([self.authority.certificate]), name: name, identity: identity) : nil
        let client = try HTTP2Client(self.loop, to: address, security: security, resuming: session)
        self.clients.append(client)
        return client
    }

    /// Sends a request and runs the loop until it has a result.
    func send(
        _ client: HTTP2Client, _ method: String, _ path: String, _ headers: HeaderList = HeaderList(),
        body: [UInt8] = []
    ) -> Result<ClientAnswer, ClientFailure> {
        var result: Result<ClientAnswer, ClientFailure>?
        client.send(method, path, headers, body: body) { result = $0 }
        self.loop.run { result != nil }
        return result ?? .failure(.notProcessed)
    }

    /// Sends a push to the bench's device.
    func push(
        _ client: HTTP2Client, _ headers: HeaderList? = nil, token: String = TestSender.token,
        body: [UInt8] = TestSender.silent
    ) throws -> ClientAnswer {
        let headers = headers ?? self.sender.headers(issued: self.loop.now)
        return try self.send(client, "POST", "/3/device/" + token, headers, body: body).get()
    }

    /// Wakes the loop every few milliseconds: it does not know the sockets of raw clients.
    func heartbeat() -> Heartbeat { Heartbeat(self.loop) }
}

/// A timer that starts itself again as long as it is kept.
final class Heartbeat {
    private let loop: EventLoop
    private var timer: LoopTimer?

    init(_ loop: EventLoop) {
        self.loop = loop
        self.beat()
    }

    private func beat() { self.timer = self.loop.timer(after: .milliseconds(5)) { [weak self] in self?.beat() } }
}
