import Basics
import PushGateway
import ReferenceModels
import Testing

@Suite("An idle push service, as bytes")
struct PackedGatewayTests {
    private static let now = Instant(microseconds: 1_700_000_000_000_000)

    @Test("Apple's has the same rows again, and issues the next number")
    func apple() {
        var bench = DeliveryBench(rules: DeliveryRules(wakeBudget: .appleGuidance))
        bench.set(.lowPower)
        bench.set(.offline)
        let now = bench.now
        bench.run {
            $0.rotate(DeliveryBench.token, to: DeviceToken("not hex"), TokenLag(death: .days(1)), at: now, into: &$1)
        }
        let other = bench.run { $0.addDevice(into: &$1) }
        _ = bench.run { $0.install("com.contoso.other", on: other, into: &$1) }
        _ = bench.run { $0.install("com.contoso.third", on: other, into: &$1) }
        #expect(bench.machine.pushesUnderWay == 0)
        var packer = Packer(origin: Self.now)
        bench.machine.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: Self.now)
        let same = PushDelivery(from: &unpacker, rules: bench.machine.rules)
        #expect(unpacker.isAtEnd)
        #expect(Self.rows(same) == Self.rows(bench.machine))
        #expect(same.number(of: DeliveryBench.token) == bench.machine.number(of: DeliveryBench.token))
    }

    private static func rows(_ machine: PushDelivery) -> [DeliveryRow] {
        machine.everyRow.compactMap { machine.row(after: $0) }
    }

    @Test("Google's keeps dead addresses and dozing devices")
    func google() {
        var firebase = FirebasePush()
        var sink = Wakes()
        let (dead, dozing) = (firebase.register("fcm:00112233445566"), firebase.register("fcm:8899aabbccddee"))
        firebase.unregister(dead, answerLag: .hours(1), at: Self.now, into: &sink)
        firebase.setDozing(true, dozing, at: Self.now, into: &sink)
        _ = firebase.send(Wake(id: "1", to: "fcm:00112233445566"), at: Self.now, into: &sink)
        #expect(firebase.pushesUnderWay == 0)
        var packer = Packer(origin: Self.now)
        firebase.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: Self.now)
        firebase = FirebasePush(from: &unpacker)
        #expect(unpacker.isAtEnd)
        let answer = firebase.send(
            Wake(id: "2", to: "fcm:00112233445566"), at: Self.now + .hours(2), into: &sink)
        #expect(answer == .refused(SendRefusal(404, "UNREGISTERED")))
        #expect(
            firebase.send(Wake(id: "3", to: "fcm:8899aabbccddee"), at: Self.now, into: &sink)
                == .accepted(PushNumber(2)))
        #expect(firebase.pushesUnderWay == 1)
    }

    @Test("Microsoft's keeps the ends of channels and offline devices")
    func microsoft() {
        var windows = WindowsPush(isCaching: true)
        var sink = Wakes()
        let closed = windows.openChannel("https://a", at: Self.now)
        let open = windows.openChannel("https://b", at: Self.now)
        windows.closeChannel(closed, at: Self.now, into: &sink)
        windows.setConnected(false, open, at: Self.now, into: &sink)
        #expect(windows.pushesUnderWay == 0)
        var packer = Packer(origin: Self.now)
        windows.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: Self.now)
        windows = WindowsPush(from: &unpacker)
        #expect(unpacker.isAtEnd)
        #expect(windows.isClosed(closed, at: Self.now))
        #expect(!windows.isClosed(open, at: Self.now))
        #expect(windows.isClosed(open, at: Self.now + WindowsPush.channelLife))
        #expect(windows.headers(for: open).connection == .disconnected)
        #expect(windows.headers(for: open).status == .received)
    }
}

/// Takes what a service does with wakes, and forgets it.
private struct Wakes: WakeSink {
    mutating func take(_ action: WakeAction) {}
}
