import SecureTransport
import Testing

/// What client and server exchange their keys over, and how they find to each other when their first choices differ.
@Suite("TLS groups")
struct GroupTests {
    private static let host = ServerName.host("b.test")

    /// A pair whose server has a certificate for each of two hosts, after its handshake with the second.
    private static func pair(
        _ client: [TLSGroup], _ server: [TLSGroup], _ version: TLSVersion, step: Int = .max,
        resuming session: TLSSession? = nil
    ) throws -> Pair {
        let world = try World.shared
        let identities = try ["a.test", "b.test"].map { name in
            try world.authority.serverIdentity(for: [.dns(name)], world.year)
        }
        let acceptor = try TLSServer(
            identities: identities, clients: .required(world.trust),
            settings: TLSSettings(groups: server, protocols: ApplicationProtocols(["h2"])))
        let connector = try world.makeClient(
            identity: world.client,
            TLSSettings(versions: version...version, groups: client, protocols: ApplicationProtocols(["h2"])))
        var pair = Pair(
            connector.connect(to: Self.host, at: World.now, resuming: session),
            acceptor.accept(at: World.now, tickets: World.ticketKeys))
        pair.step = step
        pair.settle()
        return pair
    }

    /// How often a record holds a first message of the client whole: content 22, message 1, and a length that fills it.
    ///
    /// The length tells it from a sealed record of TLS 1.2, whose first byte is any of 256.
    private static func hellos(in bytes: [UInt8]) -> Int {
        var (rest, count) = (bytes[...], 0)
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[3]) << 8 + Int(head[4])
            let message = Int(head[6]) << 16 + Int(head[7]) << 8 + Int(head[8])
            if head[0] == 22, head[5] == 1, message + 4 == length { count += 1 }
            rest = rest.dropFirst(5 + length)
        }
        return count
    }

    @Test("A sealed record that begins like a first message is not one")
    func sealedRecord() {
        let hello: [UInt8] = [22, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3]
        let change: [UInt8] = [20, 3, 3, 0, 1, 1]
        let finished: [UInt8] = [22, 3, 3, 0, 24, 1] + Array(repeating: 0xA5, count: 23)
        #expect(Self.hellos(in: hello) == 1)
        #expect(Self.hellos(in: hello + change + finished) == 1)
        #expect(Self.hellos(in: hello + change + hello) == 2)
    }

    /// The random bytes by which a server says that it asks again (RFC 8446 section 4.1.3).
    private static let asksAgain: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    private static func hasAskedAgain(_ pair: borrowing Pair) -> Bool {
        // Behind the head of the record, the head of the message and the version.
        pair.fromServer.dropFirst(11).starts(with: Self.asksAgain)
    }

    private static func expectTalk(_ pair: inout Pair, isResumed: Bool = false) throws {
        let (ofClient, ofServer) = (pair.clientFacts, pair.serverFacts)
        let client = try World.shared.client.certificate
        for facts in [ofClient, ofServer] {
            #expect(facts?.applicationProtocol == "h2")
            #expect(facts?.serverName == "b.test")
            #expect(facts?.isResumed == isResumed)
        }
        #expect(ofServer?.peerCertificate == client)
        #expect(ofClient?.peerCertificate?.names == [.dns("b.test")])
        try pair.client.write("ping")
        try pair.server.write("pong")
        pair.settle()
        let heard = (pair.server.readAll(&pair.serverEvents), pair.client.readAll(&pair.clientEvents))
        #expect(heard.0 == Array("ping".utf8) && heard.1 == Array("pong".utf8))
        pair.client.close()
        pair.server.close()
        pair.settle()
        let ends = [pair.clientEvents.last, pair.serverEvents.last]
        #expect(ends == [.closed, .closed])
    }

    @Test(
        "A server asks a client again that sent a key for a wrong group, with any split of the bytes",
        arguments: [[TLSGroup.p256], [.p384], [.p384, .p256]], [Int.max, 7, 1])
    func askingAgain(_ groups: [TLSGroup], _ step: Int) throws {
        var pair = try Self.pair([.x25519, .p256, .p384], groups, .v1_3, step: step)
        let hellos = Self.hellos(in: pair.fromClient)
        #expect(hellos == 2)
        let hasAsked = Self.hasAskedAgain(pair)
        #expect(hasAsked)
        try Self.expectTalk(&pair)
    }

    @Test("A client that is asked again can resume a session", arguments: [Int.max, 1])
    func resuming(_ step: Int) throws {
        let first = try Self.pair([.x25519, .p384], [.p384], .v1_3, step: step)
        let found = first.session
        let session = try #require(found)
        var pair = try Self.pair([.x25519, .p384], [.p384], .v1_3, step: step, resuming: session)
        let hellos = Self.hellos(in: pair.fromClient)
        #expect(hellos == 2)
        try Self.expectTalk(&pair, isResumed: true)
    }

    @Test("No client is asked again without need", arguments: TLSVersion.allCases)
    func firstChoice(_ version: TLSVersion) throws {
        var pair = try Self.pair([.p256, .x25519], [.x25519, .p256], version)
        let hellos = Self.hellos(in: pair.fromClient)
        #expect(hellos == 1)
        let hasAsked = Self.hasAskedAgain(pair)
        #expect(!hasAsked)
        try Self.expectTalk(&pair)
    }

    @Test("In TLS 1.2 the server chooses, so it never asks again")
    func olderVersion() throws {
        // Without P-256 the key of the server's certificate would not do.
        var pair = try Self.pair([.x25519, .p256, .p384], [.p384, .p256], .v1_2, step: 1)
        let hellos = Self.hellos(in: pair.fromClient)
        #expect(hellos == 1)
        try Self.expectTalk(&pair)
    }

    @Test("Peers without a common group report it", arguments: TLSVersion.allCases)
    func nothingShared(_ version: TLSVersion) throws {
        let pair = try Self.pair([.x25519], [.p384, .p256], version)
        let sentence = pair.serverEvents.failure?.sentence
        #expect(sentence == version.noCommonGroup)
    }

    @Test("A truncated stream while a client is asked again is an error at every byte")
    func cut() throws {
        let whole = try Self.pair([.x25519, .p256], [.p256], .v1_3)
        let world = try World.shared
        let server = try world.makeServer(clients: .required(world.trust), TLSSettings(groups: [.p256]))
        for count in 0..<whole.fromClient.count {
            var events: [TLSEvent] = []
            var engine = server.accept(at: World.now, tickets: World.ticketKeys)
            engine.receiveAll(Array(whole.fromClient.prefix(count)), &events)
            engine.receiveEnd(&events)
            #expect(events.failure != nil && events.facts == nil, "byte \(count)")
        }
    }
}

extension TLSVersion {
    /// TLS 1.2 settles suite and group as one.
    fileprivate var noCommonGroup: String {
        switch self {
        case .v1_2:
            "the client shares no cipher suite with this server, which accepts "
                + TLSSuite.allCases.map(\.rawValue).joined(separator: ", ")
        case .v1_3: "the client shares no key exchange with this server, which accepts P-384, P-256"
        }
    }
}
