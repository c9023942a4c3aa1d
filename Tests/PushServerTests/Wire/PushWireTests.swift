import Basics
import PushGateway
import PushServer
import PushServerTestSupport
import SecureTransport
import Testing

@Suite("Pushes over the wire")
struct PushWireTests {
    @Test("a push is accepted over TLS, with an empty body and an upper-case id", arguments: [true, false])
    func accepted(secure: Bool) throws {
        let bench = try Bench()
        let security = secure ? try bench.security() : nil
        let address = try bench.server.listen(at: .loopback(), security: security, bench.endpoint)
        let client = try bench.connect(to: address, secure: secure)
        let answer = try bench.push(client)
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.pieces.isEmpty)
        let id = try #require(answer.headers["apns-id"])
        #expect(id == id.uppercased())
        #expect(!answer.headers.contains("content-type"))
        #expect(bench.service.accepted.map(\.payload) == [TestSender.silent])
        #expect(client.tls?.applicationProtocol == (secure ? "h2" : nil))
    }

    @Test(
        "an id is returned byte for byte, even with an error",
        arguments: ["abc", "01234567-89ab-CDEF-0123-456789abcdef"])
    func echo(id: String) throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try bench.connect(to: address, secure: false)
        let answer = try bench.push(client, bench.sender.headers(issued: bench.loop.now, id: id))
        #expect(answer.headers["apns-id"] == id)
        #expect(answer.status == (id == "abc" ? 400 : 200))
    }

    @Test("an error has its reason in one DATA frame")
    func reason() throws {
        let bench = try Bench()
        bench.service.addGoneToken("00ff", for: "com.example.gone")
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try bench.connect(to: address, secure: false)
        let headers = bench.sender.headers(issued: bench.loop.now, topic: "com.example.gone")
        let gone = try bench.push(client, headers, token: "00ff")
        #expect(gone.status == 410)
        #expect(gone.headers["content-type"] == "application/json")
        #expect(gone.pieces == [gone.body.count])
        let text = String(decoding: gone.body, as: UTF8.self)
        #expect(text.hasPrefix(#"{"reason":"Unregistered","timestamp":"#))
    }

    @Test(
        "an invalid request gets Apple's reason",
        arguments: [
            ("GET", "/3/device/5a", "MethodNotAllowed", 405), ("POST", "/3/device/", "MissingDeviceToken", 400),
            ("POST", "/4/device/5a", "BadPath", 404), ("POST", "/3/device/5a", "BadDeviceToken", 400),
        ])
    func wrongRequests(method: String, path: String, reason: String, status: Int) throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try bench.connect(to: address, secure: false)
        let headers = bench.sender.headers(issued: bench.loop.now)
        let body = method == "GET" ? [] : TestSender.silent
        let answer = try bench.send(client, method, path, headers, body: body).get()
        #expect(answer.status == status)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"reason":"\#(reason)"}"#)
    }

    @Test("a payload that is too large is refused, and the connection goes on", arguments: [200_000, 3_000_000])
    func tooLarge(count: Int) throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try bench.connect(to: address, secure: false)
        let headers = bench.sender.headers(issued: bench.loop.now)
        let answer = try bench.push(client, headers, body: [UInt8](repeating: 0x20, count: count))
        #expect(answer.status == 413)
        #expect(try bench.push(client, headers).status == 200)
    }

    @Test("a provider's certificate allows its topics, and needs no provider token")
    func certificate() throws {
        let bench = try Bench()
        let trust = TLSTrust([bench.authority.certificate])
        let security = try bench.security(clients: .optional(trust))
        let address = try bench.server.listen(at: .loopback(), security: security, bench.endpoint)
        let identity = try bench.authority.providerIdentity(.universal(for: TestSender.bundle), bench.validity)
        let client = try bench.connect(to: address, secure: true, identity: identity)
        let own = try bench.push(client, ["apns-topic": TestSender.bundle])
        #expect(own.status == 200)
        let foreign = try bench.push(client, ["apns-topic": "com.example.other"])
        #expect(String(decoding: foreign.body, as: UTF8.self) == #"{"reason":"TopicDisallowed"}"#)
    }

    @Test("a TLS session is resumed")
    func resumption() throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), security: try bench.security(), bench.endpoint)
        let first = try bench.connect(to: address, secure: true)
        #expect(try bench.push(first).status == 200)
        let second = try bench.connect(to: address, secure: true, resuming: first.resumable)
        #expect(try bench.push(second).status == 200)
        #expect(first.tls?.isResumed == false)
        #expect(second.tls?.isResumed == true)
    }

    @Test("a changed provider token on the same connection is refused for twenty minutes")
    func tokenUpdates() throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), bench.endpoint)
        let client = try bench.connect(to: address, secure: false)
        #expect(try bench.push(client).status == 200)
        let again = try bench.push(client, bench.sender.headers(issued: bench.loop.now - .minutes(5)))
        #expect(again.status == 429)
        let other = try bench.connect(to: address, secure: false)
        #expect(try bench.push(other, bench.sender.headers(issued: bench.loop.now - .minutes(5))).status == 200)
    }
}
