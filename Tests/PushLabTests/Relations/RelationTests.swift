import Basics
import FeedContract
import Testing

@testable import PushLab

@Suite("Relations between two runs of one plan")
struct RelationTests {
    static let (phone, tablet) = (
        Scenario.DeviceName(user: "alice", device: "phone"), Scenario.DeviceName(user: "alice", device: "tablet")
    )

    /// Two devices: one notification that both change, two at once of which one ends, and one that nobody looks at.
    static var plan: Scenario {
        var plan = Scenario(
            people: [Scenario.Person("alice", [.init("phone", .ios), .init("tablet", .android)])],
            expectations: [])
        func step(_ seconds: Int64, _ deed: Scenario.Deed) -> Scenario.Step { .init(at: .seconds(seconds), deed) }
        plan.steps = [
            step(5, .publish(.raw("good until 36000", id: "n1"), user: "alice")),
            step(60, .device(.act(.read, "n1"), Self.tablet)),
            step(70, .device(.act(.snooze, "n1"), Self.phone)),
            step(100, .publish(.raw("good until 36000", id: "n2", lifetime: .seconds(36_000)), user: "alice")),
            step(100, .publish(.raw("good until 36000", id: "n3"), user: "alice")),
            step(120, .device(.suspend, Self.tablet)),
            step(130, .publish(.raw("good until 36000", id: "n4"), user: "alice")),
            step(600, .device(.foreground, Self.tablet)),
        ]
        return plan
    }

    static func trial(_ plan: Scenario, _ mistake: CarelessApp.Mistake?) throws -> Trial {
        try Trial(plan) { () throws(LabFailure) in
            guard let mistake else { return Lab(seed: plan.seed ?? 1) }
            return Lab(seed: plan.seed ?? 1) { CarelessApp($0, mistake) }
        }
    }

    @Test("Only the last page of a long read is delayed, so that a push is still handled in time")
    func lag() {
        let lab = Lab(seed: 1)
        _ = lab.user("alice").device("phone")
        lab.world.weather.varying = Varying(PermutedDelivery())
        func lag(_ next: FeedPage.Next) -> Interval {
            let position = FeedPosition(epoch: 1, mark: 1)
            return lab.world.variedLag(
                .page(FeedPage(changes: [], next: next, position: position, isFull: true)), 0)
        }
        #expect(lag(.more(Cursor("11"))) == .zero)
        #expect(lag(.done(Cursor("11"))) > .zero)
    }

    @Test(
        "Each relation finds its mistake, and reports it in a sentence",
        arguments: [
            (
                .readAnew, .readStateOfFullReadsOnly, "differs",
                """
                in the end alice.phone shows n1 as snoozed; in a second run, in which every device reads everything \
                again at the end, it shows n1 as snoozed and read
                """
            ),
            (
                .pagesRepeated, .badgePerChange, "badge differs",
                """
                in the end the badge of alice.phone says 6; in a second run, in which every page reports its changes \
                twice, it says 12
                """
            ),
            (
                .tapsLost, .syncsWhenTappedOnly, "differs",
                """
                in the end alice.phone shows n2 as untouched; in a second run, in which every tap is lost and the \
                devices sync at the end, it does not show n2
                """
            ),
            (
                .tapsMixedUp, .badgePerTap, "badge differs",
                """
                in the end the badge of alice.phone says 6; in a second run, in which taps arrive twice, late and \
                out of \
                order, it says 9
                """
            ),
            (
                .deliveryPermuted, .lastHeardOnly, "differs",
                """
                in the end alice.phone does not show n3; in a second run, in which the same changes reach the \
                devices in another order, it shows n3 as untouched
                """
            ),
            (
                .clocksWrong, .expiresByOwnClock, "differs",
                """
                in the end alice.tablet shows n2 as untouched; in a second run, in which the devices' clocks are \
                wrong by up to a day, it does not show n2
                """
            ),
        ] as [(Relation, CarelessApp.Mistake, String, String)])
    func found(_ relation: Relation, _ mistake: CarelessApp.Mistake, _ kind: String, _ witness: String) throws {
        var witnesses: [String] = []
        for seed in 1...6 as ClosedRange<UInt64> {
            var plan = Self.plan
            (plan.seed, plan.relation) = (seed, relation)
            let trial = try Self.trial(plan, mistake)
            for violation in trial.violations where violation.property == relation.property {
                #expect(violation.kind == kind && !violation.steps.isEmpty && !violation.events.isEmpty)
                witnesses.append(violation.witness)
            }
            let count = try #require(trial.counts[relation.property])
            #expect(count.applicable == 1 && count.judged == 2 && count.atRisk > 0)
        }
        #expect(witnesses.contains(witness), "\(Set(witnesses))")
    }

    @Test("A badge below zero is a mistake like others")
    func lowBadge() throws {
        var plan = Self.plan
        plan.relation = .readAnew
        let trial = try Self.trial(plan, .badgeBelowAll)
        let witness = """
            in the end the badge of alice.phone says 0; in a second run, in which every device reads everything \
            again at the end, it says -2147483648
            """
        #expect(trial.violations.contains { $0.property == .p10 && $0.witness == witness })
    }

    @Test("Correct apps pass a second run", arguments: Relation.allCases, [CarelessApp.Mistake.none, nil])
    func clean(_ relation: Relation, _ app: CarelessApp.Mistake?) throws {
        var count = PropertyCount()
        for seed in 1...10 as ClosedRange<UInt64> {
            var plan = Self.plan
            plan.relation = relation
            plan.people.append(Scenario.Person("bob", [.init("desk", .windows)]))
            plan.steps.append(.init(at: .minutes(11), .random(.init(count: 5...40, over: .minutes(30)))))
            let trial = try Self.trial(plan.expanded(seed: seed), app)
            let broken = trial.violations.filter { $0.property == relation.property }
            #expect(broken.isEmpty, "seed \(seed): \(broken)")
            count += trial.counts[relation.property] ?? PropertyCount()
        }
        #expect(count.applicable == 10 && count.judged > 20 && count.atRisk > 10)
    }

    @Test("A second run without a comparison, or without a difference, counts as nothing")
    func counts() throws {
        var plan = Self.plan
        plan.relation = .tapsLost
        let whole = plan
        plan.steps = []
        #expect(try Self.trial(plan, nil).counts[.p20] == PropertyCount())
        // Nobody changes anything on two devices, and nothing ends: wrong clocks and another order endanger nothing.
        plan.steps = [whole.steps[0]]
        for relation in [Relation.deliveryPermuted, .clocksWrong] {
            plan.relation = relation
            let count = try #require(try Self.trial(plan, nil).counts[relation.property])
            #expect(count.judged == 2 && count.atRisk == 0)
        }
        plan.relation = nil
        #expect(try Self.trial(plan, nil).counts[.p20] == PropertyCount())
    }

    @Test("An app that does not settle only in the second run has broken the relation")
    func restless() throws {
        var plan = Self.plan
        plan.relation = .pagesRepeated
        let trial = try Trial(plan) { () throws(LabFailure) in Lab { RestlessApp(launch: $0) } }
        let violation = try #require(trial.violations.first { $0.property == .p11 })
        #expect(violation.kind == "not quiet")
        #expect(
            violation.witness.hasPrefix(
                "a second run, in which every page reports its changes twice, does not settle: the lab has not "
                    + "settled"))
    }

    @Test("An app that dies only in the second run has broken a promise, which shrinks with the relation")
    func dying() throws {
        var plan = Self.plan
        plan.relation = .pagesRepeated
        let trial = try Trial(plan) { () throws(LabFailure) in Lab { TouchyApp(launch: $0, isAlwaysTouchy: false) } }
        let violation = try #require(trial.violations.first { $0.property == .p36 })
        #expect(violation.kind == Violation.secondRun)
        #expect(
            violation.witness.hasPrefix(
                "in a second run, in which every page reports its changes twice: the app on alice."))
        #expect(violation.witness.hasSuffix(" crashed: told twice"))
        #expect(plan.without(whatSaysNothingOf: violation).relation == .pagesRepeated)
        plan.relation = nil
        let alone = try Trial(plan) { () throws(LabFailure) in Lab { TouchyApp(launch: $0, isAlwaysTouchy: false) } }
        #expect(alone.violations.isEmpty)
    }

    @Test("A violation of the first run is reported once")
    func dyingTwice() throws {
        var plan = Self.plan
        plan.relation = .pagesRepeated
        let trial = try Trial(plan) { () throws(LabFailure) in Lab { TouchyApp(launch: $0, isAlwaysTouchy: true) } }
        #expect(trial.violations.filter { $0.property == .p36 }.map(\.kind) == ["crash"], "\(trial.violations)")
    }

    @Test("It is not reported again because its sentence has another number")
    func numbered() throws {
        var plan = Self.plan
        plan.relation = .tapsMixedUp
        let trial = try Trial(plan) { () throws(LabFailure) in Lab { EagerApp(launch: $0) } }
        #expect(trial.violations.filter { $0.property == .p36 }.map(\.kind) == ["lab"], "\(trial.violations)")
    }

    /// Finishes each push twice.
    struct EagerApp: LabApp {
        private var app: ListApp

        init(launch: AppLaunch) { self.app = ListApp(launch) }

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            self.app.handle(event, &system)
            if case .push(let push) = event { for _ in 0..<2 { system.finish(push, .newData) } }
        }
    }

    /// Dies when a page tells it the same twice, or of any page that tells it something.
    struct TouchyApp: LabApp {
        private var app: ListApp
        private let isAlwaysTouchy: Bool

        init(launch: AppLaunch, isAlwaysTouchy: Bool) {
            self.app = ListApp(launch)
            self.isAlwaysTouchy = isAlwaysTouchy
        }

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            self.app.handle(event, &system)
            guard case .answer(_, .page(let page)) = event, !page.changes.isEmpty else { return }
            if self.isAlwaysTouchy || Set(page.changes).count < page.changes.count { system.crash("told twice") }
        }
    }

    /// Has a timer ring for ever once it is told the same twice.
    struct RestlessApp: LabApp {
        private var app: ListApp
        private var isUpset = false

        init(launch: AppLaunch) { self.app = ListApp(launch) }

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            if self.isUpset, case .timer = event {
                system.startTimer(after: .seconds(60))
                return
            }
            self.app.handle(event, &system)
            guard !self.isUpset, case .answer(_, .page(let page)) = event else { return }
            guard Set(page.changes).count < page.changes.count else { return }
            self.isUpset = true
            system.startTimer(after: .seconds(60))
        }
    }

    // MARK: Seeds

    @Test("One seed in four checks a relation, each of them equally often")
    func chosen() {
        var counts: [Relation: Int] = [:]
        for seed in 1...24_000 as ClosedRange<UInt64> {
            if let relation = Relation.chosen(by: seed) { counts[relation, default: 0] += 1 }
        }
        #expect(counts.count == Relation.allCases.count && counts.values.allSatisfy { 850...1_150 ~= $0 })
    }

    @Test("A seed's plan names the relation, a scenario may choose it, and neither changes the first run")
    func plans() throws {
        let seed = try #require((1...1_000 as ClosedRange<UInt64>).first { Relation.chosen(by: $0) == .tapsLost })
        var scenario = Self.plan
        #expect(scenario.expanded(seed: seed).relation == .tapsLost)
        #expect(scenario.expanded(seed: seed).expanded(seed: seed) == scenario.expanded(seed: seed))
        scenario.relation = .clocksWrong
        #expect(scenario.expanded(seed: seed).relation == .clocksWrong)
        let trials = try [nil, Relation.clocksWrong, .tapsLost].map { relation in
            scenario.relation = relation
            return try Self.trial(scenario, nil)
        }
        #expect(Set(trials.map(\.hash)).count == 1 && Set(trials.map(\.code)).count == 3)
        #expect(try Self.trial(scenario, nil).code == trials[2].code)
    }
}
