import Basics
import Testing

@testable import SecureTransport

/// Which certificate a server shows, and what clients make of its chain.
@Suite("TLS identities of servers")
struct ServerIdentityTests {
    private static func meet(
        _ server: TLSServer, _ name: ServerName, trust: TLSTrust? = nil, _ version: TLSVersion = .v1_3,
        at now: Instant = World.now
    ) throws -> Pair {
        let client = try World.shared.makeClient(trust: trust, .only(version))
        var pair = Pair(client.connect(to: name, at: now), server.accept(at: now))
        pair.settle()
        return pair
    }

    @Test(
        "The first identity that is valid for the named host is used, or else the first", arguments: TLSVersion.allCases
    )
    func choice(_ version: TLSVersion) throws {
        let world = try World.shared
        let names: [[SubjectName]] = [
            [.dns("first.test"), .address([127, 0, 0, 1])], [.dns("second.test"), .dns("*.wild.test")],
            [.dns("third.test"), .dns("second.test")],
        ]
        let identities = try names.map { try world.authority.serverIdentity(for: $0, world.year) }
        let server = try TLSServer(identities: identities)
        let rows: [(String, Int)] = [
            ("first.test", 0), ("second.test", 1), ("third.test", 2), ("SECOND.test.", 1), ("a.wild.test", 1),
            ("127.0.0.1", 0),
        ]
        for (text, place) in rows {
            let pair = try Self.meet(server, try #require(ServerName(text)), version)
            let facts = (pair.clientFacts, pair.serverFacts)
            #expect(facts.0?.peerCertificate == identities[place].certificate, "\(text)")
            #expect(facts.1?.serverName == (text == "127.0.0.1" ? nil : ServerName(text)?.description))
        }
        let pair = try Self.meet(server, .host("unknown.test"), version)
        let sentence = pair.clientEvents.failure?.sentence
        #expect(
            sentence
                == "the certificate of the server is for first.test, 127.0.0.1, not for unknown.test: "
                + "use a name in the certificate")
    }

    @Test(
        "The identity for the named host is used, even beside one with a key of another algorithm",
        arguments: TLSVersion.allCases)
    func mixedAlgorithms(_ version: TLSVersion) throws {
        let world = try World.shared
        try CertificateTool.with { tool in
            try tool.run("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem")
            try tool.run(
                "req -x509 -new -key key.pem -subj /CN=own -addext subjectAltName=DNS:own.test -days 30 -out own.pem")
            let own = try Identity(chainPEM: try tool.read("own.pem"), keyPEM: try tool.read("key.pem"))
            let now = try #require(own.certificate.validity).start + .days(1)
            let year = try Validity(from: now - .days(1), to: now + .days(30))
            let ours = try world.authority.serverIdentity(for: [.dns("ours.test")], year)
            // The root's own time does not hold at that of the other certificate.
            let trust = TLSTrust([own.certificate, ours.certificate])
            for identities in [[ours, own], [own, ours]] {
                let server = try TLSServer(identities: identities)
                for (host, identity) in [("ours.test", ours), ("own.test", own)] {
                    let pair = try Self.meet(server, .host(host), trust: trust, version, at: now)
                    let (facts, failure) = (pair.clientFacts, pair.clientEvents.failure)
                    #expect(facts?.peerCertificate == identity.certificate, "\(host): \(failure?.sentence ?? "")")
                }
            }
        }
    }

    @Test("A chain is followed up to a root or to a trusted authority below it", arguments: TLSVersion.allCases)
    func chain(_ version: TLSVersion) throws {
        let world = try World.shared
        let lower = try world.authority.subordinate(world.year)
        let identity = try lower.serverIdentity(world.year)
        let server = try TLSServer(identities: [identity])
        for trust in [world.trust, TLSTrust([lower.certificate])] {
            let facts = try Self.meet(server, World.localhost, trust: trust, version).clientFacts
            #expect(facts?.peerCertificate == identity.certificate)
        }
        let alone = try TLSServer(identities: [
            try Identity(CertificateChain(identity.certificate), key: PrivateKey(pem: Array(identity.keyPEM.utf8)))
        ])
        let sentence = try Self.meet(alone, World.localhost, version).clientEvents.failure?.sentence
        #expect(
            sentence
                == "the certificate of the server (CN=ShoulderTap server) is issued by "
                + "CN=ShoulderTap throw-away intermediate 51111111, which this client does not trust: trust "
                + "this authority, or use a certificate of a trusted one")
    }

    @Test("An intermediate authority may be revoked or expired like any other", arguments: TLSVersion.allCases)
    func middle(_ version: TLSVersion) throws {
        let world = try World.shared
        let lower = try world.authority.subordinate(world.year)
        let server = try TLSServer(identities: [try lower.serverIdentity(world.year)])
        let serial = try #require(lower.certificate.serial)
        let trust = TLSTrust(
            [world.authority.certificate], revocations: [world.authority.revocationList(of: [serial], world.year)])
        let revoked = try Self.meet(server, World.localhost, trust: trust, version).clientEvents.failure?.sentence
        #expect(
            revoked
                == "the certificate of the server (CN=ShoulderTap throw-away intermediate 51111111, serial "
                + "51111111111111111111111111111111) was revoked at 2025-12-02T00:00:00Z by "
                + "CN=ShoulderTap throw-away root 51111111")

        let old = try world.authority.subordinate(try Validity(from: World.now - .days(9), to: World.now - .days(1)))
        let late = try TLSServer(identities: [try old.serverIdentity(world.year)])
        let expired = try Self.meet(late, World.localhost, version).clientEvents.failure?.sentence
        #expect(
            expired
                == "the certificate of the server (CN=ShoulderTap throw-away intermediate 51111111) expired at "
                + "2025-12-31T00:00:00Z; the time is now 2026-01-01T00:00:00Z")
    }

    @Test(
        "Servers may have keys of other algorithms",
        arguments: [
            "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem",
            "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out key.pem",
            "genpkey -algorithm ED25519 -out key.pem",
        ], TLSVersion.allCases)
    func algorithms(_ line: String, _ version: TLSVersion) throws {
        try CertificateTool.with { tool in
            try #require(tool.run(line).status == 0)
            try tool.run(
                "req -x509 -new -key key.pem -subj /CN=own -addext subjectAltName=DNS:localhost -days 30 -out own.pem")
            let identity = try Identity(chainPEM: try tool.read("own.pem"), keyPEM: try tool.read("key.pem"))
            let now = try #require(identity.certificate.validity).start + .days(1)
            let server = try TLSServer(identities: [identity])
            let pair = try Self.meet(
                server, World.localhost, trust: TLSTrust([identity.certificate]), version, at: now)
            let facts = pair.clientFacts
            #expect(facts?.peerCertificate == identity.certificate)
        }
    }

    @Test("A client that need not have a certificate may come without", arguments: TLSVersion.allCases)
    func optional(_ version: TLSVersion) throws {
        let world = try World.shared
        let server = try world.makeServer(clients: .optional(world.trust))
        for identity in [nil, world.client] {
            var pair = Pair(
                try world.makeClient(identity: identity, .only(version)).connect(to: World.localhost, at: World.now),
                server.accept(at: World.now))
            pair.settle()
            let facts = pair.serverFacts
            #expect(facts != nil && facts?.peerCertificate == identity?.certificate)
        }
    }
}
