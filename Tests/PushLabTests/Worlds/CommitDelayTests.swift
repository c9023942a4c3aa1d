import Basics
import Testing

@testable import PushLab

@Suite("A slow store")
struct CommitDelayTests {
    /// Publishes a notification and dismisses it, while the service dies in the middle of each commit.
    private static func scenario(_ commit: Interval?) -> Scenario {
        var scenario = ScenarioRunTests.scenario([
            ScenarioRunTests.publish("n1", at: .seconds(5)),
            Scenario.Step(at: .seconds(6), .killService(for: .seconds(10))),
            Scenario.Step(at: .minutes(1), .device(.act(.dismiss, "n1"), ScenarioRunTests.phone)),
            Scenario.Step(at: .seconds(61), .killService(for: .seconds(10))),
        ])
        scenario.commit = commit.map { .even($0...$0) }
        return scenario
    }

    private static func run(_ scenario: Scenario, seed: UInt64) throws -> (lab: Lab, run: ScenarioRun) {
        let lab = Lab(seed: seed)
        var run = ScenarioRun(scenario, in: lab)
        try run.run()
        return (lab, run)
    }

    @Test("a service that dies while the store commits loses no acknowledged change", arguments: 1...UInt64(20))
    func killed(seed: UInt64) throws {
        let (lab, run) = try Self.run(Self.scenario(.seconds(2)), seed: seed)
        #expect(run.violations.isEmpty && run.misses.isEmpty, "\(run.violations) \(run.misses)")
        let events = lab.view.events
        let commits = events.filter { $0.kind == .committed && $0.change == .new }
        // Asked again under the same name, it is stored once, whether or not the store had written it.
        #expect(commits.count == 3, "the notification and a probe for each user")
        #expect(lab.world.service.openCommits.isEmpty && lab.world.service.flights.count == 0)
    }

    @Test("the store wrote the request before some of the deaths, and not before others")
    func bothWays() throws {
        var written: [Bool] = []
        for seed in 1...UInt64(20) {
            let kinds = try Self.run(Self.scenario(.seconds(2)), seed: seed).lab.view.events.map(\.kind)
            let death = try #require(kinds.firstIndex(of: .serverDied))
            written.append(kinds[..<death].contains(.committed))
        }
        #expect(written.contains(true) && written.contains(false), "\(written)")
    }

    @Test("nothing is tapped or answered before the commit")
    func order() throws {
        var scenario = Self.scenario(.seconds(2))
        scenario.steps = [scenario.steps[0]]
        let (lab, _) = try Self.run(scenario, seed: 1)
        let events = lab.view.events
        let asked = try #require(events.firstIndex { $0.kind == .publishAsked })
        let rest = events[asked...]
        let commit = try #require(rest.firstIndex { $0.kind == .committed })
        let answer = try #require(rest.firstIndex { $0.kind == .publishAnswered })
        let tap = try #require(rest.firstIndex { $0.kind == .tapSent })
        #expect(commit < answer && commit < tap)
        #expect(rest[commit].moment >= rest[asked].moment + .seconds(2))
    }

    @Test("a store without a delay adds nothing to the history")
    func promptly() throws {
        let events = try Self.run(Self.scenario(nil), seed: 1).lab.view.events
        #expect(!events.contains { $0.kind == .storeAnswered })
    }

    @Test("the answer of the store shows which of two open requests the service carries out")
    func interleaved() throws {
        var history = JudgedHistory()
        let phone = JudgedHistory.phone
        func arrival(_ ticket: UInt64) -> HistoryEvent.Fact {
            .requestArrived(
                .fetch, RequestWishes(), RequestStanding(isSigned: true), ticket: ticket, edition: nil)
        }
        history.add(arrival(1), .service, party: phone)
        let first = history.time
        history.add(arrival(2), .service, party: phone)
        history.add(.storeAnswered, .service, party: phone, first: 1, second: first)
        var file = CaseFile(history.view)
        for (index, event) in history.view.events.enumerated() {
            file.turn(to: event, at: index)
            file.take(event, at: index)
        }
        #expect(file.request?.ticket == 1 && file.isStoreSlow)
        history.add(.answered, .service, party: phone, detail: 200, first: 1)
        history.add(.storeAnswered, .service)
        file.update(history.view)
        for (index, event) in history.view.events.enumerated().dropFirst(3) {
            file.turn(to: event, at: index)
            file.take(event, at: index)
        }
        #expect(file.request == nil, "a sweep is nobody's request")
    }

    @Test("a registration that was written and never answered undoes a sign-out", arguments: [true, false])
    func writtenRegistration(isWritten: Bool) {
        var history = JudgedHistory()
        history.ask(.unregister, generation: 7)
        history.add(
            .requestArrived, .service, "address", party: JudgedHistory.phone, detail: RequestKind.register.rawValue,
            first: 99, second: 8)
        let asked = history.time
        if isWritten {
            history.add(.storeAnswered, .service, party: JudgedHistory.phone, first: 99, second: asked)
        }
        history.add(.serverDied, .service)
        history.add(.serverStarted, .service)
        history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: history.time)
        #expect(history.mistakes.contains("P32 still tapped") == !isWritten)
    }

    @Test("an address that died while its registration was being written is owed no tap", arguments: [true, false])
    func diedMeanwhile(isDead: Bool) {
        var history = JudgedHistory()
        history.ask(.register, about: "address", generation: 5) {
            let death = isDead ? $0.time : 1
            $0.add(.tapRefused, JudgedHistory.phone, "address", detail: 410, first: death, second: 1)
        }
        history.commit("n", .new, version: 1, generation: 1)
        history.settle()
        #expect(history.mistakes.contains("P19 left out") == !isDead)
    }
}
