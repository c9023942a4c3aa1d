import SecureTransport

/// A handshake, words both ways and the peer's goodbye.
enum Conversation {
    /// What both sides say.
    static let spoken = [UInt8]("an honest word".utf8)

    /// What the peer sends goes through `changing` with its place.
    static func run<Peer: Counterpart & ~Copyable>(
        _ victim: inout Witness, _ peer: inout Peer, changing: ([UInt8], Int) -> [UInt8]
    ) {
        var start = 0
        for turn in 0..<3 {
            while true {
                let (toPeer, toVictim) = (victim.takeUnsent(), peer.takeUnsent())
                if toPeer.isEmpty, toVictim.isEmpty { break }
                peer.receive(toPeer[...])
                victim.receive(changing(toVictim, start)[...])
                start += toVictim.count
            }
            if turn == 0 {
                victim.speak(Self.spoken)
                peer.speak(Self.spoken)
            } else if peer.isOpen {
                peer.close()
            }
        }
    }
}
