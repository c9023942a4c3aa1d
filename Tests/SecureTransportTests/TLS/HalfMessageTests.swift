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

/// A peer may cut a message into several records. Between two of them OpenSSL can neither write nor say goodbye.
@Suite("Incomplete TLS messages")
struct HalfMessageTests {
    /// A client that has got the first record of a ticket, and the rest of what the server sent.
    private struct Half: ~Copyable {
        var pair: Pair
        let rest: [UInt8]
    }

    private static func half() throws -> Half {
        let world = try World.shared
        // A ticket that holds the client's certificate is longer than a record of this server.
        var pair = Pair(
            try world.makeClient(identity: world.client, .only(.v1_3)).connect(to: World.localhost, at: World.now),
            try world.makeServer(clients: .required(world.trust)).accept(at: World.now, tickets: World.ticketKeys))
        pair.server.receiveAll(pair.client.takeUnsent(&pair.clientEvents), &pair.serverEvents)
        pair.client.receiveAll(pair.server.takeUnsent(&pair.serverEvents), &pair.clientEvents)
        try Self.cutRecords(of: pair.server.connection, at: 512)
        pair.server.receiveAll(pair.client.takeUnsent(&pair.clientEvents), &pair.serverEvents)
        let flight = pair.server.takeUnsent(&pair.serverEvents)
        let first = 5 + Int(flight[3]) << 8 + Int(flight[4])
        try #require(first < flight.count && first < 600)
        pair.client.receiveAll(Array(flight.prefix(first)), &pair.clientEvents)
        return Half(pair: pair, rest: Array(flight.dropFirst(first)))
    }

    /// SSL_set_max_send_fragment, which is a macro, by the name of what it calls.
    private static func cutRecords(of connection: OpaquePointer, at count: Int) throws {
        typealias Control = @convention(c) (OpaquePointer, Int32, Int, UnsafeMutableRawPointer?) -> Int
        let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "SSL_ctrl"))
        #expect(unsafeBitCast(symbol, to: Control.self)(connection, 52, count, nil) == 1)
    }

    @Test("Data that is written in the meantime waits, and is sent when the message is complete")
    func writing() throws {
        var half = try Self.half()
        let none = try half.pair.client.write(Array("ping".utf8))
        #expect(none == 0)
        half.pair.client.receiveAll(half.rest, &half.pair.clientEvents)
        try half.pair.client.write("ping")
        half.pair.settle()
        let text = half.pair.server.readAll(&half.pair.serverEvents)
        #expect(text == Array("ping".utf8))
        let (failure, sessions) = (half.pair.clientEvents.failure, half.pair.clientEvents.sessions.count)
        #expect(failure == nil && sessions == 2)
    }

    @Test("A close in the meantime is sent when the message is complete")
    func closing() throws {
        var half = try Self.half()
        half.pair.client.close()
        half.pair.client.receiveAll(half.rest, &half.pair.clientEvents)
        half.pair.settle()
        let isClosed = half.pair.serverEvents.contains(.closed)
        #expect(isClosed)
        half.pair.server.close()
        half.pair.settle()
        let (last, areOver) = (half.pair.clientEvents.last, half.pair.client.isOver && half.pair.server.isOver)
        #expect(last == .closed && areOver)
    }

    @Test("An end of the stream in the meantime is a truncation")
    func end() throws {
        var half = try Self.half()
        half.pair.client.receiveEnd(&half.pair.clientEvents)
        let sentence = half.pair.clientEvents.failure?.sentence
        #expect(sentence == "the server closed the connection without a close-notify: its last data may be missing")
    }
}
