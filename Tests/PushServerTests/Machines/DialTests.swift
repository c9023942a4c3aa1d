import Basics
@testable import PushServer
import Testing

@Suite("The way to the host of a tunnel")
struct DialTests {
    private static let target = ProxyTarget("example.com:443")
    private static let first = SocketAddress.ip([192, 0, 2, 1], port: 443)
    private static let second = SocketAddress.ip([192, 0, 2, 2], port: 443)

    private static func dial(reachesThisMachine: Bool = true) throws -> Dial {
        Dial(
            try #require(Self.target), reachesThisMachine: reachesThisMachine, at: .seconds(1), limit: .seconds(10))
    }

    @Test("addresses are tried in order, and the last failure is told")
    func order() throws {
        let target = try #require(Self.target)
        var dial = try Self.dial()
        #expect(dial.connected() == nil && dial.failed("early", at: .seconds(1)) == nil)
        #expect(dial.found([Self.first, Self.second], at: .seconds(1)) == .connect(Self.first))
        #expect(dial.found([Self.first], at: .seconds(1)) == nil)
        #expect(dial.failed("refused", at: .seconds(1)) == .connect(Self.second))
        #expect(dial.failed("unreachable", at: .seconds(1)) == .refuse(.unreachable(target, "unreachable")))
        #expect(dial.connected() == nil && dial.tick(.seconds(99)) == nil && dial.failed("x", at: .zero) == nil)
    }

    @Test("a silent address gives way to the next after three seconds, and the last one has the rest of the time")
    func patience() throws {
        let target = try #require(Self.target)
        var dial = try Self.dial()
        _ = dial.found([Self.first, Self.second], at: .seconds(2))
        #expect(dial.tick(.milliseconds(4_999)) == nil)
        #expect(dial.tick(.seconds(5)) == .connect(Self.second))
        #expect(dial.tick(.milliseconds(10_999)) == nil)
        #expect(dial.tick(.seconds(11)) == .refuse(.slowHost(target)))
        #expect(dial.tick(.seconds(12)) == nil)
    }

    @Test("a look-up without an answer ends in time, and an unknown host is told")
    func lookUp() throws {
        let target = try #require(Self.target)
        var dial = try Self.dial()
        #expect(dial.tick(.milliseconds(10_999)) == nil)
        #expect(dial.tick(.seconds(11)) == .refuse(.slowHost(target)))
        #expect(dial.found([Self.first], at: .seconds(11)) == nil)
        dial = try Self.dial()
        #expect(dial.notFound("no such host") == .refuse(.unknownHost("no such host")))
        #expect(dial.notFound("no such host") == nil)
    }

    @Test("once it is open nothing more is done")
    func opening() throws {
        var dial = try Self.dial()
        _ = dial.found([Self.first, Self.second], at: .seconds(1))
        #expect(dial.connected() == .open)
        #expect(dial.tick(.seconds(99)) == nil && dial.failed("x", at: .zero) == nil && dial.connected() == nil)
    }

    @Test("at most eight addresses are tried")
    func bound() throws {
        var dial = try Self.dial()
        var action = dial.found((0..<20).map { .ip([192, 0, 2, $0], port: 1) }, at: .zero)
        var count = 0
        while case .connect = action {
            count += 1
            action = dial.failed("refused", at: .zero)
        }
        #expect(count == Dial.mostAddresses)
    }

    @Test("a client of another machine does not reach the addresses that only this machine has")
    func ownMachine() throws {
        let target = try #require(Self.target)
        let zeros = [UInt8](repeating: 0, count: 10)
        let own: [[UInt8]] = [
            [127, 0, 0, 1], [127, 61, 2, 3], [0, 0, 0, 0], zeros + [0, 0, 0, 0, 0, 1], zeros + [0, 0, 0, 0, 0, 0],
            zeros + [0xFF, 0xFF, 127, 0, 0, 1], zeros + [0xFF, 0xFF, 0, 0, 0, 0],
        ]
        for bytes in own {
            let address = SocketAddress.ip(bytes, port: 80)
            var dial = try Self.dial(reachesThisMachine: false)
            #expect(dial.found([address], at: .zero) == .refuse(.ownMachine(target)), "\(address)")
            dial = try Self.dial(reachesThisMachine: false)
            #expect(dial.found([address, Self.first], at: .zero) == .connect(Self.first))
            dial = try Self.dial()
            #expect(dial.found([address], at: .zero) == .connect(address))
        }
    }
}
