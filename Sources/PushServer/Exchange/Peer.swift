package import Basics
package import PushGateway
package import SecureTransport

/// The other end of one connection, as seen by requests.
package final class Peer {
    /// The version of HTTP on the connection.
    package enum Version: String, Sendable {
        case http1 = "HTTP/1.1"
        case http2 = "HTTP/2"
    }

    package let version: Version
    package let address: SocketAddress?
    /// The result of the TLS handshake; nil without TLS.
    package let tls: TLSFacts?
    /// A value that a service keeps for this connection.
    package var attachment: AnyObject?
    /// The connection. Nil after it has ended.
    ///
    /// The reference is not weak, because a weak reference would make each use of the connection slower.
    private var control: (any PeerControl)?

    init(_ version: Version, _ address: SocketAddress?, _ tls: TLSFacts?, _ control: any PeerControl) {
        (self.version, self.address, self.tls, self.control) = (version, address, tls, control)
    }

    /// Drops the references to a connection that is gone.
    func end() { (self.control, self.attachment) = (nil, nil) }

    /// Sends a GOAWAY frame.
    ///
    /// Over HTTP/1.1, closes the connection after the pending answers.
    package func goAway(_ goAway: GoAway) { self.control?.goAway(goAway) }

    /// Announces the maximum number of open requests.
    package func allowStreams(_ count: Int) { self.control?.allowStreams(count) }

    /// Closes the connection once all pending bytes are sent.
    package func close() { self.control?.close() }

    /// Ends the connection at once, without a GOAWAY frame.
    package func drop() { self.control?.drop() }

    /// Runs a closure once after a delay.
    package func timer(after time: Interval, _ work: @escaping () -> Void) -> LoopTimer? {
        self.control?.loop.timer(after: time, work)
    }
}

/// The operations on a connection, except answering requests.
protocol PeerControl: AnyObject {
    var loop: EventLoop { get }
    func goAway(_ goAway: GoAway)
    func allowStreams(_ count: Int)
    func close()
    func drop()
    /// Begins a graceful shutdown: no new requests are accepted, and pending requests are finished.
    func drain()
}
