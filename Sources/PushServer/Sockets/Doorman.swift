import Basics
import SecureTransport

/// Detects the protocol of a new connection, and passes the connection on to that protocol.
final class Doorman: ConnectionHandler {
    private let connection: Connection
    private let make: (ProtocolSniffer.Verdict, Connection) -> any ConnectionHandler
    private var sniffer = ProtocolSniffer()
    private var facts: TLSFacts?
    private var since: Interval

    init(
        _ connection: Connection, _ make: @escaping (ProtocolSniffer.Verdict, Connection) -> any ConnectionHandler
    ) {
        (self.connection, self.make, self.since) = (connection, make, connection.loop.uptime)
    }

    /// Uses the protocol that was negotiated with ALPN.
    ///
    /// Without ALPN, the first bytes of the client decide.
    func opened(_ facts: TLSFacts?) {
        self.facts = facts
        self.since = self.connection.loop.uptime
        switch facts?.applicationProtocol {
        case "h2": self.leave(for: .http2)
        case "http/1.1": self.leave(for: .http1)
        default: break
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard let verdict = self.sniffer.take(bytes) else { return }
        self.leave(for: verdict)
    }

    private func leave(for verdict: ProtocolSniffer.Verdict) {
        let handler = self.make(verdict, self.connection)
        self.connection.handler = handler
        handler.opened(self.facts)
        self.sniffer.bytes.withUnsafeBytes { if !$0.isEmpty { handler.received($0) } }
    }

    func receivedEnd() { self.connection.close() }
    func hasRoom() {}
    func ended(_ end: ConnectionEnd) {}

    func tick(_ now: Interval) {
        if now - self.since > self.connection.limits.opening {
            self.connection.finish(.overLimit("no request arrived in time"))
        }
    }
}
