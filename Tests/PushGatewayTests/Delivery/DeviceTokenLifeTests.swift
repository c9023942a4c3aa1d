import Basics
import PushGateway
import ReferenceModels
import Testing

@Suite("The life of a device token") struct DeviceTokenLifeTests {
    private static let other = DeviceToken(String(repeating: "ff", count: 32))

    @Test("a token that was issued is active, and any other is unknown")
    func lives() {
        let bench = DeliveryBench()
        #expect(bench.life() == .active)
        #expect(bench.owner() == bench.app)
        #expect(bench.life(of: Self.other) == nil)
    }

    @Test("a token is known with its app, bundle, topic and environment")
    func known() throws {
        var bench = DeliveryBench()
        let (app, now) = (bench.app, bench.now)
        bench.run { $0.register(app, Self.other, in: .sandbox, topic: "com.contoso.app.voip", at: now, into: &$1) }
        let known = try #require(bench.machine.known(Self.other, at: now))
        #expect(known.app == app)
        #expect(known.bundle == "com.contoso.app")
        #expect(known.topic == "com.contoso.app.voip")
        #expect(known.environment == .sandbox)
        #expect(known.registeredAt == now)
        #expect(known.life == .active)
    }

    @Test("bundles that differ only in Unicode normalization are two apps")
    func spellings() {
        var bench = DeliveryBench()
        let phone = bench.phone
        let apps = ["\u{E9}", "e\u{301}", "\u{E9}"].map { bundle in
            bench.run { $0.install(bundle, on: phone, into: &$1) }
        }
        #expect(apps[0] == apps[2] && apps[0] != apps[1])
    }

    @Test("rotation: the old token dies after a lag, and is answered 410 after another")
    func rotation() {
        var bench = DeliveryBench()
        let now = bench.now
        bench.run {
            $0.rotate(
                DeliveryBench.token, to: Self.other, TokenLag(death: .hours(1), answer: .hours(2)), at: now, into: &$1)
        }
        bench.finish(bench.tap())
        bench.advance(by: .hours(1))
        bench.tap("b")
        #expect(
            bench.words() == [
                "log a: Delivered", "wake a", "handled 1 newData 0 ms",
                "log b: Discarded (token not active for topic)", "drop 2 tokenNotActive",
            ])
        #expect(bench.life() == .active)
        bench.advance(by: .hours(2))
        #expect(bench.life() == .unregistered(since: now + .hours(1)))
        #expect(bench.life(of: Self.other) == .active)
        bench.send(.tap("c").with { $0.token = Self.other })
        #expect(bench.words() == ["log c: Delivered", "wake c"])
    }

    @Test("rotation of an unknown token, to itself, or to one that is too long has no effect")
    func noRotation() {
        var bench = DeliveryBench()
        let now = bench.now
        let long = DeviceToken(String(repeating: "a", count: 70_000))
        for (old, new) in [
            (Self.other, DeliveryBench.token), (DeliveryBench.token, DeliveryBench.token), (DeliveryBench.token, long),
        ] {
            let isDone = bench.run { $0.rotate(old, to: new, at: now, into: &$1) }
            #expect(!isDone)
        }
        #expect(bench.life() == .active)
        #expect(bench.life(of: long) == nil)
    }

    @Test("a push stored for a token that died in the meantime is discarded on reconnect")
    func deadWhileStored() {
        var bench = DeliveryBench()
        bench.set(.offline)
        bench.tap()
        let now = bench.now
        bench.run { $0.rotate(DeliveryBench.token, to: Self.other, at: now, into: &$1) }
        _ = bench.words()
        bench.set(.online)
        #expect(bench.words() == ["log a: Discarded (token not active for topic)", "drop 1 tokenNotActive"])
    }

    @Test("uninstalling ends every token of the app, and every waiting or handled push")
    func uninstall() {
        var bench = DeliveryBench()
        let (app, now) = (bench.app, bench.now)
        bench.run { $0.register(app, Self.other, topic: "com.contoso.app.voip", at: now, into: &$1) }
        bench.finish(bench.tap("done"))
        bench.tap("running")
        bench.set(.lowPower)
        bench.tap("held")
        bench.set(.offline)
        bench.tap("stored")
        bench.tap("flying", Fate(delay: .seconds(1)))
        _ = bench.words()
        bench.uninstall()
        bench.advance(by: .seconds(1))
        #expect(
            bench.words() == [
                "log stored: Discarded (token not active for topic)", "drop 4 tokenNotActive", "drop 3 uninstalled",
                "log flying: Discarded (token not active for topic)", "drop 5 tokenNotActive",
            ])
        #expect(bench.life() == .unregistered(since: now))
        #expect(bench.life(of: Self.other) == .unregistered(since: now))
        #expect(bench.timers.isEmpty)
        let isDone = bench.run { $0.register(app, DeviceToken("12"), at: now, into: &$1) }
        #expect(!isDone)
    }

    @Test("installed again, the app has a new token, and a push to the old one does not reach it")
    func reinstall() {
        var bench = DeliveryBench()
        bench.tap("flying", Fate(delay: .hours(1)))
        bench.uninstall()
        bench.reinstall(token: Self.other)
        bench.advance(by: .hours(1))
        #expect(bench.words() == ["log flying: Discarded (token not active for topic)", "drop 1 tokenNotActive"])
        #expect(bench.life(of: Self.other) == .active)
    }

    @Test("a backup carries the old token to another device, from any position among the app's tokens")
    func moved() {
        for position in 0..<3 {
            var bench = DeliveryBench()
            let (app, now) = (bench.app, bench.now)
            let tokens = ["01", "02", "03"].map { DeviceToken($0) }
            let new = bench.run { machine, sink in
                for token in tokens { _ = machine.register(app, token, at: now, into: &sink) }
                let device = machine.addDevice(into: &sink)
                return machine.install(DeliveryBench.bundle, on: device, into: &sink)
            }
            bench.send(.tap("flying").with { $0.token = tokens[position] }, Fate(delay: .seconds(1)))
            bench.run { $0.register(new, tokens[position], at: now, into: &$1) }
            #expect(bench.life(of: tokens[position]) == .active)
            #expect(bench.owner(of: tokens[position]) == new)
            bench.advance(by: .seconds(1))
            #expect(bench.words().last == "drop 1 tokenNotActive", "it was for the other device")
            bench.uninstall()
            for (index, token) in tokens.enumerated() {
                let isMoved = index == position
                #expect(
                    bench.life(of: token)
                        == (isMoved ? .active : .unregistered(since: bench.now)))
            }
            #expect(bench.life() == .unregistered(since: bench.now))
        }
    }

    @Test("a token with an end expires: ExpiredToken, with the end as timestamp")
    func expiring() {
        var bench = DeliveryBench()
        let (app, end) = (bench.app, bench.now + .days(1))
        let now = bench.now
        bench.run { $0.register(app, Self.other, expiresAt: end, at: now, into: &$1) }
        bench.advance(to: end - .microseconds(1))
        #expect(bench.life(of: Self.other) == .active)
        bench.advance(to: end)
        #expect(bench.life(of: Self.other) == .expired(since: end))
        bench.send(.tap().with { $0.token = Self.other })
        #expect(bench.words().last == "drop 1 tokenNotActive")
        bench.uninstall()
        #expect(bench.life(of: Self.other) == .expired(since: end), "the first end stands")
    }

    @Test("a timestamp beyond all time concerns everything, one before it nothing")
    func extremes() {
        let now = Instant(microseconds: 0)
        #expect(TokenLife.gone(since: .max, concerns: now))
        #expect(!TokenLife.gone(since: .min, concerns: now))
        for microseconds: Int64 in [-1, -1_000] {
            let body = Refusal.expiredToken(since: Instant(microseconds: microseconds)).body
            #expect(String(decoding: body, as: UTF8.self) == #"{"reason":"ExpiredToken","timestamp":-1}"#)
        }
    }

    @Test("tokens are distinguished and read back, with any characters")
    func tokenTable() {
        var bench = DeliveryBench()
        let (app, now) = (bench.app, bench.now)
        var texts = ["", "a", "ab", "AB", "Ab", "zz", "0g", "g0", "ä", "00", "0000", "\u{ab}"]
        texts += (0..<500).map { String($0, radix: 16) }
        for text in texts { bench.run { $0.register(app, DeviceToken(text), at: now, into: &$1) } }
        for text in Set(texts) { #expect(bench.owner(of: DeviceToken(text)) == app, "\(text)") }
        let rows = bench.machine.everyRow.compactMap { change -> String? in
            guard case .registration(let row)? = bench.machine.row(after: change) else { return nil }
            return row.token.text
        }
        #expect(rows.count == Set(texts).count + 1)
        #expect(Set(rows) == Set(texts + [DeliveryBench.token.text]))
    }
}
