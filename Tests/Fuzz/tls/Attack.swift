import SecureTransport

/// What the bytes of an execution do to one side, the victim, of a connection.
///
/// The first byte says what the connection is like and how it is attacked, the second how far an honest peer gets
/// before. That peer is recorded, but lives in one case of sixteen.
enum Attack {
    static func run(on role: TLSRole, _ input: [UInt8]) {
        guard input.count > 2 else { return }
        let world = FuzzWorld.made
        let kind = FuzzWorld.Kind(
            role: role, version: input[0] & 0x80 == 0 ? .v1_2 : .v1_3, isResumed: input[0] & 0x40 != 0)
        var victim = world.makeWitness(of: role, kind)
        if input[0] & 0x3C == 0x3C {
            var peer = world.makeWitness(of: role == .client ? .server : .client, kind)
            Self.attack(&victim, &peer, input)
        } else {
            var peer = world.recordedPeer(of: kind)
            Self.attack(&victim, &peer, input)
        }
        victim.end()
    }

    private static func attack<Peer: Counterpart & ~Copyable>(
        _ victim: inout Witness, _ peer: inout Peer, _ input: [UInt8]
    ) {
        let rest = input[2...]
        switch input[0] & 3 {
        case 0: Self.pieces(rest, Int(input[1]), &victim)
        case 1: Self.injection(rest, after: 8 * Int(input[1]), &victim, &peer)
        default: Self.changes(Array(rest), Int(input[1]), &victim, &peer)
        }
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
    private static func injection<Peer: Counterpart & ~Copyable>(
        _ bytes: ArraySlice<UInt8>, after count: Int, _ victim: inout Witness, _ peer: inout Peer
    ) {
        Conversation.run(&victim, &peer, changing: { flight, start in Array(flight.prefix(max(0, count - start))) })
        victim.receive(bytes)
    }

    /// A conversation in which the input changes, drops or doubles bytes of the peer.
    private static func changes<Peer: Counterpart & ~Copyable>(
        _ bytes: [UInt8], _ pace: Int, _ victim: inout Witness, _ peer: inout Peer
    ) {
        Conversation.run(&victim, &peer) { flight, start in
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
        // An attack that changes nothing shows that the conversation is a good one, also of a recorded peer.
        guard bytes.count < 4 else { return }
        holds(victim.isOpen && peer.isOpen, "an honest handshake that does not come to its end")
        holds(victim.text == Conversation.spoken, "honest words that are not heard")
        holds(victim.events.last == .closed, "an honest end that is not heard")
    }
}
