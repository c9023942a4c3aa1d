import Basics
import SecureTransport

extension Refusal {
    static let all = ofServers + ofClients + ofNegotiation

    private static let root = "CN=ShoulderTap throw-away root 51111111"
    private static let strangeRoot = "CN=ShoulderTap throw-away root 62222222"

    /// What clients find wrong with certificates of servers.
    private static let ofServers = [
        Refusal(
            "unknown authority of the server",
            client: "the certificate of the server (CN=ShoulderTap server) is issued by \(strangeRoot), "
                + "which this client does not trust: trust this authority, or use a certificate of a trusted one",
            server: "the client ended the connection: it does not trust the authority that issued our certificate "
                + "(alert 48, unknown_ca)"
        ) { world, version in
            let identity = try world.stranger.serverIdentity(world.year)
            return Meeting(
                client: try world.makeClient(.only(version)), server: try world.makeServer(identity: identity))
        },
        Refusal(
            "wrong host",
            client: "the certificate of the server is for localhost, 127.0.0.1, ::1, not for contoso.com: "
                + "use a name in the certificate",
            server: "the client ended the connection: it rejects our certificate as bad (alert 42, bad_certificate)"
        ) { world, version in
            Meeting(
                client: try world.makeClient(.only(version)), server: try world.makeServer(),
                name: .host("contoso.com"))
        },
        Refusal(
            "wrong address",
            client: "the certificate of the server is for localhost, 127.0.0.1, ::1, not for 127.0.0.2: "
                + "use a name in the certificate",
            server: "the client ended the connection: it rejects our certificate as bad (alert 42, bad_certificate)"
        ) { world, version in
            Meeting(
                client: try world.makeClient(.only(version)), server: try world.makeServer(),
                name: .address([127, 0, 0, 2]))
        },
        Refusal(
            "server's certificate expired",
            client: "the certificate of the server (CN=ShoulderTap server) expired at 2025-12-31T00:00:00Z; "
                + "the time is now 2026-01-01T00:00:00Z",
            server: "the client ended the connection: it rejects our certificate as expired or not yet valid "
                + "(alert 45, certificate_expired)"
        ) { world, version in
            let old = try Validity(from: World.now - .days(9), to: World.now - .days(1))
            return Meeting(
                client: try world.makeClient(.only(version)),
                server: try world.makeServer(identity: try world.authority.serverIdentity(old)))
        },
        Refusal(
            "server's certificate not yet valid",
            client: "the certificate of the server (CN=ShoulderTap server) is not valid before "
                + "2026-01-02T00:00:00Z; the time is now 2026-01-01T00:00:00Z",
            server: "the client ended the connection: it rejects our certificate as bad (alert 42, bad_certificate)"
        ) { world, version in
            let young = try Validity(from: World.now + .days(1), to: World.now + .days(9))
            return Meeting(
                client: try world.makeClient(.only(version)),
                server: try world.makeServer(identity: try world.authority.serverIdentity(young)))
        },
        Refusal(
            "server's certificate revoked",
            client: "the certificate of the server (CN=ShoulderTap server, serial "
                + "51111111111111111111111111111111) was revoked at 2025-12-02T00:00:00Z by \(root)",
            server:
                "the client ended the connection: it rejects our certificate as revoked (alert 44, certificate_revoked)"
        ) { world, version in
            Meeting(
                client: try world.makeClient(trust: try world.trustWithRevocations(), .only(version)),
                server: try world.makeServer())
        },
        Refusal(
            "revocation list out of date",
            client: "the revocation list of \(root) expired at 2025-12-31T00:00:00Z; "
                + "the time is now 2026-01-01T00:00:00Z: use a newer list",
            server: "the client ended the connection: it rejects our certificate as expired or not yet valid "
                + "(alert 45, certificate_expired)"
        ) { world, version in
            let old = try Validity(from: World.now - .days(9), to: World.now - .days(1))
            let list = world.authority.revocationList(of: [], old)
            return Meeting(
                client: try world.makeClient(
                    trust: TLSTrust([world.authority.certificate], revocations: [list]), .only(version)),
                server: try world.makeServer())
        },
        Refusal(
            "a client's certificate shown by a server",
            client: "the certificate of the server (CN=provider) has a key usage that is not for a server",
            server: "the client ended the connection: it does not support our type of certificate "
                + "(alert 43, unsupported_certificate)"
        ) { world, version in
            Meeting(
                client: try world.makeClient(.only(version)), server: try world.makeServer(identity: world.client))
        },
    ]

    /// What servers find wrong with certificates of clients.
    private static let ofClients = [
        Refusal(
            "no certificate of the client, TLS 1.2", in: [.v1_2],
            client: "the server ended the connection: it accepts none of our offers (alert 40, handshake_failure)",
            server: "the client sent no certificate, but this server needs one"
        ) { world, version in
            Meeting(
                client: try world.makeClient(.only(version)),
                server: try world.makeServer(clients: .required(world.trust)))
        },
        Refusal(
            "no certificate of the client, TLS 1.3", in: [.v1_3],
            client: "the server ended the connection: it needs a certificate from us (alert 116, certificate_required)",
            server: "the client sent no certificate, but this server needs one"
        ) { world, version in
            Meeting(
                client: try world.makeClient(.only(version)),
                server: try world.makeServer(clients: .required(world.trust)))
        },
        Refusal(
            "unknown authority of the client, whose certificate was optional",
            client: "the server ended the connection: it does not trust the authority that issued our certificate "
                + "(alert 48, unknown_ca)",
            server: "the certificate of the client (CN=provider) is issued by \(strangeRoot), "
                + "which this server does not trust: trust this authority, or use a certificate of a trusted one"
        ) { world, version in
            let identity = try world.stranger.clientIdentity(called: "provider", world.year)
            return Meeting(
                client: try world.makeClient(identity: identity, .only(version)),
                server: try world.makeServer(clients: .optional(world.trust)))
        },
        Refusal(
            "client's certificate expired",
            client: "the server ended the connection: it rejects our certificate as expired or not yet valid "
                + "(alert 45, certificate_expired)",
            server: "the certificate of the client (CN=provider) expired at 2025-12-31T00:00:00Z; "
                + "the time is now 2026-01-01T00:00:00Z"
        ) { world, version in
            let old = try Validity(from: World.now - .days(9), to: World.now - .days(1))
            let identity = try world.authority.clientIdentity(called: "provider", old)
            return Meeting(
                client: try world.makeClient(identity: identity, .only(version)),
                server: try world.makeServer(clients: .required(world.trust)))
        },
        Refusal(
            "client's certificate not yet valid",
            client: "the server ended the connection: it rejects our certificate as bad (alert 42, bad_certificate)",
            server: "the certificate of the client (CN=provider) is not valid before 2026-01-02T00:00:00Z; "
                + "the time is now 2026-01-01T00:00:00Z"
        ) { world, version in
            let young = try Validity(from: World.now + .days(1), to: World.now + .days(9))
            let identity = try world.authority.clientIdentity(called: "provider", young)
            return Meeting(
                client: try world.makeClient(identity: identity, .only(version)),
                server: try world.makeServer(clients: .required(world.trust)))
        },
        Refusal(
            "client's certificate revoked",
            client:
                "the server ended the connection: it rejects our certificate as revoked "
                + "(alert 44, certificate_revoked)",
            server: "the certificate of the client (CN=provider, serial 51111111111111111111111111111111) "
                + "was revoked at 2025-12-02T00:00:00Z by \(root)"
        ) { world, version in
            Meeting(
                client: try world.makeClient(identity: world.client, .only(version)),
                server: try world.makeServer(clients: .required(try world.trustWithRevocations())))
        },
        Refusal(
            "a server's certificate shown by a client",
            client: "the server ended the connection: it does not support our type of certificate "
                + "(alert 43, unsupported_certificate)",
            server: "the certificate of the client (CN=ShoulderTap server) has a key usage that is not for a client"
        ) { world, version in
            Meeting(
                client: try world.makeClient(identity: world.server, .only(version)),
                server: try world.makeServer(clients: .required(world.trust)))
        },
    ]

    /// What does not fit before anybody shows a certificate.
    private static let ofNegotiation = [
        Refusal(
            "client too old", in: [.v1_2],
            client: "the server ended the connection: it supports none of our TLS versions "
                + "(alert 70, protocol_version)",
            server: "the client supports at most TLS 1.2: this server needs TLS 1.3 or newer"
        ) { world, version in
            Meeting(client: try world.makeClient(.only(version)), server: try world.makeServer(.only(.v1_3)))
        },
        Refusal(
            "client too new", in: [.v1_3],
            client: "the server ended the connection: it supports none of our TLS versions "
                + "(alert 70, protocol_version)",
            server: "the client needs TLS 1.3 or newer: this server supports at most TLS 1.2"
        ) { world, version in
            Meeting(client: try world.makeClient(.only(version)), server: try world.makeServer(.only(.v1_2)))
        },
        Refusal(
            "no common suite of TLS 1.2", in: [.v1_2],
            client: "the server ended the connection: it accepts none of our offers (alert 40, handshake_failure)",
            server: "the client shares no cipher suite with this server, which accepts "
                + "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
        ) { world, version in
            Meeting(
                client: try world.makeClient(TLSSettings(versions: version...version, suites: [.ecdsaAES256])),
                server: try world.makeServer(TLSSettings(versions: version...version, suites: [.ecdsaAES128])))
        },
        Refusal(
            "no common suite of TLS 1.3", in: [.v1_3],
            client: "the server ended the connection: it accepts none of our offers (alert 40, handshake_failure)",
            server: "the client shares no cipher suite with this server, which accepts TLS_CHACHA20_POLY1305_SHA256"
        ) { world, version in
            Meeting(
                client: try world.makeClient(TLSSettings(versions: version...version, suites: [.aes128])),
                server: try world.makeServer(TLSSettings(versions: version...version, suites: [.chacha20])))
        },
        Refusal(
            "no common application protocol",
            client: "the server ended the connection: it supports none of our application protocols "
                + "(alert 120, no_application_protocol)",
            server: "the client offers none of this server's application protocols: h2"
        ) { world, version in
            Meeting(
                client: try world.makeClient(
                    TLSSettings(versions: version...version, protocols: ApplicationProtocols(["http/1.1"]))),
                server: try world.makeServer(TLSSettings(protocols: ApplicationProtocols(["h2"]))))
        },
    ]
}

extension World {
    /// Trust in the authority, and its list with the number that its random bytes give every certificate.
    func trustWithRevocations() throws -> TLSTrust {
        let serial = self.server.certificate.serial.map { [$0] } ?? []
        return TLSTrust(
            [self.authority.certificate], revocations: [self.authority.revocationList(of: serial, self.year)])
    }
}
