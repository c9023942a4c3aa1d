import Basics
import Testing

@testable import PushLab

@Suite("Measures, and the meaning of soon")
struct GaugeTests {
    /// A tablet that sleeps, two notifications, of which the tablet is tapped for each.
    static var plan: Scenario {
        var plan = RelationTests.plan
        plan.steps = [
            .init(at: .seconds(5), .device(.suspend, RelationTests.tablet)),
            .init(at: .minutes(10), .publish(.raw("x", id: "n1"), user: "alice")),
            .init(at: .minutes(20), .publish(.raw("x", id: "n2"), user: "alice")),
            // Nobody looks before it has arrived.
            .init(at: .minutes(30), .device(.foreground, RelationTests.phone)),
        ]
        return plan
    }

    static func trial(_ plan: Scenario, _ app: ((AppLaunch) -> any LabApp)? = nil) throws -> Trial {
        try Trial(plan) { () throws(LabFailure) in Lab(seed: 1, app: app) }
    }

    @Test("Taps, reads, callbacks, wakes and bytes are counted as they can be observed")
    func measures() throws {
        var plan = Self.plan
        plan.network.tapping = .within(.milliseconds(500)...(.milliseconds(500)))
        plan.network.crossing = .within(.milliseconds(50)...(.milliseconds(50)))
        let measures = try Self.trial(plan).measures
        // Two publications and the probe, each for two devices; the probe finds both asleep.
        #expect(measures[.tapToCallback].count == 6 && measures[.commitToCallback].count == 6)
        #expect(measures[.fetchesPerTap].count == 6 && measures[.fetchesPerTap].largest == 1)
        #expect(measures[.wakes].count == 2 && measures[.wakes].smallest == 1 && measures[.wakes].largest == 3)
        // A tap takes half a second and the read that it leads to a tenth.
        #expect(measures[.tapToCallback].smallest == 600_000 && measures[.tapToCallback].largest <= 800_000)
        #expect(measures[.commitToCallback].smallest >= 601_000 && measures[.commitToCallback].largest <= 808_000)
        #expect(measures[.bytes].count == 0)
        plan.thresholds = [try #require(Threshold("max<100", of: .bytes))]
        let counted = try Self.trial(plan).measures[.bytes]
        #expect(counted.count == 2 && counted.smallest > 1_000)
    }

    /// Says at once that it has handled a push, and reads after some time.
    struct LateApp: LabApp {
        private var app: ListApp
        private let delay: Duration
        private var timer: Int?

        init(_ launch: AppLaunch, _ delay: Duration) {
            self.app = ListApp(launch)
            self.delay = delay
        }

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            switch event {
            case .push(let push) where push.tap != nil:
                system.finish(push, .newData)
                self.timer = system.startTimer(after: self.delay)
            case .timer(self.timer): self.app.handle(.foreground, &system)
            default: self.app.handle(event, &system)
            }
        }
    }

    @Test("Two minutes after a tap without any fault are too late", arguments: [(100, false), (150, true)])
    func bound(_ seconds: Int64, _ isStale: Bool) throws {
        var plan = Self.plan
        plan.steps.removeFirst()
        let trial = try Self.trial(plan) { LateApp($0, .seconds(seconds)) }
        let stale = trial.violations.filter { $0.property == .p30 }
        #expect(stale.map(\.kind) == (isStale ? ["stale"] : []) && trial.counts[.p30]?.judged ?? 0 >= 4)
        let witness = " got a tap for n1 and was able to read, but 02:30."
        #expect(stale.allSatisfy { $0.witness.contains(witness) }, "\(stale)")
    }

    @Test("A device with faults or a slow network may be late")
    func disturbed() throws {
        var plan = Self.plan
        plan.steps = [
            .init(at: .seconds(5), .publish(.raw("x", id: "n1"), user: "alice")),
            .init(at: .seconds(15), .device(.offline(nil), RelationTests.phone)),
            .init(at: .seconds(15), .device(.offline(nil), RelationTests.tablet)),
        ]
        #expect(try Self.trial(plan) { LateApp($0, .seconds(150)) }.violations.allSatisfy { $0.property != .p30 })
        var slow = Self.plan
        slow.network.tapping = .within(.minutes(3)...(.minutes(3)))
        let count = try #require(try Self.trial(slow).counts[.p30])
        #expect(count == PropertyCount())
    }
}

extension Duration {
    fileprivate static func minutes(_ count: Int64) -> Duration { .seconds(60 * count) }
}
