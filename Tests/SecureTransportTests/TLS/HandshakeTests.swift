import Basics
import SecureTransport
import Testing

@Suite("TLS handshakes")
struct HandshakeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let version: TLSVersion
        let isResumed: Bool
        let hasClientCertificate: Bool
        let offer: [String]

        var testDescription: String {
            let resumed = self.isResumed ? "resumed" : "full"
            let certificate = self.hasClientCertificate ? "client certificate" : "no client certificate"
            return "\(self.version.rawValue), \(resumed), \(certificate), ALPN \(self.offer)"
        }

        static let all = TLSVersion.allCases.flatMap { version in
            [false, true].flatMap { isResumed in
                [false, true].flatMap { hasCertificate in
                    [[], ["h2"], ["http/1.1", "h2"]].map {
                        Case(version: version, isResumed: isResumed, hasClientCertificate: hasCertificate, offer: $0)
                    }
                }
            }
        }
    }

    @Test(
        "Every combination completes and carries data both ways, whole or in single bytes",
        arguments: Case.all, [Int.max, 1])
    func combination(_ item: Case, _ step: Int) throws {
        let world = try World.shared
        let server = try world.makeServer(
            clients: item.hasClientCertificate ? .required(world.trust) : .unasked,
            TLSSettings(protocols: ApplicationProtocols(["h2", "http/1.1"])))
        let client = try world.makeClient(
            identity: item.hasClientCertificate ? world.client : nil,
            TLSSettings(
                versions: item.version...item.version,
                protocols: item.offer.isEmpty ? .none : ApplicationProtocols(item.offer)))
        var session: TLSSession?
        if item.isResumed {
            var first = Pair(
                client.connect(to: World.localhost, at: World.now),
                server.accept(at: World.now, tickets: World.ticketKeys))
            first.settle()
            session = first.session
            #expect(session != nil)
        }
        var pair = Pair(
            client.connect(to: World.localhost, at: World.now, resuming: session),
            server.accept(at: World.now, tickets: World.ticketKeys))
        pair.step = step
        pair.settle()
        let (ofClient, ofServer) = (pair.clientFacts, pair.serverFacts)
        for facts in [ofClient, ofServer] {
            #expect(facts?.version == item.version)
            #expect(facts?.suite.version == item.version)
            #expect(facts?.isResumed == item.isResumed)
            #expect(facts?.applicationProtocol == (item.offer.isEmpty ? nil : "h2"))
            #expect(facts?.serverName == "localhost")
        }
        #expect(ofClient?.peerCertificate == world.server.certificate)
        #expect(ofServer?.peerCertificate == (item.hasClientCertificate ? world.client.certificate : nil))

        try pair.client.write("ping")
        try pair.server.write("pong")
        pair.settle()
        let atServer = pair.server.readAll(&pair.serverEvents)
        let atClient = pair.client.readAll(&pair.clientEvents)
        #expect(atServer == Array("ping".utf8))
        #expect(atClient == Array("pong".utf8))

        pair.client.close()
        pair.settle()
        pair.server.close()
        pair.settle()
        let areOver = (pair.client.isOver, pair.server.isOver)
        #expect(areOver == (true, true))
        let ends = [pair.clientEvents.last, pair.serverEvents.last]
        #expect(ends == [.closed, .closed])
    }
}
