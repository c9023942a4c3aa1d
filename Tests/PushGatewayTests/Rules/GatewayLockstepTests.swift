import Basics
import PushGateway
import ReferenceModels
import TestSupport
import Testing

@Suite("The rules over rows compared with the whole machine")
struct GatewayLockstepTests {
    private static let seeds = Environment.number("SHOULDERTAP_ROWS_SEEDS") ?? 200
    private static let stepsPerRun = 80

    @Test("random runs with crashes: the same actions, rows and timers after each event")
    func lockstep() throws {
        let first = UInt64(Environment.number("SHOULDERTAP_ROWS_SEED") ?? 1)
        var (events, written, mostRead) = (0, 0, 0)
        for seed in first..<first + UInt64(Self.seeds) {
            let repeatLine = "SHOULDERTAP_ROWS_SEED=\(seed) SHOULDERTAP_ROWS_SEEDS=1 swift test --filter lockstep"
            var run = DeliveryRun(seed: seed, followed: true)
            for step in 0..<Self.stepsPerRun {
                run.step()
                try #require(run.bench.differences == [], "step \(step): \(repeatLine)")
            }
            try #require(run.end() == nil, "at the end: \(repeatLine)")
            let twin = try #require(run.bench.twin)
            #expect(twin.timers.isEmpty)
            (events, written) = (events + twin.events, written + twin.store.written)
            mostRead = max(mostRead, twin.store.mostRead)
        }
        #expect(events > Self.seeds * Self.stepsPerRun)
        // Two phones with two apps each: seldom are more than a handful of pushes under way.
        #expect(written < 2 * events)
        #expect(mostRead < 16)
    }

    @Test("a token that moves to another device, with pushes on their way to both")
    func movedToken() throws {
        var bench = DeliveryBench()
        bench.follow()
        bench.happen(.addDevice(DeviceNumber(1)))
        bench.happen(.install(DeliveryBench.bundle, on: DeviceNumber(1), as: AppNumber(1), .all))
        bench.happen(.link(DeviceNumber(0), .offline, redelivery: .ideal, copies: bench.machine.nextNumber))
        bench.happen(.accept(.tap("stored"), as: bench.machine.nextNumber, .ideal))
        bench.happen(.accept(.tap("flying"), as: bench.machine.nextNumber, Fate(delay: .minutes(1))))
        bench.happen(.register(AppNumber(1), DeliveryBench.token, as: TokenNumber(1)))
        bench.happen(.accept(.tap("moved"), as: bench.machine.nextNumber, .ideal))
        bench.advance(by: .minutes(2))
        bench.happen(.uninstall(AppNumber(0), answerLag: .hours(1)))
        bench.happen(.link(DeviceNumber(0), .online, redelivery: .ideal, copies: bench.machine.nextNumber))
        bench.happen(.rotate(DeliveryBench.token, to: DeviceToken("0b"), as: TokenNumber(1), .none))
        bench.happen(.uninstall(AppNumber(1), answerLag: .hours(1)))
        #expect(bench.differences == [])
        #expect(bench.words().contains("wake moved"))
    }

    @Test("one burst for all apps of a device, joined, replaced and released")
    func burst() throws {
        var bench = DeliveryBench()
        bench.follow()
        let window = Fate(groupingWindow: .minutes(10))
        for app in UInt32(1)..<4 {
            bench.happen(.install("app \(app)", on: bench.phone, as: AppNumber(app), .all))
            bench.happen(.register(AppNumber(app), DeviceToken("0\(app)"), as: TokenNumber(app)))
        }
        for token in [DeviceToken("01"), DeviceToken("02"), DeliveryBench.token, DeviceToken("02"), DeviceToken("03")] {
            let push = AcceptedPush.tap(token.text).with { $0.token = token }
            bench.happen(.accept(push, as: bench.machine.nextNumber, token.text == "03" ? .ideal : window))
            bench.advance(by: .minutes(1))
        }
        #expect(bench.timers.count == 3)
        #expect(Set(bench.timers.map(\.at)).count == 1)
        bench.advance(by: .hours(1))
        #expect(bench.differences == [])
        #expect(bench.words().filter { $0.hasPrefix("wake") }.count == 4)
    }

    @Test("a held push whose timer is older than the reason that holds it now")
    func staleTimer() throws {
        var bench = DeliveryBench(rules: DeliveryRules(wakeBudget: WakeBudget(perHour: 1, burst: 1)))
        bench.follow()
        for id in ["woken", "held"] {
            bench.happen(.accept(.tap(id).with { $0.expiration = .once }, as: bench.machine.nextNumber, .ideal))
        }
        bench.happen(.finished(bench.app, PushNumber(1), .newData))
        bench.happen(.restart(bench.phone))
        bench.advance(by: .hours(2))
        #expect(bench.timers.isEmpty)
        bench.happen(.ended(bench.app))
        bench.happen(.lock(bench.phone, .unlocked))
        #expect(bench.differences == [])
        #expect(bench.words().contains("wake held"))
    }
}
