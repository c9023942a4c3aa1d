import Basics
import PushGateway
import PushServer
import PushServerTestSupport
import SecureTransport
import ShoulderTap
import Testing

@testable import LabServer

/// A server with a client on one loop, and what a test sends to it.
final class Desk {
    let loop: EventLoop
    let server: LabServer
    let sender = TestSender()
    private let client: HTTP2Client

    init(_ clock: WorldClockKind = .virtual, configure: (inout ServerSetup) -> Void = { _ in }) throws {
        self.loop = try EventLoop()
        var setup = ServerSetup()
        setup.clock = clock
        try setup.keys.admit(
            GatewayKeys.Key(self.sender.keyID, team: self.sender.team), pem: Array(self.sender.key.pem.utf8),
            file: "key.p8")
        configure(&setup)
        self.server = try LabServer(self.loop, setup)
        let address = try self.server.listen(.h2c, at: .loopback())
        self.client = try HTTP2Client(self.loop, to: address)
    }

    deinit {
        self.client.drop()
        self.server.stop()
    }

    /// Sends a request. Its result comes while the loop runs.
    func send(
        _ method: String, _ path: String, _ body: String = "", _ headers: HeaderList = HeaderList(),
        completion: @escaping (Result<ClientAnswer, ClientFailure>) -> Void
    ) {
        self.client.send(method, path, headers, body: Array(body.utf8), completion: completion)
    }

    /// Sends a request and runs the loop until it is answered.
    func ask(
        _ method: String, _ path: String, _ body: String = "", headers: HeaderList = HeaderList()
    ) throws -> ClientAnswer {
        var result: Result<ClientAnswer, ClientFailure>?
        self.send(method, path, body, headers) { result = $0 }
        self.loop.run { result != nil }
        return try #require(result).get()
    }

    /// Creates a device, and returns it as it is shown.
    func device(_ name: String = "phone", of user: String = "alice", query: String = "") throws -> PayloadElement {
        let body = #"{"name":"\#(name)","bundle":"\#(TestSender.bundle)"}"#
        let answer = try self.ask("POST", "/lab/users/\(user)/devices\(query)", body)
        #expect(answer.status == 201)
        return try answer.json
    }

    /// Sends a push and returns its answer.
    func push(_ token: String, _ payload: [UInt8] = TestSender.silent) throws -> ClientAnswer {
        let headers = self.sender.headers(issued: self.loop.now)
        return try self.ask("POST", "/3/device/\(token)", String(decoding: payload, as: UTF8.self), headers: headers)
    }
}

extension ClientAnswer {
    /// The body, which is a JSON object.
    var json: PayloadElement { get throws { try JSONDocument(self.body, limit: 1 << 24).root } }

    /// The member of the body's object that is a text.
    func text(_ name: String) throws -> String { try #require(try self.json[name]?.string) }
}

extension PayloadElement {
    func text(_ name: String) throws -> String { try #require(self[name]?.string) }
    func number(_ name: String) throws -> Int64 { try #require(self[name]?.int64) }
    func list(_ name: String) throws -> [PayloadElement] { try #require(self[name]?.elements) }
}
