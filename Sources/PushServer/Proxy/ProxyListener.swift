import Basics
import SecureTransport

/// The parts of a proxy: its rule, and the service for the hosts that it serves itself.
package struct ProxySetup {
    let rule: ProxyRule
    /// The certificate for the served hosts.
    let security: ServerSecurity
    let service: any ExchangeService
    /// A closure that is called with the decision about each request.
    let onDecision: (ProxyNote) -> Void

    package init(
        _ rule: ProxyRule, _ security: ServerSecurity, _ service: any ExchangeService,
        onDecision: @escaping (ProxyNote) -> Void = { _ in }
    ) {
        (self.rule, self.security, self.service, self.onDecision) = (rule, security, service, onDecision)
    }
}

/// The clients of a proxy on one listener.
///
/// A client asks for a tunnel with CONNECT. A tunnel to a served host ends here, and its requests are answered as if by
/// that host. All other tunnels are passed through.
final class ProxyListener {
    let setup: ProxySetup
    let limits: ServerLimits
    let loop: EventLoop
    let resolver: HostResolver
    /// The connections of the server, including the connections of tunnels.
    let connections: Connections
    private let makeHandler: (ProtocolSniffer.Verdict, Connection) -> any ConnectionHandler
    private var tunnelCount = 0

    init(
        _ setup: ProxySetup, _ loop: EventLoop, _ limits: ServerLimits, _ connections: Connections,
        _ makeHandler: @escaping (ProtocolSniffer.Verdict, Connection) -> any ConnectionHandler
    ) {
        (self.setup, self.loop, self.limits, self.connections) = (setup, loop, limits, connections)
        self.makeHandler = makeHandler
        self.resolver = HostResolver(loop.inbox)
    }

    /// Answers a client whose request was read.
    func answer(_ verdict: ProxyHead.Verdict, to client: Connection) {
        switch verdict {
        case .refused(let refusal): self.refuse(client, nil, refusal)
        case .connect(let target, let rest):
            switch self.setup.rule.decision(for: target) {
            case .refuse(let refusal): self.refuse(client, target, refusal)
            case .serve: self.serve(client, target, rest)
            case .pass: self.pass(client, target, rest)
            }
        }
    }

    func refuse(_ client: Connection, _ target: ProxyTarget?, _ refusal: ProxyRefusal) {
        self.setup.onDecision(ProxyNote(target, refusal.status, refusal.words))
        client.write(refusal.bytes)
        client.close()
    }

    private func serve(_ client: Connection, _ target: ProxyTarget, _ rest: [UInt8]) {
        self.setup.onDecision(ProxyNote(target, Self.established, "served here"))
        client.write(Self.welcome)
        client.handler = Doorman(client, self.makeHandler)
        client.secure(SecureLayer(self.setup.security.accept(at: self.loop.now)), early: rest)
    }

    private func pass(_ client: Connection, _ target: ProxyTarget, _ rest: [UInt8]) {
        guard self.tunnelCount < self.limits.tunnels, !self.connections.isFull else {
            return self.refuse(client, target, .full)
        }
        self.tunnelCount += 1
        Tunnel(self, client, to: target, rest).start()
    }

    /// Records that a tunnel is open.
    func opened(_ target: ProxyTarget) {
        self.setup.onDecision(ProxyNote(target, Self.established, "passed through"))
    }

    /// Records the end of a tunnel.
    func released() { self.tunnelCount -= 1 }

    static let established = 200
    static let welcome = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
}

/// Waits for the request of a proxy's client.
final class ProxyGreeter: ConnectionHandler {
    private let proxy: ProxyListener
    private let connection: Connection
    private let since: Interval
    private var head: ProxyHead
    private var isAnswered = false

    init(_ proxy: ProxyListener, _ connection: Connection) {
        (self.proxy, self.connection, self.since) = (proxy, connection, connection.loop.uptime)
        self.head = ProxyHead(limit: proxy.limits.proxyHead)
    }

    func opened(_ facts: TLSFacts?) {}

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !self.isAnswered, let verdict = self.head.take(bytes) else { return }
        self.isAnswered = true
        self.proxy.answer(verdict, to: self.connection)
    }

    func receivedEnd() { self.connection.close() }
    func hasRoom() {}
    func ended(_ end: ConnectionEnd) {}

    func tick(_ now: Interval) {
        guard !self.isAnswered, now - self.since > self.proxy.limits.headers else { return }
        self.isAnswered = true
        self.proxy.refuse(self.connection, nil, .slowHead)
    }
}
