import Basics
import Testing

@testable import SecureTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A session is taken up as long as what it rests on holds; after that, a full handshake finds out what does not.
@Suite("Ends of TLS sessions")
struct SessionEndTests {
    private static let soon = World.now + .minutes(10)

    /// Makes a handshake, with a session when one is given.
    private static func pair(
        _ client: TLSClient, _ server: TLSServer, at now: Instant = World.now, resuming session: TLSSession? = nil,
        tickets: TicketKeys = World.ticketKeys
    ) -> Pair {
        var pair = Pair(
            client.connect(to: World.localhost, at: now, resuming: session), server.accept(at: now, tickets: tickets))
        pair.settle()
        return pair
    }

    private static func short() throws -> Validity { try Validity(from: World.now - .days(1), to: Self.soon) }

    @Test("For a client it ends with the intermediate authority of the server's chain", arguments: TLSVersion.allCases)
    func middleOfServer(_ version: TLSVersion) throws {
        let world = try World.shared
        let server = try world.makeServer(
            identity: try world.authority.subordinate(Self.short()).serverIdentity(world.year))
        let client = try world.makeClient(.only(version))
        let session = Self.pair(client, server).session
        #expect(session?.usableUntil == Self.soon)
        let late = Self.pair(client, server, at: Self.soon + .seconds(1), resuming: session)
        let sentence = late.clientEvents.failure?.sentence
        #expect(
            sentence
                == "the certificate of the server (CN=ShoulderTap throw-away intermediate 51111111) expired at "
                + "2026-01-01T00:10:00Z; the time is now 2026-01-01T00:10:01Z")
    }

    @Test(
        "For a server it ends with the client's certificate or an intermediate one, and the client learns it",
        arguments: TLSVersion.allCases, [false, true])
    func chainOfClient(_ version: TLSVersion, _ isMiddle: Bool) throws {
        let world = try World.shared
        let issuer = isMiddle ? try world.authority.subordinate(Self.short()) : world.authority
        let identity = try issuer.clientIdentity(called: "provider", isMiddle ? world.year : Self.short())
        let client = try world.makeClient(identity: identity, .only(version))
        let server = try world.makeServer(clients: .required(world.trust))
        let session = Self.pair(client, server).session
        let last = Self.pair(client, server, at: Self.soon - .seconds(1), resuming: session).serverFacts
        #expect(last?.isResumed == true && last?.peerCertificate == identity.certificate)
        let late = Self.pair(client, server, at: Self.soon + .seconds(1), resuming: session)
        let (ofClient, ofServer) = (late.clientEvents.failure, late.serverEvents.failure)
        let name = isMiddle ? "ShoulderTap throw-away intermediate 51111111" : "provider"
        #expect(
            ofServer?.sentence
                == "the certificate of the client (CN=\(name)) expired at 2026-01-01T00:10:00Z; "
                + "the time is now 2026-01-01T00:10:01Z")
        #expect(
            ofClient?.sentence
                == "the server ended the connection: it rejects our certificate as expired or not yet valid "
                + "(alert 45, certificate_expired)")
    }

    @Test("It ends on either side with the revocation list", arguments: TLSVersion.allCases)
    func list(_ version: TLSVersion) throws {
        let world = try World.shared
        let trust = TLSTrust(
            [world.authority.certificate], revocations: [try world.authority.revocationList(of: [], Self.short())])
        for isOfClient in [true, false] {
            let client = try world.makeClient(
                trust: isOfClient ? trust : nil, identity: world.client, .only(version))
            let server = try world.makeServer(clients: .required(isOfClient ? world.trust : trust))
            let session = Self.pair(client, server).session
            let early = Self.pair(client, server, at: Self.soon - .seconds(1), resuming: session).clientFacts
            #expect(early?.isResumed == true)
            let late = Self.pair(client, server, at: Self.soon + .seconds(1), resuming: session)
            let failure = isOfClient ? late.clientEvents.failure : late.serverEvents.failure
            #expect(
                failure?.sentence
                    == "the revocation list of CN=ShoulderTap throw-away root 51111111 expired at "
                    + "2026-01-01T00:10:00Z; the time is now 2026-01-01T00:10:01Z: use a newer list")
        }
    }

    @Test("Of several lists of one authority the newest ends it", arguments: TLSVersion.allCases)
    func newestList(_ version: TLSVersion) throws {
        let world = try World.shared
        let lists = try [Self.short(), world.year, Self.short()].map { world.authority.revocationList(of: [], $0) }
        let client = try world.makeClient(
            trust: TLSTrust([world.authority.certificate], revocations: lists), .only(version))
        let session = Self.pair(client, try world.makeServer()).session
        #expect(session?.usableUntil == World.now + World.ticketKeys.lifetime)
    }

    /// Tells a session that it was made in 1970, as if the machine had slept since.
    private static func age(_ session: OpaquePointer) throws {
        typealias SetTime = @convention(c) (OpaquePointer, Int) -> Int
        let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "SSL_SESSION_set_time"))
        _ = unsafeBitCast(symbol, to: SetTime.self)(session, 1)
    }

    @Test("Real time does not matter", arguments: TLSVersion.allCases)
    func machine(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        var pair = Pair(
            client.connect(to: World.localhost, at: World.now),
            server.accept(at: World.now, tickets: World.ticketKeys))
        pair.server.receiveAll(pair.client.takeUnsent(&pair.clientEvents), &pair.serverEvents)
        typealias Session = @convention(c) (OpaquePointer) -> OpaquePointer?
        let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "SSL_get_session"))
        let made = try #require(unsafeBitCast(symbol, to: Session.self)(pair.server.connection))
        // Before TLS 1.2 seals it; TLS 1.3 looks at the clock once more.
        try Self.age(made)
        pair.settle()
        let found = pair.session
        let session = try #require(found)
        try session.shared.borrow { try Self.age($0) }
        let facts = Self.pair(client, server, resuming: session).clientFacts
        #expect(facts?.isResumed == true)
    }

    @Test("A server that renews sessions forever does not keep a client from verifying again")
    func renewal() throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(.v1_3)), try world.makeServer())
        let key = [UInt8](repeating: 3, count: TicketKeys.count)
        let short = try #require(TicketKeys(key, lifetime: .hours(2)))
        let long = try #require(TicketKeys(key, lifetime: .days(7)))
        let first = Self.pair(client, server, tickets: short).session
        #expect(first?.usableUntil == World.now + .hours(2))
        let second = Self.pair(client, server, at: World.now + .hours(1), resuming: first, tickets: long)
        let (isResumed, renewed) = (second.clientFacts?.isResumed, second.session)
        #expect(isResumed == true)
        #expect(renewed?.usableUntil == World.now + .hours(2))
    }
}
