import Basics
@testable import PushServer

/// A server's side of one connection after the other, on one loop, with a service that answers in every way there is.
final class WireWorld {
    private let loop: EventLoop
    private let site: HTTP1Site
    private let service = WireService()
    private let limits = ServerLimits()

    init() throws {
        self.loop = try EventLoop()
        self.site = try HTTP1Site(self.loop, self.limits, in: nil)
    }

    /// Sends the bytes of a client in two or more pieces, ends its side, and holds the server to its promises.
    func talk(_ bytes: [UInt8]) throws {
        let (near, far) = try System.makePair()
        System.unblock(near)
        System.unblock(far)
        let client = SocketHandle(owning: near)
        let connection = Connection(self.loop, SocketHandle(owning: far), nil, limits: self.limits)
        var isEnded = false
        connection.onEnd = { _ in isEnded = true }
        connection.start(
            Doorman(connection) { [service, site] verdict, connection in
                switch verdict {
                case .http2: HTTP2Server(connection, service)
                case .http1: HTTP1Relay(connection, service, site)
                }
            })
        let half = bytes.count / 2
        for piece in [bytes[..<half], bytes[half...]] where !piece.isEmpty {
            piece.withUnsafeBytes { _ = try? System.write(client.descriptor, $0) }
            self.turn(reading: client.descriptor)
        }
        System.endWriting(client.descriptor)
        for _ in 0..<20 where !isEnded {
            self.turn(reading: client.descriptor)
            self.service.answerLate()
        }
        // No connection outlives its deadlines.
        for hour in 1...3 as ClosedRange<Int64> where !isEnded {
            connection.tick(self.loop.uptime + .hours(2 * hour))
            self.turn(reading: client.descriptor)
        }
        holds(isEnded, "a connection outlives its deadlines")
        for _ in 0..<3 { self.turn(reading: client.descriptor) }
        self.service.answerLate()
        holds(self.service.openConnections == 0, "\(self.service.openConnections) connections are left")
        holds(self.service.openRequests == 0, "\(self.service.openRequests) requests are left")
        holds(self.service.forgetsAll(), "a request stays in memory")
    }

    /// Lets the loop do everything that is due, and takes what the server has sent.
    private func turn(reading descriptor: Int32) {
        for _ in 0..<2 {
            var isDone = false
            let timer = self.loop.timer(after: .zero) { isDone = true }
            self.loop.run { isDone }
            timer.cancel()
            while let count = try? System.read(descriptor, self.room), count > 0 {}
        }
    }

    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1_024, alignment: 16)

    deinit { self.room.deallocate() }
}

/// Answers each request as the last byte of its path says: at once, later, in pieces, by a reset, or with the end.
private final class WireService: ExchangeService {
    private(set) var openConnections = 0
    private(set) var openRequests = 0
    private var late: [Exchange] = []
    private var seen: [Weak<Exchange>] = []
    private var streams: [ResponseStream] = []

    func opened(_ peer: Peer) { self.openConnections += 1 }

    func ended(_ peer: Peer) { self.openConnections -= 1 }

    func admits(_ peer: Peer) -> Bool {
        self.openRequests += 1
        return true
    }

    func released(_ peer: Peer) { self.openRequests -= 1 }

    func bodyLimit(_ head: HeaderList) -> Int? { 1_000 }

    func handle(_ exchange: Exchange) {
        holds(exchange.body.count <= 1_001, "a body is larger than its limit")
        self.seen.append(Weak(exchange))
        switch (exchange.target.utf8.last ?? 0) % 8 {
        case 0: exchange.respond(.json(200, "{}"))
        case 1: self.late.append(exchange)
        case 2:
            guard let stream = exchange.stream(Response(200, body: [1, 2, 3])) else { return }
            stream.write([UInt8](repeating: 7, count: 100_000))
            self.streams.append(stream)
        case 3: exchange.reset()
        case 4:
            exchange.peer.close()
            exchange.respond(.reason(410, "Unregistered"))
        case 5: exchange.peer.drop()
        case 6:
            exchange.respond(Response(200, body: [UInt8](repeating: 9, count: 50_000)))
            exchange.respond(.json(500, "twice"))
        default: exchange.respond(Response(204))
        }
    }

    /// Whether no request is in memory any more.
    func forgetsAll() -> Bool {
        let seen = self.seen
        self.seen = []
        return seen.allSatisfy { $0.object == nil }
    }

    func answerLate() {
        let (late, streams) = (self.late, self.streams)
        (self.late, self.streams) = ([], [])
        for exchange in late { exchange.respond(.json(200, "late")) }
        for stream in streams {
            stream.write([8])
            stream.finish()
        }
    }
}
