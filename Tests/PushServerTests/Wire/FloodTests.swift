import Basics
import PushGateway
@testable import PushServer
import PushServerTestSupport
import Testing

@Suite("Clients that misbehave over HTTP/2")
struct FloodTests {
    /// An attack: its name, and the bytes that follow the preface.
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8]) { (self.testDescription, self.bytes) = (name, bytes) }

        private static func repeated(_ count: Int, _ frame: [UInt8]) -> [UInt8] {
            [[UInt8]](repeating: frame, count: count).flatMap { $0 }
        }

        static let all: [Attack] = [
            Attack("PING", Self.repeated(2_000, Frames.frame(6, [1, 2, 3, 4, 5, 6, 7, 8]))),
            Attack("SETTINGS", Self.repeated(300, Frames.frame(4, []))),
            Attack(
                "rapid reset",
                (0..<400 as Range<UInt32>).flatMap { number in
                    Frames.headers(stream: 2 * number + 1, endsStream: true, Frames.request("/3/device/5a"))
                        + Frames.frame(3, stream: 2 * number + 1, [0, 0, 0, 8])
                }),
            Attack(
                "streams that the server has to reset",
                (0..<400 as Range<UInt32>).flatMap { number in
                    Frames.headers(stream: 2 * number + 1, endsStream: false, Frames.request("/3/device/5a"))
                        + Frames.frame(8, stream: 2 * number + 1, [0, 0, 0, 0])
                }),
            Attack(
                "empty DATA",
                Frames.headers(stream: 1, endsStream: false, Frames.request("/3/device/5a"))
                    + Self.repeated(300, Frames.frame(0, stream: 1, []))),
            Attack(
                "CONTINUATION",
                Frames.headers(stream: 1, endsHeaders: false, endsStream: true, Frames.request("/3/device/5a"))
                    + Self.repeated(300, Frames.frame(9, stream: 1, Frames.literal(1, "x")))),
            Attack(
                "HPACK bomb",
                Frames.headers(
                    stream: 1, endsStream: true,
                    Frames.request(
                        "/3/device/5a",
                        more: Frames.indexed("bomb", String(repeating: "b", count: 3_900))
                            + [UInt8](repeating: 0x80 | 62, count: 4_000)))),
        ]
    }

    @Test("a flood ends its connection, and no other", arguments: Attack.all)
    func flood(attack: Attack) throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let honest = try bench.connect(to: address, secure: false)
        let headers = bench.sender.headers(issued: bench.loop.now)
        #expect(try bench.push(honest, headers).status == 200)
        let attacker = try RawClient(port: address.port)
        attacker.send(Frames.preface + attack.bytes)
        bench.runUntilEnd(of: attacker)
        #expect(try bench.push(honest, headers).status == 200)
        bench.loop.run { bench.server.connectionCount == 1 }
    }

    @Test("an attacker that sends after the end is not read for long")
    func sendsOn() throws {
        var limits = ServerLimits()
        limits.parting = .hours(1)
        let bench = try Bench(limits: limits)
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let attacker = try RawClient(port: address.port)
        let pings = [[UInt8]](repeating: Frames.frame(6, [1, 2, 3, 4, 5, 6, 7, 8]), count: 2_000).flatMap { $0 }
        attacker.send(Frames.preface + pings)
        bench.loop.run { bench.server.connectionCount == 1 }
        let ticks = bench.heartbeat()
        bench.loop.run {
            attacker.send(pings)
            return bench.server.connectionCount == 0
        }
        withExtendedLifetime(ticks) {}
    }

    @Test("headers over the limit are refused, and the connection continues")
    func largeHeaders() throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try bench.connect(to: address, secure: false)
        let large: HeaderList = ["x-large": String(repeating: "x", count: 9_000)]
        #expect(try bench.push(client, large).status == 431)
        #expect(try bench.push(client).status == 200)
    }

    @Test("a body that stops arriving is answered with IdleTimeout")
    func slowBody() throws {
        var limits = ServerLimits()
        limits.upload = .milliseconds(50)
        let bench = try Bench(limits: limits)
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let attacker = try RawClient(port: address.port)
        let token = bench.sender.providerToken(issued: bench.loop.now)
        let block = Frames.request(
            "/3/device/" + TestSender.token,
            more: [0x00, 13] + Array("authorization".utf8) + Frames.literal(0, "bearer " + token).dropFirst()
                + [0x00, 10] + Array("apns-topic".utf8) + Frames.literal(0, TestSender.bundle).dropFirst())
        attacker.send(Frames.preface + Frames.headers(stream: 1, endsStream: false, block))
        bench.run(attacker, until: "IdleTimeout")
        #expect(attacker.text.contains(#"{"reason":"IdleTimeout"}"#))
        #expect(bench.server.connectionCount == 1)
    }

    @Test("headers that stop arriving end the connection")
    func slowHeaders() throws {
        var limits = ServerLimits()
        limits.headers = .milliseconds(50)
        let bench = try Bench(limits: limits)
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let attacker = try RawClient(port: address.port)
        attacker.send(
            Frames.preface + Frames.headers(stream: 1, endsHeaders: false, endsStream: true, Frames.request("/")))
        bench.runUntilEnd(of: attacker)
        #expect(Frames.goAways(attacker.received) == [11])
    }

    @Test("an endless TLS handshake is ended, and so is an idle connection")
    func halfOpen() throws {
        var limits = ServerLimits()
        (limits.opening, limits.idle) = (.milliseconds(50), .milliseconds(300))
        let bench = try Bench(limits: limits)
        let secure = try bench.server.listen(at: .loopback(), security: try bench.security(), bench.endpoint)
        let attacker = try RawClient(port: secure.port)
        attacker.send([22, 3, 1, 0, 200, 1])
        bench.runUntilEnd(of: attacker)
        let plain = try bench.server.listen(at: .loopback(), bench.endpoint)
        let idle = try bench.connect(to: plain, secure: false)
        #expect(try bench.push(idle).status == 200)
        bench.loop.run { bench.server.connectionCount == 0 }
    }

    @Test("small answers wait for a client without a window, and arrive complete")
    func stingyWindow() throws {
        var rules = AdmissionRules()
        rules.refusalLimit = 10_000
        let bench = try Bench(rules: rules)
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try RawClient(port: address.port)
        // Each answer is {"reason":"MissingProviderToken"}, 33 bytes; the window of a connection holds 1985 of them.
        let (asked, fitting) = (2_000, 65_535 / 33)
        client.send(Frames.preface)
        for first in stride(from: 0, to: asked, by: 100) {
            client.send(
                (UInt32(first)..<UInt32(first + 100)).flatMap { number in
                    Frames.headers(stream: 2 * number + 1, endsStream: true, Frames.request("/3/device/5a"))
                })
            bench.run(client, untilAnswers: min(first + 100, fitting))
        }
        #expect(Frames.bodies(client.received) == fitting)
        client.send(Frames.frame(8, [0, 0, 255, 255]))
        bench.run(client, untilAnswers: asked)
        #expect(Frames.bodies(client.received) == asked)
    }
}

extension Bench {
    /// Runs the loop until a client has this many bodies, or its end.
    fileprivate func run(_ client: RawClient, untilAnswers count: Int) {
        let ticks = self.heartbeat()
        self.loop.run {
            client.poll()
            return client.isEnded || Frames.bodies(client.received) >= count
        }
        withExtendedLifetime(ticks) {}
    }
}
