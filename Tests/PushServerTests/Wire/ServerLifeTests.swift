import Basics
import PushGateway
@testable import PushServer
import PushServerTestSupport
import Testing

@Suite("The life of a server")
struct ServerLifeTests {
    @Test("a port in use, and an address of another machine, are reported in a sentence")
    func ports() throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let taken = #expect(throws: ServerError.self) { try bench.server.listen(at: address, bench.endpoint) }
        #expect(taken == .portInUse(address.description))
        #expect(taken?.exit == .unavailable)
        #expect(taken?.description.hasPrefix("port in use: another program listens on 127.0.0.1:") == true)
        let foreign = try #require(SocketAddress("192.0.2.1:1"))
        #expect(throws: ServerError.addressNotHere("192.0.2.1:1")) {
            try bench.server.listen(at: foreign, bench.endpoint)
        }
    }

    @Test("an invalid key is reported with its file")
    func badKey() {
        var keys = ProviderKeys()
        let error = #expect(throws: ServerError.self) {
            try keys.admit(.init("K", team: "T"), pem: Array("-----BEGIN X".utf8), file: "key.p8")
        }
        #expect(error?.exit == .badData)
        #expect(error?.description.hasPrefix("key.p8 is not an EC P-256 key: ") == true)
    }

    /// Answers each request at once, and notes what it would keep alive.
    private final class Witness: ExchangeService {
        private struct Noted { weak var exchange: Exchange? }
        private(set) weak var peer: Peer?
        private var noted: [Noted] = []

        var count: Int { self.noted.count }
        var alive: Int { self.noted.count { $0.exchange != nil } }

        func handle(_ exchange: Exchange) {
            self.peer = exchange.peer
            self.noted.append(Noted(exchange: exchange))
            exchange.respond(.json(200, "{}"))
        }
    }

    @Test("nothing of a request survives its answer, and nothing of a connection its end")
    func noLeaks() throws {
        let bench = try Bench()
        let witness = Witness()
        let address = try bench.server.listen(at: .loopback(), witness)
        let client = try bench.connect(to: address, secure: false)
        for _ in 0..<3 { #expect(try bench.send(client, "POST", "/", body: [1]).get().status == 200) }
        #expect(witness.count == 3 && witness.alive == 0)
        #expect(witness.peer != nil)
        client.close()
        bench.loop.run { bench.server.connectionCount == 0 }
        #expect(witness.peer == nil)
        let old = try RawClient(port: address.port)
        old.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        bench.runUntilEnd(of: old)
        bench.loop.run { bench.server.connectionCount == 0 }
        #expect(witness.count == 4 && witness.alive == 0 && witness.peer == nil)
    }

    @Test("draining answers pending requests, says goodbye, and accepts nothing new")
    func drain() throws {
        let bench = try Bench()
        bench.service.script[TestSender.token] = { .after(.milliseconds(50), $0) }
        let address = try bench.server.listen(at: .loopback(), security: try bench.security(), bench.endpoint)
        let client = try bench.connect(to: address, secure: true)
        let headers = bench.sender.headers(issued: bench.loop.now)
        var (statuses, isDrained) = ([Int](), false)
        for _ in 0..<20 {
            client.send("POST", "/3/device/" + TestSender.token, headers, body: TestSender.silent) { result in
                statuses.append((try? result.get().status) ?? 0)
            }
        }
        bench.loop.run { bench.service.requests.count == 20 }
        bench.server.drain { isDrained = true }
        bench.loop.run { isDrained }
        bench.loop.run { client.end != nil }
        #expect(statuses == [Int](repeating: 200, count: 20))
        #expect(client.goAways.first?.code == 0)
        #expect(client.end == .closed)
        let late = try bench.connect(to: address, secure: true)
        bench.loop.run { late.end != nil }
        #expect(late.tls == nil)
    }

    @Test("one connection more than allowed is closed at once")
    func cap() throws {
        var limits = ServerLimits()
        limits.connections = 2
        let bench = try Bench(limits: limits)
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let headers = bench.sender.headers(issued: bench.loop.now)
        let (first, second) = (
            try bench.connect(to: address, secure: false), try bench.connect(to: address, secure: false)
        )
        #expect(try bench.push(first, headers).status == 200)
        #expect(try bench.push(second, headers).status == 200)
        let third = try bench.connect(to: address, secure: false)
        bench.loop.run { third.end != nil }
        first.drop()
        bench.loop.run { bench.server.connectionCount == 1 }
        #expect(try bench.push(try bench.connect(to: address, secure: false), headers).status == 200)
    }

    @Test("work from another thread runs on the loop's thread")
    func inbox() throws {
        let loop = try EventLoop()
        let inbox = loop.inbox
        let count = Counter()
        for _ in 0..<100 { inbox.post { count.value += 1 } }
        loop.run { count.value == 100 }
        #expect(count.value == 100)
    }

    @Test("timers fire in the order of their times, unless they are cancelled")
    func timers() throws {
        let loop = try EventLoop()
        var fired: [Int] = []
        let late = loop.timer(after: .milliseconds(30)) { fired.append(3) }
        let early = loop.timer(after: .milliseconds(1)) { fired.append(1) }
        let cancelled = loop.timer(after: .milliseconds(10)) { fired.append(2) }
        cancelled.cancel()
        loop.run { fired.count == 2 }
        #expect(fired == [1, 3])
        withExtendedLifetime((late, early)) {}
    }
}

/// A number to count with.
// Only the loop's thread touches it.
private final class Counter: @unchecked Sendable {
    var value = 0
}
