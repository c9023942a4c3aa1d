package import Basics

/// A service that takes the requests of a listener and answers them, now or later.
package protocol ExchangeService: AnyObject {
    /// Returns the maximum number of open requests of a new connection; nil for the server's default.
    func streamLimit(_ peer: Peer) -> Int?
    /// Reports that a new connection is open.
    func opened(_ peer: Peer)
    /// Reports that a connection has ended.
    func ended(_ peer: Peer)
    /// Returns whether a new request is accepted.
    ///
    /// A request that is not accepted is refused before any part of it is read.
    func admits(_ peer: Peer) -> Bool
    /// Reports that an accepted request is over, answered or not.
    func released(_ peer: Peer)
    /// Returns the maximum length of the request's body; nil for the server's default.
    func bodyLimit(_ head: HeaderList) -> Int?
    func handle(_ exchange: Exchange)
    /// Returns the answer to a request that is refused early. The answer depends on the beginning of the path.
    func response(to refusal: EarlyRefusal, path: String) -> Response
}

extension ExchangeService {
    package func streamLimit(_ peer: Peer) -> Int? { nil }
    package func opened(_ peer: Peer) {}
    package func ended(_ peer: Peer) {}
    package func admits(_ peer: Peer) -> Bool { true }
    package func released(_ peer: Peer) {}
    package func bodyLimit(_ head: HeaderList) -> Int? { nil }
    package func response(to refusal: EarlyRefusal, path: String) -> Response {
        .reason(refusal.status, refusal.reason)
    }
}
