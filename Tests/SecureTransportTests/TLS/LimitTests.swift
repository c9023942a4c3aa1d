import Basics
import SecureTransport
import TestSupport
import Testing

@Suite("TLS limits")
struct LimitTests {
    private static func settings(_ change: (inout TLSLimits) -> Void) -> TLSSettings {
        var settings = TLSSettings()
        change(&settings.limits)
        return settings
    }

    @Test("A handshake that is too long is ended", arguments: TLSVersion.allCases)
    func handshake(_ version: TLSVersion) throws {
        let world = try World.shared
        var short = TLSSettings.only(version)
        short.limits.handshake = 300
        var pair = Pair(
            try world.makeClient(short).connect(to: World.localhost, at: World.now),
            try world.makeServer().accept(at: World.now))
        pair.settle()
        let sentence = pair.clientEvents.failure?.sentence
        #expect(
            sentence == "the handshake of the server is longer than 300 bytes: send fewer or smaller certificates")

        var server = try world.makeServer(Self.settings { $0.handshake = 100 }).accept(at: World.now)
        var client = try world.makeClient(.only(version)).connect(to: World.localhost, at: World.now)
        var events: [TLSEvent] = []
        server.receiveAll(client.takeUnsent(&events), &events)
        #expect(
            events.failure?.sentence
                == "the handshake of the client is longer than 100 bytes: send fewer or smaller certificates")
    }

    @Test("A flood of key updates is ended, and data allows more of them")
    func keyUpdates() throws {
        var pair = try World.shared.openPair(server: Self.settings { $0.dataPerMessage = 1_000 })
        for _ in 0..<32 {
            let isSent = pair.client.updateKey()
            #expect(isSent)
            pair.settle()
        }
        var failure = pair.serverEvents.failure
        #expect(failure == nil)
        _ = try pair.client.write([UInt8](repeating: 1, count: 1_000))
        pair.settle()
        let read = pair.server.readAll(&pair.serverEvents)
        #expect(read.count == 1_000)
        let isSent = pair.client.updateKey()
        #expect(isSent)
        pair.settle()
        failure = pair.serverEvents.failure
        #expect(failure == nil)
        _ = pair.client.updateKey()
        pair.settle()
        failure = pair.serverEvents.failure
        #expect(
            failure?.sentence == "the client sent more than 32 key updates with almost no data between them")
    }

    @Test("Key updates exist only in TLS 1.3 and on open connections")
    func noKeyUpdates() throws {
        var old = try World.shared.openPair(client: .only(.v1_2))
        let isOld = old.client.updateKey()
        #expect(!isOld)
        var young = try World.shared.makeServer().accept(at: World.now)
        let isYoung = young.updateKey()
        #expect(!isYoung)
    }

    @Test("A flood of session tickets is ended")
    func tickets() throws {
        let pair = try World.shared.openPair(client: Self.settings { $0.idleMessages = 1 })
        let sentence = pair.clientEvents.failure?.sentence
        #expect(sentence == "the server sent more than 1 session tickets with almost no data between them")
    }

    @Test("Large data goes both ways through small buffers", arguments: TLSVersion.allCases)
    func backpressure(_ version: TLSVersion) throws {
        var client = Self.settings {
            $0.unread = 40_000
            $0.unsent = 50_000
        }
        client.versions = version...version
        var pair = try World.shared.openPair(client: client, server: client)
        let size = 1_000 * (Environment.number("SHOULDERTAP_TLS_KILOBYTES") ?? 700)
        var dice = SeededDice(seed: 4)
        let data = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 + $0 / 251) }
        var (toServer, toClient) = (data[...], data[...])
        var (atServer, atClient): ([UInt8], [UInt8]) = ([], [])
        // A record and its frame may go over the limit.
        let mostUnsent = 50_000 + 16_384 + 512
        var stillness = 0
        while atServer.count < size || atClient.count < size, stillness < 1_000 {
            let before = (atServer.count, atClient.count, toServer.count, toClient.count)
            toServer = toServer.dropFirst(try pair.client.write(Array(toServer.prefix(dice.below(100_000)))))
            toClient = toClient.dropFirst(try pair.server.write(Array(toClient.prefix(dice.below(100_000)))))
            let unsent = max(pair.client.unsentCount, pair.server.unsentCount)
            #expect(unsent <= mostUnsent)
            Self.pass(&pair.client, &pair.clientEvents, to: &pair.server, &pair.serverEvents, dice.below(70_000))
            Self.pass(&pair.server, &pair.serverEvents, to: &pair.client, &pair.clientEvents, dice.below(70_000))
            if dice.coin() { atServer += pair.server.read(atMost: dice.below(90_000), &pair.serverEvents) }
            if dice.coin() { atClient += pair.client.read(atMost: dice.below(90_000), &pair.clientEvents) }
            let after = (atServer.count, atClient.count, toServer.count, toClient.count)
            stillness = before == after ? stillness + 1 : 0
        }
        #expect(atServer == data)
        #expect(atClient == data)
        let failures = (pair.clientEvents.failure, pair.serverEvents.failure)
        #expect(failures == (nil, nil))
    }

    /// Sends what the receiver takes, and keeps the rest unsent.
    private static func pass(
        _ sender: inout TLSEngine, _ senderEvents: inout [TLSEvent], to receiver: inout TLSEngine,
        _ receiverEvents: inout [TLSEvent], _ most: Int
    ) {
        var window: [UInt8] = []
        sender.send(&senderEvents) { bytes in
            window = Array(bytes.prefix(most))
            return 0
        }
        let taken = receiver.receive(window, &receiverEvents)
        sender.send(&senderEvents) { _ in taken }
    }

    @Test("Two sides that send as much as possible, and read a record at a time, never deadlock")
    func wholeRecords() throws {
        var pair = try World.shared.openPair()
        let size = 40 * 16_384
        var (sent, read) = ((client: 0, server: 0), (client: 0, server: 0))
        var isMoving = true
        while isMoving {
            sent.client += try pair.client.write([UInt8](repeating: 1, count: size - sent.client))
            sent.server += try pair.server.write([UInt8](repeating: 2, count: size - sent.server))
            let (atClient, atServer) = (
                pair.client.read(atMost: 16_384, &pair.clientEvents),
                pair.server.read(atMost: 16_384, &pair.serverEvents)
            )
            read.client += atClient.count
            read.server += atServer.count
            isMoving = !atClient.isEmpty || !atServer.isEmpty
            var isCarried = true
            while isCarried {
                let before = pair.client.unsentCount + pair.server.unsentCount
                Self.pass(&pair.client, &pair.clientEvents, to: &pair.server, &pair.serverEvents, .max)
                Self.pass(&pair.server, &pair.serverEvents, to: &pair.client, &pair.clientEvents, .max)
                isCarried = pair.client.unsentCount + pair.server.unsentCount < before
                isMoving = isMoving || isCarried
            }
        }
        #expect(sent == (size, size))
        #expect(read == (size, size))
    }

    @Test("An engine whose owner does not read accepts a limited number of bytes, and reports it")
    func unread() throws {
        var pair = try World.shared.openPair(
            client: Self.settings { $0.unsent = 200_000 }, server: Self.settings { $0.unread = 20_000 })
        let data = [UInt8](repeating: 3, count: 100_000)
        _ = try pair.client.write(data)
        let sent = pair.client.takeUnsent(&pair.clientEvents)
        let taken = pair.server.receive(sent, &pair.serverEvents)
        // One record is decrypted, to know whether it is plaintext.
        #expect((20_000...20_000 + 17_000).contains(taken))
        var wants = pair.server.wantsToBeRead
        #expect(wants)
        let more = pair.server.receive(Array(sent.dropFirst(taken)), &pair.serverEvents)
        #expect(more == 0)
        let told = pair.serverEvents.count { $0 == .plaintext }
        #expect(told == 1)
        var read = pair.server.readAll(&pair.serverEvents)
        wants = pair.server.wantsToBeRead
        #expect(!wants)
        var rest = sent.dropFirst(taken)
        while !rest.isEmpty {
            rest = rest.dropFirst(pair.server.receive(Array(rest), &pair.serverEvents))
            read += pair.server.readAll(&pair.serverEvents)
        }
        #expect(read == data)
    }

    @Test("An engine whose bytes are not sent accepts a limited amount of plaintext, and reports it")
    func unsent() throws {
        var pair = try World.shared.openPair(client: Self.settings { $0.unsent = 30_000 })
        let data = [UInt8](repeating: 3, count: 100_000)
        let taken = try pair.client.write(data)
        #expect(taken == 2 * 16_384)
        var wants = pair.client.wantsToBeRead
        #expect(wants)
        let more = try pair.client.write(data)
        #expect(more == 0)
        _ = pair.client.takeUnsent(&pair.clientEvents)
        wants = pair.client.wantsToBeRead
        #expect(!wants)
    }
}
