import Basics
import SecureTransport
import TestSupport
import Testing

/// What a peer says that speaks no TLS, or an old one.
@Suite("TLS openings")
struct OpeningTests {
    private static func failure(ofServerTold bytes: [UInt8], by step: Int = .max) throws -> TLSFailure? {
        var server = try World.shared.makeServer().accept(at: World.now)
        var events: [TLSEvent] = []
        server.receiveAll(bytes, by: step, &events)
        if events.isEmpty { server.receiveEnd(&events) }
        #expect(events.count == 1)
        return events.failure
    }

    private static func failure(ofClientTold bytes: [UInt8], by step: Int = .max) throws -> TLSFailure? {
        var client = try World.shared.makeClient().connect(to: World.localhost, at: World.now)
        var events: [TLSEvent] = []
        client.receiveAll(bytes, by: step, &events)
        if events.isEmpty { client.receiveEnd(&events) }
        #expect(events.count == 1)
        return events.failure
    }

    @Test(
        "HTTP without TLS is recognised by its first bytes",
        arguments: [
            "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", "POST /3/device/00 HTTP/1.1\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT localhost:443 HTTP/1.1\r\n\r\n", "DELETE /x HTTP/1.1\r\n\r\n",
        ], [1, 7, 1_000])
    func http(_ text: String, _ step: Int) throws {
        #expect(
            try Self.failure(ofServerTold: Array(text.utf8), by: step)?.sentence
                == "the client sent HTTP to a TLS port: use https")
    }

    @Test("An answer in HTTP is recognised too", arguments: [1, 1_000])
    func httpAnswer(_ step: Int) throws {
        #expect(
            try Self.failure(ofClientTold: Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), by: step)?.sentence
                == "the server answered with HTTP instead of TLS: use its TLS port, or http")
    }

    @Test("A close before the end of the handshake is a hang-up too", arguments: TLSVersion.allCases)
    func earlyGoodbye(_ version: TLSVersion) throws {
        let goodbye: [UInt8] = [21, 3, 3, 0, 2, 1, 0]
        #expect(
            try Self.failure(ofClientTold: goodbye)?.sentence
                == "the server closed the connection before the handshake was done")
        var client = try World.shared.makeClient(.only(version)).connect(to: World.localhost, at: World.now)
        var events: [TLSEvent] = []
        let hello = client.takeUnsent(&events)
        #expect(
            try Self.failure(ofServerTold: hello + goodbye)?.sentence
                == "the client closed the connection before the handshake was done")
    }

    @Test("Other bytes are reported")
    func garbage() throws {
        #expect(
            try Self.failure(ofServerTold: [0, 1, 2, 3, 4, 5, 6])?.sentence
                == "the client did not send TLS: the data begins with the bytes 00 01 02 03 04")
        #expect(
            try Self.failure(ofClientTold: Array("SSH-2.0-x\r\n".utf8))?.sentence
                == "the server did not send TLS: the data begins with the bytes 53 53 48 2d 32")
        #expect(
            try Self.failure(ofServerTold: [0x80])?.sentence
                == "the client did not send TLS: the data begins with the bytes 80")
    }

    @Test("An old client is recognised by its version", arguments: [(0x0300, "SSL 3"), (0x0302, "TLS 1.1")])
    func oldClient(_ number: Int, _ name: String) throws {
        let hello = ClientHello(version: UInt16(number), suites: [0xC02B])
        #expect(
            try Self.failure(ofServerTold: hello.bytes)?.sentence
                == "the client supports at most \(name): this server needs TLS 1.2 or newer")
    }

    @Test("Invented versions in a client's list are ignored, and its old field too")
    func listedVersions() throws {
        let old = ClientHello(version: 0x0303, suites: [0xC02B], listed: [0x7A7A, 0x0302, 0x0301])
        #expect(
            try Self.failure(ofServerTold: old.bytes)?.sentence
                == "the client supports at most TLS 1.1: this server needs TLS 1.2 or newer")
        var events: [TLSEvent] = []
        var server = try World.shared.makeServer(.only(.v1_2)).accept(at: World.now)
        server.receiveAll(
            ClientHello(version: 0x0303, suites: [0x1301], listed: [0x0A0A, 0x0304]).bytes, &events)
        #expect(
            events.failure?.sentence
                == "the client needs TLS 1.3 or newer: this server supports at most TLS 1.2")
    }

    @Test("An old server is recognised by the version that it chooses")
    func oldServer() throws {
        // A ServerHello of TLS 1.1 without extensions.
        let body = [UInt8]([3, 2]) + [UInt8](repeating: 9, count: 32) + [0, 0xC0, 0x09, 0]
        let message = [2, 0, 0, UInt8(body.count)] + body
        let record = [22, 3, 2, 0, UInt8(message.count)] + message
        #expect(
            try Self.failure(ofClientTold: record)?.sentence
                == "the server supports at most TLS 1.1: this client needs TLS 1.2 or newer")
    }

    @Test("Only TLS 1.2 suites with ephemeral keys and authenticated ciphers are accepted")
    func suites() throws {
        let taken: Set<UInt16> = [0xC02B, 0xC02C, 0xCCA9]
        let families: [ClosedRange<UInt16>] = [
            0x0000...0x00FF, 0x1300...0x13FF, 0xC000...0xC0FF, 0xC100...0xC1FF, 0xCCA0...0xCCFF, 0xD000...0xD0FF,
            0xFE00...0xFEFF,
        ]
        let server = try World.shared.makeServer()
        var complaints: [String] = []
        for suite in families.joined() {
            var engine = server.accept(at: World.now)
            var events: [TLSEvent] = []
            engine.receiveAll(ClientHello(version: 0x0303, suites: [suite]).bytes, &events)
            let isTaken = events.failure == nil
            if isTaken != taken.contains(suite) { complaints.append(String(suite, radix: 16)) }
            if !isTaken, case .noCommonSuite = events.failure?.reason { continue }
            if !isTaken { complaints.append("\(String(suite, radix: 16)): \(events)") }
        }
        #expect(complaints.isEmpty, "\(Complaints(complaints, of: families.map(\.count).reduce(0, +)))")
    }

    @Test("A client that needs an application protocol refuses a server that chooses none")
    func noProtocol() throws {
        let world = try World.shared
        var pair = Pair(
            try world.makeClient(TLSSettings(protocols: ApplicationProtocols(["h2", "x"])))
                .connect(to: World.localhost, at: World.now),
            try world.makeServer().accept(at: World.now))
        pair.settle()
        let sentence = pair.clientEvents.failure?.sentence
        #expect(sentence == "the server chose none of the application protocols that this client needs: h2, x")
    }

    @Test("If neither side requires it, a connection continues without an application protocol")
    func goesOn() throws {
        let (ours, theirs) = (
            ApplicationProtocols(["h2"], whenNoneIsShared: .goOn), ApplicationProtocols(["x"], whenNoneIsShared: .goOn)
        )
        let pair = try World.shared.openPair(
            client: TLSSettings(protocols: ours), server: TLSSettings(protocols: theirs))
        let facts = (pair.clientFacts, pair.serverFacts)
        #expect(facts.0 != nil && facts.0?.applicationProtocol == nil)
        #expect(facts.1 != nil && facts.1?.applicationProtocol == nil)
    }

    @Test("The server's order of application protocols decides")
    func order() throws {
        let pair = try World.shared.openPair(
            client: TLSSettings(protocols: ApplicationProtocols(["a", "b", "c"])),
            server: TLSSettings(protocols: ApplicationProtocols(["c", "b"])))
        let facts = pair.clientFacts
        #expect(facts?.applicationProtocol == "c")
    }
}

/// The first message of a client of TLS 1.2 or older, by hand.
struct ClientHello {
    let bytes: [UInt8]

    /// `listed` are the versions of the extension that TLS 1.3 has for them.
    init(version: UInt16, suites: [UInt16], listed: [UInt16] = []) {
        let groups: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 23]
        let points: [UInt8] = [0, 11, 0, 2, 1, 0]
        let signatures: [UInt8] = [0, 13, 0, 6, 0, 4, 4, 3, 8, 4]
        var extensions = groups + points + signatures
        if !listed.isEmpty {
            let count = UInt8(2 * listed.count)
            extensions += [0, 43, 0, count + 1, count] + listed.flatMap(Self.pair)
        }
        var body = Self.pair(version) + [UInt8](repeating: 5, count: 32) + [0]
        body += Self.pair(UInt16(2 * suites.count)) + suites.flatMap(Self.pair) + [1, 0]
        body += Self.pair(UInt16(extensions.count)) + extensions
        let message = [1, 0] + Self.pair(UInt16(body.count)) + body
        self.bytes = [22, 3, 1] + Self.pair(UInt16(message.count)) + message
    }

    private static func pair(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
}
