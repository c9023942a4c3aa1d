@testable import PushServer
import Testing

@Suite("The two directions of a tunnel")
struct TunnelFlowTests {
    private typealias Side = TunnelFlow.Side

    @Test("a side is paused once while the other is full, and resumed once there is room", arguments: Side.allCases)
    func pressure(side: TunnelFlow.Side) {
        var flow = TunnelFlow()
        #expect(flow.passed(from: side, otherIsFull: false) == [])
        #expect(flow.hasRoom(side.other) == [])
        #expect(flow.passed(from: side, otherIsFull: true) == [.pause(side)])
        #expect(flow.passed(from: side, otherIsFull: true) == [])
        #expect(flow.hasRoom(side) == [])
        #expect(flow.hasRoom(side.other) == [.resume(side)])
        #expect(flow.hasRoom(side.other) == [])
    }

    @Test("both directions are paused and resumed each for itself")
    func directions() {
        var flow = TunnelFlow()
        #expect(flow.passed(from: .client, otherIsFull: true) == [.pause(.client)])
        #expect(flow.passed(from: .host, otherIsFull: true) == [.pause(.host)])
        #expect(flow.hasRoom(.host) == [.resume(.client)])
        #expect(flow.hasRoom(.client) == [.resume(.host)])
    }

    @Test("the end of one stream is passed on, and that of both closes the tunnel", arguments: Side.allCases)
    func ends(side: TunnelFlow.Side) {
        var flow = TunnelFlow()
        #expect(flow.receivedEnd(of: side) == [.endWriting(side.other)])
        #expect(flow.receivedEnd(of: side) == [])
        #expect(flow.passed(from: side.other, otherIsFull: false) == [])
        #expect(flow.receivedEnd(of: side.other) == [.close(side.other), .close(side)])
    }

    @Test("a lost side closes the other, once", arguments: Side.allCases)
    func losses(side: TunnelFlow.Side) {
        var flow = TunnelFlow()
        #expect(flow.lost(side) == [.close(side.other)])
        #expect(flow.receivedEnd(of: side.other) == [])
        #expect(flow.lost(side.other) == [] && flow.lost(side) == [])
    }
}
