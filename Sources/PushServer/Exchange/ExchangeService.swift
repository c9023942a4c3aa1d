package import Basics

/// Takes the requests of a listener and answers them, now or later.
package protocol ExchangeService: AnyObject {
    /// The requests that a new connection may have open at a time; nil for the server's usual limit.
    func streamLimit(_ peer: Peer) -> Int?
    /// A connection stands.
    func opened(_ peer: Peer)
    /// A connection is gone.
    func ended(_ peer: Peer)
    /// A request begins; false refuses it before anything of it is read.
    func admits(_ peer: Peer) -> Bool
    /// A request that was admitted is over, answered or not.
    func released(_ peer: Peer)
    /// The longest body that the request may have; nil for the server's usual limit.
    func bodyLimit(_ head: HeaderList) -> Int?
    func handle(_ exchange: Exchange)
}

extension ExchangeService {
    package func streamLimit(_ peer: Peer) -> Int? { nil }
    package func opened(_ peer: Peer) {}
    package func ended(_ peer: Peer) {}
    package func admits(_ peer: Peer) -> Bool { true }
    package func released(_ peer: Peer) {}
    package func bodyLimit(_ head: HeaderList) -> Int? { nil }
}
