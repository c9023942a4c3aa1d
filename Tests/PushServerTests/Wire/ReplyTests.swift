import Basics
import PushGateway
import PushServer
import PushServerTestSupport
import SecureTransport
import Testing

@Suite("Replies of a push service")
struct ReplyTests {
    /// A client whose pushes meet with this reply.
    private static func client(
        _ bench: Bench, _ script: @escaping (PushReply) -> PushReply
    ) throws -> (HTTP2Client, HeaderList) {
        bench.service.script[TestSender.token] = script
        let address = try bench.server.listen(at: .loopback(), security: try bench.security(), bench.endpoint)
        let client = try bench.connect(to: address, secure: true)
        return (client, bench.sender.headers(issued: bench.loop.now))
    }

    private static func push(_ bench: Bench, _ client: HTTP2Client, _ headers: HeaderList) -> Result<
        ClientAnswer, ClientFailure
    > {
        bench.send(client, "POST", "/3/device/" + TestSender.token, headers, body: TestSender.silent)
    }

    @Test("an answer can come later, and others overtake it")
    func later() throws {
        let bench = try Bench()
        let (client, headers) = try Self.client(bench) { .after(.milliseconds(30), $0) }
        var order: [Int] = []
        client.send("POST", "/3/device/" + TestSender.token, headers, body: TestSender.silent) { _ in order.append(1) }
        client.send("POST", "/3/device/00", headers, body: TestSender.silent) { _ in order.append(2) }
        bench.loop.run { order.count == 2 }
        #expect(order == [2, 1])
        #expect(bench.service.accepted.count == 1)
    }

    @Test("a push can be reset, and the connection continues")
    func reset() throws {
        let bench = try Bench()
        let (client, headers) = try Self.client(bench) { _ in .reset }
        #expect(Self.push(bench, client, headers) == .failure(.reset(8)))
        bench.service.script = [:]
        #expect(try Self.push(bench, client, headers).get().status == 200)
    }

    @Test("a connection can be dropped without an answer")
    func drop() throws {
        let bench = try Bench()
        let (client, headers) = try Self.client(bench) { _ in .drop }
        guard case .failure(.connection(.lost)) = Self.push(bench, client, headers) else {
            Issue.record("the push has a result although its connection was dropped")
            return
        }
        #expect(client.goAways.isEmpty)
        #expect(bench.server.connectionCount == 0)
    }

    @Test("a push without an answer does not affect later pushes")
    func silence() throws {
        let bench = try Bench()
        let (client, headers) = try Self.client(bench) { _ in .silence }
        var isAnswered = false
        client.send("POST", "/3/device/" + TestSender.token, headers, body: TestSender.silent) { _ in isAnswered = true
        }
        bench.loop.run { bench.service.requests.count == 1 }
        bench.service.script = [:]
        #expect(try Self.push(bench, client, headers).get().status == 200)
        #expect(!isAnswered)
    }

    @Test("GOAWAY comes in two steps with the reason, and loses no push that is on its way")
    func goAway() throws {
        let bench = try Bench()
        let (client, headers) = try Self.client(bench) { .goAway(.shutdown, $0) }
        var statuses: [Int] = []
        for _ in 0..<3 {
            client.send("POST", "/3/device/" + TestSender.token, headers, body: TestSender.silent) { result in
                statuses.append((try? result.get().status) ?? 0)
            }
        }
        bench.loop.run { statuses.count == 3 }
        #expect(statuses == [200, 200, 200])
        bench.loop.run { client.end != nil }
        #expect(client.goAways.first?.code == 0)
        #expect(client.goAways.first.map { String(decoding: $0.note, as: UTF8.self) } == #"{"reason":"Shutdown"}"#)
        #expect(Self.push(bench, client, headers) == .failure(.connection(.closed)))
        #expect(client.end == .closed)
    }

    @Test("the second GOAWAY names the last stream that is served")
    func twoSteps() throws {
        let bench = try Bench()
        bench.service.script["5a"] = { .goAway(.shutdown, $0) }
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try RawClient(port: address.port)
        client.send(
            Frames.preface + Frames.headers(stream: 1, endsStream: true, Frames.request("/3/device/5a"))
                + Frames.headers(stream: 3, endsStream: true, Frames.request("/3/device/00")))
        bench.runUntilEnd(of: client)
        #expect(Frames.lastStreams(client.received) == [0x7FFF_FFFF, 3])
        #expect(Frames.bodies(client.received) == 2)
    }

    @Test("a certificate of the other environment gets a GOAWAY with the reason")
    func wrongEnvironment() throws {
        let bench = try Bench()
        let trust = TLSTrust([bench.authority.certificate])
        let security = try bench.security(clients: .optional(trust))
        let address = try bench.server.listen(at: .loopback(), security: security, bench.endpoint)
        let topics = ProviderTopics(userID: TestSender.bundle, topics: [TestSender.bundle], allowsProduction: false)
        let identity = try bench.authority.providerIdentity(topics, bench.validity)
        let client = try bench.connect(to: address, secure: true, identity: identity)
        bench.loop.run { client.end != nil }
        #expect(
            client.goAways.map { String(decoding: $0.note, as: UTF8.self) } == [
                #"{"reason":"BadCertificateEnvironment"}"#
            ])
    }
}
