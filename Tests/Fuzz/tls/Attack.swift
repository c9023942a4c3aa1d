import SecureTransport

/// What the bytes of an execution do to one side, the victim, of a connection.
///
/// The first byte says how, the second how far an honest peer gets before.
enum Attack {
    static let spoken = [UInt8]("an honest word".utf8)

    static func run(on role: TLSRole, _ input: [UInt8]) {
        guard input.count > 2 else { return }
        let world = FuzzWorld.made
        ReplayedRandomness.start(2)
        let client = world.clients[Int(input[0] >> 7)].connect(to: world.name, at: FuzzWorld.now)
        let server = world.server.accept(at: FuzzWorld.now, tickets: world.tickets)
        var victim: Witness
        var peer: Witness
        switch role {
        case .client:
            victim = Witness(client, spoken: Self.spoken)
            peer = Witness(server, spoken: Self.spoken)
        case .server:
            victim = Witness(server, spoken: Self.spoken)
            peer = Witness(client, spoken: Self.spoken)
        }
        let rest = input[2...]
        switch input[0] & 3 {
        case 0: Self.pieces(rest, Int(input[1]), &victim)
        case 1: Self.injection(rest, after: 8 * Int(input[1]), &victim, &peer)
        default: Self.changes(Array(rest), Int(input[1]), &victim, &peer)
        }
        victim.end()
    }

    /// Nothing but the input, in pieces.
    private static func pieces(_ bytes: ArraySlice<UInt8>, _ step: Int, _ victim: inout Witness) {
        var rest = bytes
        while !rest.isEmpty {
            victim.receive(rest.prefix(step + 1))
            rest = rest.dropFirst(step + 1)
        }
    }

    /// An honest beginning, and the input where its next byte would be.
    private static func injection(
        _ bytes: ArraySlice<UInt8>, after count: Int, _ victim: inout Witness, _ peer: inout Witness
    ) {
        Self.converse(&victim, &peer, changing: { flight, start in Array(flight.prefix(max(0, count - start))) })
        victim.receive(bytes)
    }

    /// A conversation in which the input changes, drops or doubles bytes of the peer.
    private static func changes(_ bytes: [UInt8], _ pace: Int, _ victim: inout Witness, _ peer: inout Witness) {
        Self.converse(&victim, &peer) { flight, start in
            var flight = flight
            for place in stride(from: 0, to: bytes.count - 3, by: 4) {
                let target = (Int(bytes[place]) << 8 | Int(bytes[place + 1])) % (16 * (pace + 1)) - start
                guard flight.indices.contains(target) else { continue }
                switch bytes[place + 2] & 3 {
                case 0: flight[target] ^= bytes[place + 3]
                case 1: flight[target] = bytes[place + 3]
                case 2: flight.remove(at: target)
                default: flight.insert(bytes[place + 3], at: target)
                }
            }
            return flight
        }
        // An attack that changes nothing shows that the conversation is a good one.
        guard bytes.count < 4 else { return }
        holds(victim.isOpen && peer.isOpen, "an honest handshake that does not come to its end")
        holds(victim.text == Self.spoken && peer.text == Self.spoken, "honest words that are not heard")
        holds(victim.events.last == .closed, "an honest end that is not heard")
    }

    /// A handshake, words both ways and the peer's goodbye; what it sends goes through `changing` with its place.
    private static func converse(
        _ victim: inout Witness, _ peer: inout Witness, changing: ([UInt8], Int) -> [UInt8]
    ) {
        var start = 0
        for turn in 0..<3 {
            while true {
                let (toPeer, toVictim) = (victim.takeUnsent(), peer.takeUnsent())
                if toPeer.isEmpty, toVictim.isEmpty { break }
                peer.receive(toPeer)
                victim.receive(changing(toVictim, start))
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
