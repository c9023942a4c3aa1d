import Basics
import PushServer
import PushServerTestSupport
import Testing

@Suite("The life of an exchange")
struct ExchangeLifeTests {
    /// Keeps no request, but knows whether the last one is still there.
    private final class Service: ExchangeService {
        weak var last: Exchange?
        /// Called for each request before it is answered.
        var onRequest: () -> Void = {}

        func handle(_ exchange: Exchange) {
            self.last = exchange
            exchange.respond(Response(200, ["x-done": "yes"]))
            self.onRequest()
        }
    }

    @Test("a request over HTTP/2 is released when it is answered")
    func http2() throws {
        let (bench, service) = (try Bench(), Service())
        let client = try bench.connect(to: try bench.server.listen(at: .loopback(), service), secure: false)
        #expect(try bench.send(client, "GET", "/").get().status == 200)
        #expect(service.last == nil)
    }

    @Test("a request over HTTP/1.1 is released when it is answered")
    func http1() throws {
        let (bench, service) = (try Bench(), Service())
        let client = try RawClient(port: try bench.server.listen(at: .loopback(), service).port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        bench.run(client, until: "x-done: yes")
        #expect(service.last == nil)
    }

    @Test("an answer over HTTP/1.1 is not lost when the server drains at the same time")
    func drain() throws {
        let (bench, service) = (try Bench(), Service())
        service.onRequest = { bench.server.drain {} }
        let client = try RawClient(port: try bench.server.listen(at: .loopback(), service).port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        bench.run(client, until: "x-done: yes")
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        service.onRequest = {}
    }
}
