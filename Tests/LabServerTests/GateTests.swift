import Basics
import PushServer
import Testing

@testable import LabServer

@Suite("Access to the control API")
struct GateTests {
    @Test(
        "a host name of this machine is accepted, and any other is not",
        arguments: [
            ("localhost", 200), ("127.0.0.1:8080", 200), ("[::1]:80", 200), ("10.1.2.3:80", 200), ("lab.internal", 200),
            ("evil.example", 403), ("localhost.evil.example", 403), ("127.0.0.1.evil.example:80", 403),
        ])
    func hosts(host: String, status: Int) throws {
        let desk = try Desk { $0.hosts = ["lab.internal"] }
        let client = try HTTP2Client(desk.loop, to: desk.server.listeners[0].address, authority: host)
        var result: Result<ClientAnswer, ClientFailure>?
        client.send("GET", "/lab/worlds") { result = $0 }
        desk.loop.run { result != nil }
        client.drop()
        #expect(try #require(result).get().status == status)
    }

    @Test(
        "a page of this machine is accepted, and any other is not",
        arguments: [
            ("http://localhost:3000", 200), ("https://127.0.0.1", 200), ("http://evil.example", 403), ("null", 403),
            ("http://localhost.evil.example", 403), ("file://localhost", 403),
        ])
    func origins(origin: String, status: Int) throws {
        #expect(try Desk().ask("GET", "/lab/worlds", headers: ["origin": origin]).status == status)
    }

    @Test("a server with a token requires it, except for its health")
    func token() throws {
        let desk = try Desk { $0.controlToken = "secret" }
        #expect(try desk.ask("GET", "/healthz").status == 200)
        #expect(try desk.ask("GET", "/lab/worlds").status == 401)
        #expect(try desk.ask("GET", "/lab/worlds", headers: ["authorization": "Bearer secreT"]).status == 401)
        for scheme in ["Bearer", "bearer"] {
            #expect(try desk.ask("GET", "/lab/worlds", headers: ["authorization": "\(scheme) secret"]).status == 200)
        }
        #expect(try desk.push(String(repeating: "ab", count: 32)).status == 400)
    }

    @Test("the ready file has each listener, the authority, the token and the process")
    func readyNote() {
        let note = ReadyNote(
            listeners: [(.apns, .loopback(2_197)), (.proxy, .loopback(80))], ca: "/tmp/ca.pem", controlToken: nil,
            pid: 7)
        let expected =
            #"{"apns":{"host":"127.0.0.1","port":2197},"proxy":{"host":"127.0.0.1","port":80},"#
            + #""ca":"/tmp/ca.pem","controlToken":null,"pid":7}"# + "\n"
        #expect(String(decoding: note.bytes, as: UTF8.self) == expected)
    }

    @Test("a drain answers waiting requests, and then the server is empty")
    func drain() throws {
        let desk = try Desk()
        var (result, isEmpty) = (Result<ClientAnswer, ClientFailure>?.none, false)
        desk.send("GET", "/lab/pushes?await=1&timeout=60s") { result = $0 }
        _ = try desk.ask("GET", "/healthz")
        desk.server.drain { isEmpty = true }
        desk.loop.run { isEmpty && result != nil }
        #expect(try #require(result).get().status == 200)
    }
}
