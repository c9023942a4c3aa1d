import Basics
import SecureTransport

/// The connection between a relay and libevent, on the relay's side.
final class InnerHandler: ConnectionHandler {
    private weak var relay: HTTP1Relay?
    private let connection: Connection

    init(_ relay: HTTP1Relay, _ connection: Connection) { (self.relay, self.connection) = (relay, connection) }

    func opened(_ facts: TLSFacts?) {}
    func received(_ bytes: UnsafeRawBufferPointer) { self.relay?.answered(bytes) }
    func hasRoom() { self.relay?.innerHasRoom() }
    func receivedEnd() { self.connection.finish(.closed) }
    func ended(_ end: ConnectionEnd) { self.relay?.innerEnded() }
    func tick(_ now: Interval) {}
}
