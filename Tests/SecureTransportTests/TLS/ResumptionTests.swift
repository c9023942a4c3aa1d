import Basics
import SecureTransport
import Testing

@Suite("TLS resumption")
struct ResumptionTests {
    /// A session of a client that has just been served, to be resumed by somebody or nobody.
    private static func session(
        _ client: TLSClient, _ server: TLSServer, to name: ServerName = World.localhost, at now: Instant = World.now,
        tickets: TicketKeys? = World.ticketKeys
    ) throws -> TLSSession {
        var pair = Pair(client.connect(to: name, at: now), server.accept(at: now, tickets: tickets))
        pair.settle()
        let session = pair.session
        return try #require(session)
    }

    /// Whether a session is taken up; nil when the connection fails.
    private static func isResumed(
        _ session: TLSSession, _ client: TLSClient, _ server: TLSServer, to name: ServerName = World.localhost,
        at now: Instant = World.now, tickets: TicketKeys? = World.ticketKeys
    ) -> Bool? {
        var pair = Pair(
            client.connect(to: name, at: now, resuming: session), server.accept(at: now, tickets: tickets))
        pair.settle()
        let (ofClient, ofServer) = (pair.clientFacts?.isResumed, pair.serverFacts?.isResumed)
        #expect(ofClient == ofServer)
        return ofClient
    }

    @Test("A session survives its export, and other bytes are refused", arguments: TLSVersion.allCases)
    func export(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        let session = try Self.session(client, server)
        let exported = session.exported
        let imported = try #require(TLSSession(exported: exported))
        #expect(imported == session)
        #expect(Self.isResumed(imported, client, server) == true)
        #expect("\(session)" == "a TLS session")
        for count in 0..<120 { _ = TLSSession(exported: Array(exported.prefix(count))) }
        #expect(TLSSession(exported: []) == nil)
        #expect(TLSSession(exported: [0] + exported) == nil)
        for missing in 1..<40 { #expect(TLSSession(exported: Array(exported.dropLast(missing))) == nil) }
        #expect(TLSSession(exported: exported + [0]) == nil)
    }

    @Test("Another host starts a new session", arguments: TLSVersion.allCases)
    func otherHost(_ version: TLSVersion) throws {
        let world = try World.shared
        let identity = try world.authority.serverIdentity(for: [.dns("a.test"), .dns("b.test")], world.year)
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer(identity: identity))
        let session = try Self.session(client, server, to: .host("a.test"))
        #expect(Self.isResumed(session, client, server, to: .host("a.test")) == true)
        #expect(Self.isResumed(session, client, server, to: .host("b.test")) == false)
    }

    @Test("A server does not open a ticket that it sealed for another host", arguments: TLSVersion.allCases)
    func otherHostAtServer(_ version: TLSVersion) throws {
        let world = try World.shared
        let identity = try world.authority.serverIdentity(for: [.dns("a.test"), .dns("b.test")], world.year)
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer(identity: identity))
        let session = try Self.session(client, server, to: .host("a.test"))
        // A client that does not keep to our rules, with the same bytes for another host.
        let other = try Self.session(client, server, to: .host("b.test"))
        // The mark, the binding behind its length, and the rest.
        let head = "shouldertap tls session 1\n".utf8.count + 2 + 32 + "b.test".utf8.count
        let forged = try #require(
            TLSSession(
                exported: Array(other.exported.prefix(head)) + Array(session.exported.dropFirst(head))))
        #expect(Self.isResumed(forged, client, server, to: .host("b.test")) == false)
    }

    @Test("Another trust or another identity starts a new session, on either side", arguments: TLSVersion.allCases)
    func otherTrust(_ version: TLSVersion) throws {
        let world = try World.shared
        let wider = TLSTrust([world.authority.certificate, world.stranger.certificate])
        let revoking = TLSTrust(
            [world.authority.certificate], revocations: [world.authority.revocationList(of: [], world.year)])
        let server = try world.makeServer(clients: .optional(world.trust))
        let client = try world.makeClient(identity: world.client, .only(version))
        let session = try Self.session(client, server)
        #expect(Self.isResumed(session, client, server) == true)
        for other in [
            try world.makeClient(.only(version)),
            try world.makeClient(trust: wider, identity: world.client, .only(version)),
            try world.makeClient(trust: revoking, identity: world.client, .only(version)),
            try world.makeClient(
                identity: try world.authority.clientIdentity(called: "other", world.year), .only(version)),
        ] {
            #expect(Self.isResumed(session, other, server) == false)
        }
        for other in [
            try world.makeServer(), try world.makeServer(clients: .optional(wider)),
            try world.makeServer(clients: .required(world.trust)),
            try world.makeServer(clients: .optional(revoking)),
        ] {
            #expect(Self.isResumed(session, client, other) == false)
        }
    }

    @Test("A session ends with its ticket, by the given clock", arguments: TLSVersion.allCases)
    func lifetime(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        let tickets = try #require(TicketKeys([UInt8](repeating: 7, count: 80), lifetime: .hours(2)))
        let session = try Self.session(client, server, tickets: tickets)
        #expect(session.made == World.now && session.usableUntil == World.now + .hours(2))
        let last = World.now + .hours(2) - .microseconds(1)
        #expect(Self.isResumed(session, client, server, at: last, tickets: tickets) == true)
        #expect(Self.isResumed(session, client, server, at: World.now + .hours(2), tickets: tickets) == false)
        #expect(Self.isResumed(session, client, server, at: World.now - .seconds(1), tickets: tickets) == false)
        // Tickets that are renewed by resuming do not outlive the handshake that verified anybody.
        var pair = Pair(
            client.connect(to: World.localhost, at: World.now + .hours(1), resuming: session),
            server.accept(at: World.now + .hours(1), tickets: tickets))
        pair.settle()
        let renewed = pair.session
        if let renewed {
            #expect(renewed.usableUntil == World.now + .hours(2))
            let late = World.now + .hours(2) + .minutes(30)
            #expect(Self.isResumed(renewed, client, server, at: late, tickets: tickets) == false)
        } else {
            #expect(version == .v1_2)
        }
    }

    @Test("Each side uses its own clock, whatever the other's time is", arguments: TLSVersion.allCases)
    func clocks(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        let session = try Self.session(client, server)
        let end = World.now + World.ticketKeys.lifetime
        for (moment, isResumed) in [
            (World.now - .microseconds(1), false), (World.now, true), (end - .microseconds(1), true), (end, false),
        ] {
            for (ofClient, ofServer) in [(World.now, moment), (moment, World.now)] {
                var pair = Pair(
                    client.connect(to: World.localhost, at: ofClient, resuming: session),
                    server.accept(at: ofServer, tickets: World.ticketKeys))
                pair.settle()
                let facts = (pair.clientFacts, pair.serverFacts)
                #expect(facts.0?.isResumed == isResumed && facts.1?.isResumed == isResumed, "\(ofClient) \(ofServer)")
            }
        }
    }

    @Test("A session ends with the certificate that began it", arguments: TLSVersion.allCases)
    func certificateLifetime(_ version: TLSVersion) throws {
        let world = try World.shared
        let short = try Validity(from: World.now - .days(1), to: World.now + .minutes(10))
        let server = try world.makeServer(
            identity: try world.authority.serverIdentity(short), clients: .required(world.trust))
        let client = try world.makeClient(identity: world.client, .only(version))
        #expect(try Self.session(client, server).usableUntil == World.now + .minutes(10))

        let shortClient = try world.makeClient(
            identity: try world.authority.clientIdentity(called: "short", short), .only(version))
        let lasting = try world.makeServer(clients: .required(world.trust))
        let session = try Self.session(shortClient, lasting)
        #expect(Self.isResumed(session, shortClient, lasting, at: World.now + .minutes(9)) == true)
        var pair = Pair(
            shortClient.connect(to: World.localhost, at: World.now + .minutes(11), resuming: session),
            lasting.accept(at: World.now + .minutes(11), tickets: World.ticketKeys))
        pair.settle()
        let sentence = pair.serverEvents.failure?.sentence
        #expect(
            sentence
                == "the certificate of the client (CN=short) expired at 2026-01-01T00:10:00Z; "
                + "the time is now 2026-01-01T00:11:00Z")
    }

    @Test("Rotated keys open what the previous key sealed, and nothing older", arguments: TLSVersion.allCases)
    func rotation(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        let session = try Self.session(client, server)
        let once = try #require(World.ticketKeys.rotated(to: [UInt8](repeating: 1, count: 80)))
        #expect(Self.isResumed(session, client, server, tickets: once) == true)
        let twice = try #require(once.rotated(to: [UInt8](repeating: 2, count: 80)))
        #expect(Self.isResumed(session, client, server, tickets: twice) == false)
        #expect(once.rotated(to: [1, 2, 3]) == nil)
        // What the old key opens is sealed again with the new one.
        var pair = Pair(
            client.connect(to: World.localhost, at: World.now, resuming: session),
            server.accept(at: World.now, tickets: once))
        pair.settle()
        let found = pair.session
        let renewed = try #require(found)
        #expect(Self.isResumed(renewed, client, server, tickets: twice) == true)
        #expect(Self.isResumed(session, client, server, tickets: TicketKeys.random()) == false)
    }

    @Test("A session that is used between any two rotations survives all of them", arguments: TLSVersion.allCases)
    func rotations(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        var session = try Self.session(client, server)
        var tickets = World.ticketKeys
        for key: UInt8 in 1...5 {
            tickets = try #require(tickets.rotated(to: [UInt8](repeating: key, count: TicketKeys.count)))
            var pair = Pair(
                client.connect(to: World.localhost, at: World.now, resuming: session),
                server.accept(at: World.now, tickets: tickets))
            pair.settle()
            let (isResumed, renewed) = (pair.clientFacts?.isResumed, pair.session)
            #expect(isResumed == true, "key \(key)")
            session = try #require(renewed, "key \(key)")
        }
        // A server of TLS 1.2 does not say how long a ticket lasts that it has sealed anew.
        let lifetime = version == .v1_2 ? .hours(1) : World.ticketKeys.lifetime
        #expect(session.usableUntil == World.now + lifetime)
        // TLS 1.3 wants another ticket for each connection; with TLS 1.2 one does until its key is old.
        var pair = Pair(
            client.connect(to: World.localhost, at: World.now, resuming: session),
            server.accept(at: World.now, tickets: tickets))
        pair.settle()
        let renewed = pair.session
        #expect((renewed == nil) == (version == .v1_2))
    }

    @Test("Without ticket keys no session can be resumed", arguments: TLSVersion.allCases)
    func noTickets(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        var pair = Pair(client.connect(to: World.localhost, at: World.now), server.accept(at: World.now))
        pair.settle()
        let session = pair.session
        #expect(session == nil)
        let sealed = try Self.session(client, server)
        #expect(Self.isResumed(sealed, client, server, tickets: nil) == false)
    }

    @Test("Keys of a wrong size or lifetime are refused")
    func badKeys() {
        #expect(TicketKeys([]) == nil)
        #expect(TicketKeys([UInt8](repeating: 0, count: 79)) == nil)
        #expect(TicketKeys([UInt8](repeating: 0, count: 80), lifetime: .zero) == nil)
        #expect(TicketKeys([UInt8](repeating: 0, count: 80), lifetime: .days(7) + .seconds(1)) == nil)
        #expect("\(World.ticketKeys)" == "ticket keys")
    }
}
