import Basics
import PushServer
import Testing

@Suite("Requests that are answered before they are complete")
struct UnfinishedRequestTests {
    private static let headers = Frames.headers(stream: 1, endsStream: false, Frames.request("/3/device/5a"))
    private static let data = Frames.frame(0, stream: 1, [UInt8](repeating: 0x20, count: 16_384))

    private static func resets(_ client: RawClient) -> [Frames.Received] {
        Frames.all(in: client.received).filter { $0.kind == 3 }
    }

    /// A client that has the answer to half of a request.
    private static func client(_ bench: Bench) throws -> RawClient {
        let client = try RawClient(port: bench.server.listen(at: .loopback(), bench.endpoint).port)
        client.send(Frames.preface + Self.headers + Self.data)
        bench.run(client, until: "reason")
        return client
    }

    /// Runs the loop until a condition is met, or the server has closed the connection.
    private static func run(_ bench: Bench, _ client: RawClient, until isMet: () -> Bool) {
        let ticks = bench.heartbeat()
        bench.loop.run {
            client.poll()
            return client.isEnded || isMet()
        }
        withExtendedLifetime(ticks) {}
    }

    @Test("the rest of a request is read, and its stream is not reset")
    func rest() throws {
        let bench = try Bench()
        let client = try Self.client(bench)
        client.send(
            Self.data + Frames.frame(0, flags: 1, stream: 1, [])
                + Frames.headers(stream: 3, endsStream: true, Frames.request("/4")))
        Self.run(bench, client) { Frames.bodies(client.received) == 2 }
        #expect(Frames.bodies(client.received) == 2 && Self.resets(client).isEmpty)
    }

    @Test("a request that does not end soon after its answer is reset without an error")
    func late() throws {
        var limits = ServerLimits()
        limits.parting = .milliseconds(1)
        let bench = try Bench(limits: limits)
        let client = try Self.client(bench)
        Self.run(bench, client) { !Self.resets(client).isEmpty }
        #expect(Self.resets(client).map { $0.number(at: 0) } == [0])
    }
}
