import Basics
import PushGateway
import PushServer
import PushServerTestSupport
import Testing

@Suite("HTTP/1.1")
struct HTTP1Tests {
    private static func routes(_ bench: Bench) -> RouteService {
        let described = Route.Description("Do it.", answers: [(200, "done")])
        let echo = Route("POST", "/echo", described, bodyLimit: 10) { routed in
            let length = String(routed.exchange.body.count)
            routed.exchange.respond(Response(200, ["x-length": length], body: routed.exchange.body))
        }
        let events = Route("GET", "/events", described) { routed in
            let stream = routed.exchange.stream(Response(200, ["content-type": "text/event-stream"]))
            stream?.write(Array("data: 1\n\n".utf8))
            stream?.write(Array("data: 2\n\n".utf8))
            stream?.finish()
        }
        return RouteService(RouteTable([echo, events, bench.endpoint.route]))
    }

    private static func client(_ bench: Bench) throws -> RawClient {
        try RawClient(port: try bench.server.listen(at: .loopback(), Self.routes(bench)).port)
    }

    @Test("a push is accepted over HTTP/1.1, with the same headers")
    func push() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        var text = "POST /3/device/\(TestSender.token) HTTP/1.1\r\nHost: localhost\r\n"
        for field in bench.sender.headers(issued: bench.loop.now, id: "x").fields {
            text += "\(field.name): \(field.value)\r\n"
        }
        client.send(text + "Content-Length: \(TestSender.silent.count)\r\n\r\n")
        client.send(TestSender.silent)
        bench.run(client, until: "BadMessageId")
        #expect(client.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(client.text.contains("apns-id: x\r\n"))
    }

    @Test("pipelined requests are answered in order on one connection")
    func pipelining() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        let requests = (1...3).map {
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \($0)\r\n\r\n" + String(repeating: "a", count: $0)
        }
        client.send(requests.joined())
        bench.run(client, until: "\r\n\r\naaa")
        let lengths = client.text.split(separator: "\r\n").filter { $0.hasPrefix("x-length") }
        #expect(lengths == ["x-length: 1", "x-length: 2", "x-length: 3"])
        #expect(bench.server.connectionCount == 1)
    }

    @Test("the body of a TRACE request is not taken for the next request")
    func bodyOfTrace() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        client.send("TRACE /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 32\r\n\r\n")
        client.send("POST /echo HTTP/1.1\r\nHost: b\r\n\r\n")
        bench.runUntilEnd(of: client)
        #expect(client.text.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
        #expect(client.text.split(separator: "\r\n").count { $0.hasPrefix("HTTP/1.1 ") } == 1)
    }

    @Test("a client that closes its side after the request gets its answer")
    func halfClosed() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok")
        client.endWriting()
        bench.runUntilEnd(of: client)
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(client.text.hasSuffix("ok"))
        bench.loop.run { bench.server.connectionCount == 0 }
    }

    @Test("a body over the limit of its route is refused")
    func tooLong() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n01234567890")
        bench.run(client, until: "error")
        #expect(client.text.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    }

    @Test(
        "a request that libevent refuses is answered with JSON",
        arguments: [
            ("POST /echo HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", "413 Content Too Large", "PayloadTooLarge"),
            (
                "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n", "413 Content Too Large",
                "PayloadTooLarge"
            ),
            ("POST /echo HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400 Bad Request", "BadRequest"),
            ("hello\r\n\r\n", "400 Bad Request", "BadRequest"),
            ("BREW /echo HTTP/1.1\r\n\r\n", "405 Method Not Allowed", "MethodNotAllowed"),
        ])
    func refused(request: String, status: String, reason: String) throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n" + request)
        bench.runUntilEnd(of: client)
        let answers = client.text.components(between: "HTTP/1.1 ")
        #expect(answers.count == 2 && answers[1].hasPrefix("\(status)\r\n"))
        #expect(answers[1].contains("content-type: application/json\r\n"))
        #expect(answers[1].hasSuffix(#"{"reason":"\#(reason)"}"#))
    }

    @Test("an answer to HEAD has the length of its body and no body")
    func head() throws {
        let bench = try Bench()
        let described = Route.Description("Do it.", answers: [(200, "done")])
        let route = Route("GET", "/text", described) { $0.exchange.respond(Response(200, body: Array("text".utf8))) }
        let stream = Route("GET", "/stream", described) { routed in
            routed.exchange.stream(Response(200))?.write(Array("text".utf8))
        }
        let service = RouteService(RouteTable([route, stream]))
        let client = try RawClient(port: try bench.server.listen(at: .loopback(), service).port)
        for path in ["text", "stream"] { client.send("HEAD /\(path) HTTP/1.1\r\nHost: a\r\n\r\n") }
        client.send("GET /text HTTP/1.1\r\nHost: a\r\n\r\n")
        bench.run(client, until: "text")
        let answers = client.text.components(between: "HTTP/1.1 200 OK\r\n")
        #expect(answers.count == 3 && answers[0].contains("content-length: 4\r\n"))
        #expect(answers.dropLast().allSatisfy { $0.hasSuffix("\r\n\r\n") })
    }

    @Test("a stream of events arrives in chunks")
    func events() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
        bench.run(client, until: "\r\n0\r\n\r\n")
        #expect(client.text.contains("Transfer-Encoding: chunked\r\n"))
        #expect(client.text.contains("data: 1\n\n"))
        #expect(client.text.contains("data: 2\n\n"))
    }

    @Test("the same stream of events arrives over HTTP/2")
    func eventsOverHTTP2() throws {
        let bench = try Bench()
        let address = try bench.server.listen(at: .loopback(), Self.routes(bench))
        let client = try bench.connect(to: address, secure: false)
        let answer = try bench.send(client, "GET", "/events").get()
        #expect(String(decoding: answer.body, as: UTF8.self) == "data: 1\n\ndata: 2\n\n")
        #expect(answer.headers["content-type"] == "text/event-stream")
    }

    @Test("headers that come too slowly end the connection", arguments: ["", "GET / HT", "PRI * HT"])
    func slow(sent: String) throws {
        var limits = ServerLimits()
        (limits.opening, limits.headers) = (.milliseconds(100), .milliseconds(100))
        let bench = try Bench(limits: limits)
        let client = try Self.client(bench)
        client.send(sent)
        bench.runUntilEnd(of: client)
        #expect(client.received.isEmpty)
        bench.loop.run { bench.server.connectionCount == 0 }
    }

    @Test("a client that goes away before its answer leaves nothing behind")
    func abandoned() throws {
        let bench = try Bench()
        var waiting: Exchange?
        var isCancelled = false
        let route = Route("GET", "/wait", Route.Description("Wait.", answers: [(200, "done")])) { routed in
            routed.exchange.onCancel = { isCancelled = true }
            waiting = routed.exchange
        }
        let address = try bench.server.listen(at: .loopback(), RouteService(RouteTable([route])))
        var client: RawClient? = try RawClient(port: address.port)
        client?.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        bench.loop.run { waiting != nil }
        client = nil
        waiting?.peer.drop()
        #expect(isCancelled)
        waiting?.respond(Response(200))
        bench.loop.run { bench.server.connectionCount == 0 }
        #expect(waiting?.isOver == true)
    }
}

extension String {
    /// The texts after each occurrence of a separator.
    fileprivate func components(between separator: String) -> [String] {
        self.split(separator: separator, omittingEmptySubsequences: true).map(String.init)
    }
}
