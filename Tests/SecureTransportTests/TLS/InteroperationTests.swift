import Basics
import SecureTransport
import Testing

/// OpenSSL's own programs as the other end, in both roles.
@Suite("TLS with openssl", .enabled(if: OpenSSLProgram.path != nil, "there is no openssl on this machine"))
struct InteroperationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let version: TLSVersion
        let hasClientCertificate: Bool
        let hasProtocol: Bool

        var testDescription: String {
            "\(self.version.rawValue), client certificate \(self.hasClientCertificate), ALPN \(self.hasProtocol)"
        }

        static let all = TLSVersion.allCases.flatMap { version in
            [false, true].flatMap { hasCertificate in
                [false, true].map {
                    Case(version: version, hasClientCertificate: hasCertificate, hasProtocol: $0)
                }
            }
        }

        var flag: String { self.version == .v1_2 ? "-tls1_2" : "-tls1_3" }

        var protocols: ApplicationProtocols {
            ApplicationProtocols(self.hasProtocol ? ["h2"] : [], whenNoneIsShared: .goOn)
        }

        func check(_ facts: TLSFacts?, isResumed: Bool, of certificate: Certificate?) {
            #expect(facts?.version == self.version)
            #expect(facts?.isResumed == isResumed)
            #expect(facts?.applicationProtocol == (self.hasProtocol ? "h2" : nil))
            #expect(facts?.peerCertificate == certificate)
        }
    }

    private static func files(_ world: World) -> [String: String] {
        [
            "ca.pem": world.authority.certificate.pem, "server.pem": world.server.chain.pem,
            "server.key": world.server.keyPEM, "client.pem": world.client.chain.pem, "client.key": world.client.keyPEM,
        ]
    }

    private static let time = "-attime \(World.now.seconds)"

    @Test("s_client connects to our server, and resumes", arguments: Case.all)
    func client(_ item: Case) throws {
        let world = try World.shared
        let server = try world.makeServer(
            clients: item.hasClientCertificate ? .required(world.trust) : .unasked,
            TLSSettings(protocols: item.protocols))
        var words = "s_client -unix SOCKET -servername localhost -verify_hostname localhost \(item.flag)"
        words += " -CAfile ca.pem -verify_return_error \(Self.time)"
        if item.hasClientCertificate { words += " -cert client.pem -key client.key" }
        if item.hasProtocol { words += " -alpn http/1.1,h2" }
        var files = Self.files(world)
        for isResumed in [false, true] {
            let program = try OpenSSLProgram(
                words + (isResumed ? " -sess_in kept.pem" : " -sess_out kept.pem"), files: files)
            try program.meet()
            var engine = server.accept(at: World.now, tickets: World.ticketKeys)
            var log = OpenSSLProgram.Log()
            program.type("ping\n")
            try program.carry(&engine, &log) { $0.text == Array("ping\n".utf8) || $0.events.failure != nil }
            #expect(log.events.failure == nil, "\(log.console)")
            item.check(
                log.events.facts, isResumed: isResumed, of: item.hasClientCertificate ? world.client.certificate : nil)
            #expect(log.events.facts?.serverName == "localhost")
            try engine.write("pong\n")
            try program.carry(&engine, &log) { $0.console.contains("pong\n") }
            program.type("Q\n")
            try program.carry(&engine, &log) { $0.events.contains(.closed) }
            #expect(log.events.last == .closed, "\(log.console)")
            #expect(log.console.contains("Verify return code: 0 (ok)"))
            let namesAuthority = log.console.contains(
                "Acceptable client certificate CA names\nCN = ShoulderTap throw-away root 51111111\n")
            #expect(namesAuthority == (item.hasClientCertificate && !isResumed), "\(log.console)")
            if !isResumed { files["kept.pem"] = try program.file("kept.pem") }
        }
    }

    @Test("Our client connects to s_server, and resumes", arguments: Case.all)
    func server(_ item: Case) throws {
        let world = try World.shared
        let client = try world.makeClient(
            identity: item.hasClientCertificate ? world.client : nil, TLSSettings(protocols: item.protocols))
        var words =
            "s_server -unix SOCKET -rev \(item.flag) -cert server.pem -key server.key -CAfile ca.pem \(Self.time)"
        if item.hasClientCertificate { words += " -Verify 1 -verify_return_error" }
        if item.hasProtocol { words += " -alpn h2" }
        let program = try OpenSSLProgram(words, files: Self.files(world))
        var session: TLSSession?
        for isResumed in [false, true] {
            try program.meet()
            var engine = client.connect(to: World.localhost, at: World.now, resuming: session)
            var log = OpenSSLProgram.Log()
            try program.carry(&engine, &log) { $0.events.facts != nil || $0.events.failure != nil }
            #expect(log.events.failure == nil, "\(log.console)")
            item.check(log.events.facts, isResumed: isResumed, of: world.server.certificate)
            try engine.write("ping\n")
            try program.carry(&engine, &log) { $0.text == Array("gnip\n".utf8) }
            #expect(log.text == Array("gnip\n".utf8), "\(log.console)")
            session = session ?? log.events.sessions.last
            #expect(session != nil)
            engine.close()
            try program.carry(&engine, &log) { $0.events.contains(.closed) || $0.events.failure != nil }
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let words: String
        let sentence: String
        var testDescription: String { self.words }
    }

    @Test(
        "Refused behaviour of s_client is reported by name",
        arguments: [
            Refused(
                words: "-tls1_1 -cipher ALL:@SECLEVEL=0",
                sentence: "the client supports at most TLS 1.1: this server needs TLS 1.2 or newer"),
            Refused(
                words: "-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA256",
                sentence: "the client shares no cipher suite with this server, which accepts "
                    + TLSSuite.allCases.map(\.rawValue).joined(separator: ", ")),
            Refused(
                words: "-tls1_3 -groups P-521",
                sentence: "the client shares no key exchange with this server, which accepts X25519, P-256, P-384"),
            Refused(
                words: "-tls1_3 -sigalgs RSA-PSS+SHA256",
                sentence: "the client accepts no signature of this server's key: "
                    + "use a P-256 or an RSA key"),
            Refused(
                words: "-tls1_3 -CAfile client.pem -verify_return_error",
                sentence: "the client ended the connection: it does not trust the authority that issued our "
                    + "certificate (alert 48, unknown_ca)"),
        ])
    func refusesClient(_ item: Refused) throws {
        let world = try World.shared
        let program = try OpenSSLProgram("s_client -unix SOCKET \(item.words)", files: Self.files(world))
        try program.meet()
        var engine = try world.makeServer().accept(at: World.now)
        var log = OpenSSLProgram.Log()
        try program.carry(&engine, &log) { $0.events.failure != nil }
        #expect(log.events.failure?.sentence == item.sentence, "\(log.console)")
        #expect(log.events.facts == nil)
    }

    @Test("Refused behaviour of s_server is reported by name")
    func refusesServer() throws {
        let world = try World.shared
        let program = try OpenSSLProgram(
            "s_server -unix SOCKET -rev -tls1_1 -cipher ALL:@SECLEVEL=0 -cert server.pem -key server.key",
            files: Self.files(world))
        try program.meet()
        var engine = try world.makeClient().connect(to: World.localhost, at: World.now)
        var log = OpenSSLProgram.Log()
        try program.carry(&engine, &log) { $0.events.failure != nil }
        #expect(
            log.events.failure?.sentence
                == "the server ended the connection: it supports none of our TLS versions "
                + "(alert 70, protocol_version)", "\(log.console)")
    }

    @Test("Neither side may renegotiate", arguments: [TLSRole.client, .server])
    func renegotiation(_ role: TLSRole) throws {
        let world = try World.shared
        let words =
            role == .client
            ? "s_client -unix SOCKET -tls1_2 -CAfile ca.pem \(Self.time)"
            : "s_server -unix SOCKET -tls1_2 -cert server.pem -key server.key"
        let program = try OpenSSLProgram(words, files: Self.files(world))
        try program.meet()
        var engine =
            role == .client
            ? try world.makeServer().accept(at: World.now)
            : try world.makeClient().connect(to: World.localhost, at: World.now)
        var log = OpenSSLProgram.Log()
        try program.carry(&engine, &log) { $0.events.facts != nil || $0.events.failure != nil }
        #expect(log.events.failure == nil, "\(log.console)")
        program.type(role == .client ? "R\n" : "r\n")
        try program.carry(&engine, &log) { $0.events.failure != nil }
        let peer = role == .client ? "client" : "server"
        #expect(
            log.events.failure?.sentence
                == "the \(peer) asked to renegotiate, which is not supported: open a new connection", "\(log.console)")
    }

    @Test("A client may update its keys now and then")
    func keyUpdate() throws {
        let world = try World.shared
        let program = try OpenSSLProgram(
            "s_client -unix SOCKET -tls1_3 -CAfile ca.pem \(Self.time)", files: Self.files(world))
        try program.meet()
        var engine = try world.makeServer().accept(at: World.now)
        var log = OpenSSLProgram.Log()
        try program.carry(&engine, &log) { $0.console.contains("Verify return code") }
        program.type("K\n")
        try program.carry(&engine, &log) { $0.console.contains("KEYUPDATE") }
        program.type("ping\n")
        try program.carry(&engine, &log) { $0.text == Array("ping\n".utf8) }
        #expect(log.text == Array("ping\n".utf8), "\(log.console)")
        try engine.write("pong\n")
        try program.carry(&engine, &log) { $0.console.contains("pong\n") }
        #expect(log.events.failure == nil)
    }
}
