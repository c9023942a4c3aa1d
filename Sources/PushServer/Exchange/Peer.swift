package import Basics
package import PushGateway
package import SecureTransport

/// The other end of one connection, as requests on it see it.
package final class Peer {
    /// The version of HTTP that is spoken.
    package enum Version: String, Sendable {
        case http1 = "HTTP/1.1"
        case http2 = "HTTP/2"
    }

    package let version: Version
    package let address: SocketAddress?
    /// Nil without TLS.
    package let tls: TLSFacts?
    /// A value that a service keeps for this connection.
    package var attachment: AnyObject?
    /// The connection; nil once it is over. Not weak, which would make each use of the connection slower.
    private var control: (any PeerControl)?

    init(_ version: Version, _ address: SocketAddress?, _ tls: TLSFacts?, _ control: any PeerControl) {
        (self.version, self.address, self.tls, self.control) = (version, address, tls, control)
    }

    /// The connection is gone, and nothing leads back to it from here.
    func end() { (self.control, self.attachment) = (nil, nil) }

    /// Sends a GOAWAY frame. Over HTTP/1.1 the connection ends after the answers that are under way.
    package func goAway(_ goAway: GoAway) { self.control?.goAway(goAway) }

    /// Announces how many requests the peer may have open at a time.
    package func allowStreams(_ count: Int) { self.control?.allowStreams(count) }

    /// Closes the connection once everything that waits is sent.
    package func close() { self.control?.close() }

    /// Ends the connection at once, without a word.
    package func drop() { self.control?.drop() }

    /// Runs a closure once after a time.
    package func timer(after time: Interval, _ work: @escaping () -> Void) -> LoopTimer? {
        self.control?.loop.timer(after: time, work)
    }
}

/// The controls of a connection besides answering requests.
protocol PeerControl: AnyObject {
    var loop: EventLoop { get }
    func goAway(_ goAway: GoAway)
    func allowStreams(_ count: Int)
    func close()
    func drop()
    /// Begins a graceful shutdown: nothing new is begun, what is under way is finished.
    func drain()
}
