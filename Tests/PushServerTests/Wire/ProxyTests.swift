import Basics
@testable import PushServer
import PushServerTestSupport
import SecureTransport
import Testing

/// A proxy on the loop of a bench, and the decisions that it made.
private final class ProxyBench {
    let bench: Bench
    let address: SocketAddress
    private let log: Log

    private final class Log { var notes: [ProxyNote] = [] }

    static let served = "api.push.apple.com"

    init(isOffline: Bool = false, limits: ServerLimits = ServerLimits()) throws {
        let (bench, log) = (try Bench(limits: limits), Log())
        let identity = try bench.authority.serverIdentity(for: [.dns(Self.served)], bench.validity)
        let rule = ProxyRule(hosts: [Self.served], ports: [443, 2_197], isOffline: isOffline)
        let setup = ProxySetup(rule, try ServerSecurity(identity), bench.endpoint) { log.notes.append($0) }
        (self.bench, self.log) = (bench, log)
        self.address = try bench.server.listen(at: .loopback(), as: setup)
    }

    var notes: [ProxyNote] { self.log.notes }
    var statuses: [Int] { self.notes.map(\.status) }

    func client() throws -> RawClient { try RawClient(port: self.address.port) }

    /// Sends bytes to the proxy, and returns all that it answers until it closes.
    func answer(to text: String) throws -> String {
        let client = try self.client()
        client.send(text)
        self.bench.runUntilEnd(of: client)
        return client.text
    }

    static let welcome = "HTTP/1.1 200 Connection established\r\n\r\n"

    static func connect(_ target: String) -> String { "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n" }

    /// Opens a tunnel to a host of the test.
    func tunnel(to host: RawHost, name: String = "127.0.0.1") throws -> RawClient {
        let client = try self.client()
        client.send(Self.connect("\(name):\(host.port)"))
        self.bench.run(client, until: Self.welcome)
        try #require(client.text == Self.welcome)
        return client
    }

    func run(until isDone: () -> Bool) {
        let ticks = self.bench.heartbeat()
        self.bench.loop.run(until: isDone)
        withExtendedLifetime(ticks) {}
    }
}

@Suite("A proxy over real sockets")
struct ProxyTests {
    /// Speaks HTTP/1.1 over TLS inside of the tunnel, beginning with the bytes that a client sends at once.
    private static func ask(_ proxy: ProxyBench, _ target: String, isEager: Bool) throws -> String {
        let trust = TLSTrust([proxy.bench.authority.certificate])
        let tls = try TLSClient(trust: trust, settings: TLSSettings(protocols: ApplicationProtocols(["http/1.1"])))
        let name = try #require(ServerName(ProxyBench.served))
        var layer = SecureLayer(tls.connect(to: name, at: proxy.bench.loop.now))
        let client = try proxy.client()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { room.deallocate() }
        var (answer, taken, isEnded) = ("", 0, false)
        client.send(ProxyBench.connect(target))
        if !isEager { proxy.bench.run(client, until: ProxyBench.welcome) }
        layer.write(Array("GET /3/device/00 HTTP/1.1\r\nhost: \(ProxyBench.served)\r\nconnection: close\r\n\r\n".utf8))
        proxy.run {
            client.poll()
            if client.received.count > ProxyBench.welcome.utf8.count {
                taken = max(taken, ProxyBench.welcome.utf8.count)
                client.received[taken...].withUnsafeBytes { layer.receive($0) }
                taken = client.received.count
            }
            while let step = layer.step(into: room) {
                switch step {
                case .plaintext(let count): answer += String(decoding: room[..<count], as: UTF8.self)
                case .closed, .failed: isEnded = true
                default: break
                }
            }
            while layer.unsentCount > 0 {
                let before = layer.unsentCount
                layer.send { bytes in
                    client.send(Array(bytes))
                    return bytes.count
                }
                if layer.unsentCount >= before { break }
            }
            return isEnded || client.isEnded
        }
        return answer
    }

    @Test("the name of a push service is served with a certificate for it", arguments: [false, true])
    func served(isEager: Bool) throws {
        let proxy = try ProxyBench(isOffline: true)
        for target in ["api.push.apple.com:443", "API.push.apple.com:2197"] {
            let answer = try Self.ask(proxy, target, isEager: isEager)
            #expect(answer.hasPrefix("HTTP/1.1 403") && answer.contains(#""MissingProviderToken""#), "\(answer)")
        }
        #expect(proxy.notes.map(\.words) == ["served here", "served here"] && proxy.statuses == [200, 200])
        #expect(proxy.bench.service.requests.count == 2)
    }

    @Test("what is no TLS inside of the tunnel to a served name ends it")
    func noTLS() throws {
        let proxy = try ProxyBench()
        let answer = try proxy.answer(to: ProxyBench.connect("api.push.apple.com:443") + "GET / HTTP/1.1\r\n\r\n")
        #expect(answer.hasPrefix(ProxyBench.welcome))
        proxy.run { proxy.bench.server.connectionCount == 0 }
        #expect(proxy.bench.service.requests.isEmpty)
    }

    @Test("bytes go both ways, also those that a client sends before the answer, by address and by name")
    func passing() throws {
        let proxy = try ProxyBench()
        for name in ["127.0.0.1", "localhost"] {
            let host = try RawHost()
            let client = try proxy.client()
            client.send(ProxyBench.connect("\(name):\(host.port)") + "early")
            proxy.run {
                host.poll()
                return host.received == Array("early".utf8)
            }
            #expect(host.send(Array("late".utf8)) == 4)
            proxy.bench.run(client, until: "late")
            #expect(client.text == ProxyBench.welcome + "late")
            // Each side ends for itself: the host still answers after the end of the client's stream.
            client.endWriting()
            proxy.run {
                host.poll()
                return host.isEnded
            }
            #expect(!client.isEnded && host.send(Array("bye".utf8)) == 3)
            host.endWriting()
            proxy.bench.runUntilEnd(of: client)
            #expect(client.text == ProxyBench.welcome + "latebye")
            proxy.run { proxy.bench.server.connectionCount == 0 }
        }
        #expect(proxy.statuses == [200, 200])
    }

    @Test("a host that is faster than its client is slowed down, and nothing is lost")
    func pressure() throws {
        var limits = ServerLimits()
        limits.unsent = 32 * 1_024
        let proxy = try ProxyBench(limits: limits)
        let host = try RawHost()
        let client = try proxy.tunnel(to: host)
        proxy.run {
            host.poll()
            host.poll()
            return proxy.statuses == [200]
        }
        let piece = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 % 251) }
        var (sent, idle) = (0, 0)
        // The client does not read, so buffers bound the bytes that the host can send.
        proxy.run {
            host.poll()
            let count = host.send(Array(piece[(sent % 65_536)...]))
            (sent, idle) = (sent + count, count == 0 ? idle + 1 : 0)
            return idle > 40 || sent > 64 << 20
        }
        #expect(sent > 65_536 && sent < 64 << 20)
        let before = sent
        // Once the client reads, everything arrives in its order.
        proxy.run {
            client.poll()
            if sent < before + 1 << 20 { sent += host.send(Array(piece[(sent % 65_536)...])) }
            return client.received.count >= sent + ProxyBench.welcome.utf8.count && sent > before
        }
        let received = client.received.dropFirst(ProxyBench.welcome.utf8.count)
        var wanted: [UInt8] = []
        while wanted.count < sent { wanted += piece }
        #expect(Array(received) == Array(wanted[..<sent]))
    }

    @Test("when one side goes away, the other is closed and nothing is left", arguments: [false, true])
    func losses(hostLeaves: Bool) throws {
        let proxy = try ProxyBench()
        let host = try RawHost()
        var client: RawClient? = try proxy.tunnel(to: host)
        client?.send("hello")
        proxy.run {
            host.poll()
            return host.received.count == 5
        }
        if hostLeaves {
            host.leave()
            proxy.bench.runUntilEnd(of: try #require(client))
            client = nil
        } else {
            client = nil
            proxy.run {
                host.poll()
                return host.isEnded
            }
            host.leave()
        }
        proxy.run { proxy.bench.server.connectionCount == 0 }
        #expect(proxy.statuses == [200])
    }

    @Test("requests that open no tunnel get one sentence each, and are logged")
    func refusals() throws {
        let offline = try ProxyBench(isOffline: true)
        let control = try offline.bench.server.listen(at: .loopback(), offline.bench.endpoint)
        for (text, status) in [
            (ProxyBench.connect("\(control)"), 403), (ProxyBench.connect("localhost:\(control.port)"), 403),
            ("GET http://example.com/ HTTP/1.1\r\n\r\n", 501), ("\u{16}\u{3}\u{1}", 400),
            ("CONNECT x HTTP/1.1\n\n", 400),
            ("CONNECT " + String(repeating: "x", count: 9_000), 431), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ] {
            let answer = try offline.answer(to: text)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\n"), "\(answer)")
            #expect(offline.notes.last.map { answer.hasSuffix("\r\n\r\n\($0.words)\n") } == true)
        }
        #expect(offline.statuses == [403, 403, 501, 400, 400, 431, 505])
        #expect(offline.bench.service.requests.isEmpty)
        offline.run { offline.bench.server.connectionCount == 0 }
    }

    @Test("a host that does not answer is told with 502")
    func unreachable() throws {
        let proxy = try ProxyBench()
        let port = try RawHost().port
        for name in ["127.0.0.1", "localhost"] {
            let answer = try proxy.answer(to: ProxyBench.connect("\(name):\(port)"))
            #expect(answer.hasPrefix("HTTP/1.1 502 ") && answer.contains("cannot connect to \(name):\(port): "))
        }
        proxy.run { proxy.bench.server.connectionCount == 0 }
    }

    @Test("a request that comes too slowly gets 408")
    func slowHead() throws {
        var limits = ServerLimits()
        limits.headers = .milliseconds(1)
        let proxy = try ProxyBench(limits: limits)
        #expect(try proxy.answer(to: "CONNECT a:1").hasPrefix("HTTP/1.1 408 "))
        #expect(try proxy.answer(to: "").hasPrefix("HTTP/1.1 408 "))
    }

    @Test("tunnels beyond the limit get 503, and one that ends makes room")
    func limit() throws {
        var limits = ServerLimits()
        limits.tunnels = 2
        let proxy = try ProxyBench(limits: limits)
        let hosts = try (0..<3).map { _ in try RawHost() }
        var clients = try hosts[..<2].map { try proxy.tunnel(to: $0) }
        #expect(try proxy.answer(to: ProxyBench.connect("127.0.0.1:\(hosts[2].port)")).hasPrefix("HTTP/1.1 503 "))
        clients.removeLast()
        hosts[1].poll()
        hosts[1].leave()
        // The ends of the two that are left.
        proxy.run { proxy.bench.server.connectionCount == 2 }
        clients.append(try proxy.tunnel(to: hosts[2]))
        #expect(proxy.statuses == [200, 200, 503, 200])
    }

    @Test("a thousand clients that ask and leave at once leave nothing behind")
    func crowd() throws {
        let proxy = try ProxyBench()
        let host = try proxy.bench.server.listen(at: .loopback(), proxy.bench.endpoint)
        let words = [
            ProxyBench.connect("\(host)"), ProxyBench.connect("api.push.apple.com:443"),
            ProxyBench.connect("localhost:\(host.port)"), "CONNECT",
        ]
        for number in 0..<250 {
            let clients = try words.map { text in
                let client = try proxy.client()
                client.send(text)
                return client
            }
            var turns = number % 4
            proxy.run {
                turns -= 1
                return turns < 0
            }
            withExtendedLifetime(clients) {}
        }
        proxy.run { proxy.bench.server.connectionCount == 0 }
        #expect(proxy.notes.count >= 250)
    }
}
