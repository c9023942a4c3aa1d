import Basics
import SecureTransport
import TestSupport
import Testing

/// What becomes of a short session when the stream between the two is cut or changed.
@Suite("TLS streams")
struct StreamTests {
    /// One side of a conversation of a few words, as far as the other side's bytes reach.
    private struct Ending: Equatable {
        var text: [UInt8]
        var events: [TLSEvent]
    }

    enum Direction: String, CaseIterable, Sendable {
        case toClient, toServer
    }

    /// In one record each, long enough for the last flight to be longer than sessions differ from each other.
    private static let ping = String(repeating: "ping ", count: 24)
    private static let pong = String(repeating: "pong ", count: 24)

    /// Makes a handshake, says some words both ways and closes; hands `count` bytes at most over in one direction.
    private static func talk(
        _ client: TLSClient, _ server: TLSServer, resuming session: TLSSession? = nil,
        cutting direction: Direction? = nil, after count: Int = .max, orBefore missing: Int = 0, step: Int = .max,
        changing place: Int? = nil
    ) -> (client: Ending, server: Ending, total: Int) {
        var client = client.connect(to: World.localhost, at: World.now, resuming: session)
        var server = server.accept(at: World.now, tickets: World.ticketKeys)
        var (ofClient, ofServer) = (Ending(text: [], events: []), Ending(text: [], events: []))
        var link = CutLink(direction: direction, rest: count, changed: place, step: step)
        link.exchange(&client, &ofClient.events, &server, &ofServer.events)
        try? client.write(Self.ping)
        try? server.write(Self.pong)
        // Whoever gives up before the handshake is done wants to hear no more.
        if ofClient.events.facts != nil { client.close() }
        if ofServer.events.facts != nil { server.close() }
        link.lostAtEnd = missing
        link.exchange(&client, &ofClient.events, &server, &ofServer.events)
        ofClient.text = client.readAll(&ofClient.events)
        ofServer.text = server.readAll(&ofServer.events)
        if direction != .toServer { client.receiveEnd(&ofClient.events) }
        if direction != .toClient { server.receiveEnd(&ofServer.events) }
        return (ofClient, ofServer, link.passed)
    }

    @Test("A stream cut at any byte is a failure", arguments: TLSVersion.allCases, Direction.allCases)
    func truncation(_ version: TLSVersion, _ direction: Direction) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        let session = try #require(Self.talk(client, server).client.events.sessions.last)
        for session in [nil, session] { Self.cutEverywhere(client, server, session, direction) }
    }

    private static func cutEverywhere(
        _ client: TLSClient, _ server: TLSServer, _ session: TLSSession?, _ direction: Direction
    ) {
        let whole = Self.talk(client, server, resuming: session, cutting: direction)
        #expect(whole.client.events.facts?.isResumed == (session != nil))
        let isToClient = direction == .toClient
        let (text, names) = isToClient ? (Self.pong, ("server", "client")) : (Self.ping, ("client", "server"))
        let wholeEnding = direction == .toClient ? whole.client : whole.server
        #expect(wholeEnding.text == Array(text.utf8) && wholeEnding.events.last == .closed)
        #expect(wholeEnding.events.failure == nil)

        var complaints: [String] = []
        // Signatures and tickets differ in length, by less than 60 bytes, so the end is found from behind.
        let cuts = (0..<whole.total - 60).map { ($0, 0) } + (1...150).map { (Int.max, $0) }
        for (count, missing) in cuts {
            let cut = Self.talk(
                client, server, resuming: session, cutting: direction, after: count, orBefore: missing)
            let ending = direction == .toClient ? cut.client : cut.server
            let expected =
                ending.events.facts == nil
                ? "the \(names.0) closed the connection before the handshake was done"
                : "the \(names.0) closed the connection without a close-notify: its last data may be missing"
            let isRight =
                ending.events.failure?.sentence == expected && !ending.events.contains(.closed)
                && (ending.text.isEmpty || ending.text == Array(text.utf8))
            if !isRight { complaints.append("cut after \(cut.total) bytes, the \(names.1) says \(ending.events)") }
        }
        #expect(complaints.isEmpty, "\(Complaints(complaints, of: cuts.count))")
    }

    @Test("Single bytes make the same session as complete flights", arguments: TLSVersion.allCases)
    func fragmentation(_ version: TLSVersion) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        for step in [1, 2, 5, 6, 1_000] {
            let (whole, pieces) = (Self.talk(client, server), Self.talk(client, server, step: step))
            #expect(whole.client.text == pieces.client.text && whole.server.text == pieces.server.text)
            #expect(whole.client.events.withoutSessions == pieces.client.events.withoutSessions)
            #expect(whole.client.events.sessions.count == pieces.client.events.sessions.count)
            #expect(whole.server.events == pieces.server.events)
        }
    }

    @Test("A changed byte never changes the data that is read", arguments: TLSVersion.allCases, Direction.allCases)
    func damage(_ version: TLSVersion, _ direction: Direction) throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(.only(version)), try world.makeServer())
        let total = Self.talk(client, server, cutting: direction).total
        let seed = Environment.number("SHOULDERTAP_TLS_SEED") ?? 1
        var dice = SeededDice(seed: UInt64(seed))
        for _ in 0..<(Environment.number("SHOULDERTAP_TLS_DAMAGES") ?? 100) {
            let place = dice.below(total)
            let ends = Self.talk(client, server, cutting: direction, changing: place)
            let repeatIt = "SHOULDERTAP_TLS_SEED=\(seed) swift test --filter StreamTests (byte \(place))"
            #expect(ends.client.text.isEmpty || ends.client.text == Array(Self.pong.utf8), "\(repeatIt)")
            #expect(ends.server.text.isEmpty || ends.server.text == Array(Self.ping.utf8), "\(repeatIt)")
            let isDone = ends.client.events.contains(.closed) && ends.server.events.contains(.closed)
            let hasFailed = ends.client.events.failure != nil || ends.server.events.failure != nil
            #expect(isDone || hasFailed, "\(repeatIt)")
        }
    }
}

/// A link that loses everything behind a number of bytes in one direction, or changes one of them.
private struct CutLink {
    let direction: StreamTests.Direction?
    var rest: Int
    let changed: Int?
    let step: Int
    /// How many bytes of the next flight are lost at its end.
    var lostAtEnd = 0
    /// How many bytes have passed in that direction.
    var passed = 0

    mutating func exchange(
        _ client: inout TLSEngine, _ clientEvents: inout [TLSEvent], _ server: inout TLSEngine,
        _ serverEvents: inout [TLSEvent]
    ) {
        var isMoving = true
        while isMoving {
            let asked = client.takeUnsent(&clientEvents)
            server.receiveAll(self.direction == .toServer ? self.pass(asked) : asked, by: self.step, &serverEvents)
            let answered = server.takeUnsent(&serverEvents)
            client.receiveAll(
                self.direction == .toClient ? self.pass(answered) : answered, by: self.step, &clientEvents)
            isMoving = !asked.isEmpty || !answered.isEmpty
        }
    }

    private mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = Array(bytes.dropLast(self.lostAtEnd).prefix(self.rest))
        if let changed, (self.passed..<self.passed + bytes.count).contains(changed) {
            bytes[changed - self.passed] ^= 0x10
        }
        self.passed += bytes.count
        self.rest -= bytes.count
        return bytes
    }
}
