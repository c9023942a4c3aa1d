import Basics
import Foundation
import LabScenario
import PushGateway
import TestSupport
import Testing

@testable import PushLab
@testable import PushLabTesting

@Suite("The plan of a test")
struct JournalTests {
    /// Something of everything.
    static func test(_ lab: Lab) throws {
        let (alice, bob) = (lab.user("alice"), lab.user("bob"))
        let (phone, desk) = (alice.device("phone"), alice.device("desk", on: .windows))
        let tablet = bob.device("tablet", on: .android)
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(30))
        phone.suspend()
        desk.goOffline()
        try lab.publish(.visual("rent", id: "b1", lifetime: .seconds(9_000)), to: bob)
        tablet.loseTaps(2)
        try lab.advance(by: .seconds(400))
        desk.goOnline()
        try lab.settle()
        try phone.dismiss("n1")
        try lab.advance(by: .seconds(2_000))
        tablet.refuseConnections(2, because: .timedOut)
        phone.reinstall()
        tablet.signIn(with: .work)
        try lab.settle()
        tablet.delayTap(by: .seconds(9))
        try lab.publish(.raw("tea?", id: "n2"), to: alice)
        try lab.advance(by: .seconds(60))
        try lab.settle()
    }

    /// The history of the test itself, and that of the plan that was written meanwhile.
    static func histories(_ storm: Storm, _ seed: UInt64) throws -> (own: [HistoryEvent], plan: [HistoryEvent]) {
        let lab = Lab(seed: seed, network: storm.network)
        if let size = storm.pageSize { lab.setPageSize(size) }
        lab.journal = Journal(storm, seed: seed, host: "contoso.com")
        try Self.test(lab)
        let plan = try #require(lab.journal?.plan)
        let repeated = Lab(seed: seed)
        var run = ScenarioRun(plan, in: repeated)
        try run.run()
        return (lab.view.events, repeated.view.events)
    }

    @Test(
        "A plan repeats the operations of a test and the faults of its devices, event by event",
        arguments: 1...40 as ClosedRange<UInt64>)
    func repetition(seed: UInt64) throws {
        let (own, plan) = try Self.histories(Storm(seed: seed), seed)
        #expect(own.count > 40 && plan.count > own.count)
        let first = zip(own, plan).enumerated().first { $1.0 != $1.1 }
        #expect(first == nil, "event \(first?.offset ?? 0)")
    }

    @Test("It is read from its file as it was written", arguments: 1...20 as ClosedRange<UInt64>)
    func file(seed: UInt64) throws {
        let trial = try StormTrial(Storm(seed: seed), seed: seed, { Lab(seed: $0) }, Self.test)
        guard case .scenario(let read) = ScenarioReading(Array(trial.plan.yaml.utf8)) else {
            Issue.record("a plan that nobody reads:\n\(trial.plan.yaml)")
            return
        }
        #expect(read.steps == trial.plan.steps && read.people == trial.plan.people)
    }

    @Test("A fault of a device ends by itself, before the lab settles, and does not contradict the test")
    func endings() throws {
        var storm = Storm()
        func cutOff(at time: Interval, for length: Interval) -> Storm.Mishap {
            Storm.Mishap(time: time, lot: 0, deed: .offline(nil), length: length, dice: 500_000)
        }
        storm.mishaps = [cutOff(at: .seconds(10), for: .seconds(60))]
        func steps(_ test: (Lab, LabDevice) throws -> Void) throws -> [String] {
            let trial = try StormTrial(storm, seed: 1, { Lab(seed: $0) }) { lab in
                try test(lab, lab.user("alice").device("phone"))
            }
            return trial.plan.yaml.split(separator: "\n").filter { $0.contains("line:") }.map {
                String($0.prefix { $0 != "," }.dropFirst(4)) + ($0.contains("offline") ? " offline" : " online")
            }
        }
        #expect(
            try steps { lab, _ in try lab.advance(by: .seconds(100)) } == ["{at: 10s offline", "{at: 70s online"])
        #expect(
            try steps { lab, _ in
                try lab.advance(by: .seconds(20))
                try lab.settle()
                try lab.advance(by: .seconds(100))
            } == ["{at: 10s offline", "{at: 20s online"])
        let own = try steps { lab, phone in
            try lab.advance(by: .seconds(20))
            phone.goOffline()
            try lab.advance(by: .seconds(100))
        }
        #expect(own == ["{at: 10s offline", "{at: 20s offline"])
    }

    @Test("Time does not pass for a storm while the lab settles")
    func pause() throws {
        var storm = Storm()
        storm.mishaps = [Storm.Mishap(time: .seconds(10), lot: 0, deed: .crash, length: nil, dice: 500_000)]
        let trial = try StormTrial(storm, seed: 1, { Lab(seed: $0) }) { lab in
            let phone = lab.user("alice").device("phone")
            try lab.advance(by: .seconds(4))
            try lab.settle()
            try lab.advance(by: .seconds(5))
            #expect(lab.trace.allSatisfy { !$0.contains("crash") })
            phone.suspend()
            try lab.advance(by: .seconds(2))
        }
        #expect(trial.plan.steps.map(\.deed).contains { if case .device(.crash, _) = $0 { true } else { false } })
    }

    @Test("An incomplete plan says so, and a name that no file accepts prevents a plan")
    func gaps() throws {
        let trial = try StormTrial(Storm(), seed: 1, { Lab(seed: $0) }) { lab in
            _ = lab.user("alice").device("phone")
            try lab.settle()
            lab.network = LabNetwork()
        }
        #expect(trial.gap == "the test changed the network during the run")
        let failure = try #require(throws: ExplorationFailed.self) {
            try Lab.explore(seeds: 1, keepingIn: "nowhere") { lab in
                _ = lab.user("Alice B.").device("phone")
                try lab.expect(false)
            }
        }
        let words = "cannot save the plan: 'Alice B.' cannot name a scenario file"
        #expect(failure.plan == nil && failure.description.contains(words))
    }

    @Test("A plan needs the app of the test, or its expectations")
    func needs() throws {
        func needs(of app: ((AppLaunch) -> any LabApp)?) throws -> Scenario.Needs? {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shoulder-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let failure = try #require(throws: ExplorationFailed.self) {
                try Lab.explore(seeds: 60, app: app, keepingIn: folder.path, function: "lunch(_:)") { lab in
                    let phone = lab.user("alice").device("phone")
                    try lab.publish(.raw("lunch?", id: "n1"), to: lab.user("alice"))
                    try lab.settle()
                    if app == nil { try lab.expect(!phone.shows("n1")) }
                }
            }
            let plan = try Data(contentsOf: URL(fileURLWithPath: try #require(failure.plan)))
            guard case .scenario(let scenario) = ScenarioReading(Array(plan)) else { return nil }
            return scenario.needs
        }
        #expect(
            try needs { _ in ReferenceApp(appId: "com.contoso.app", traps: [.s2]) }
                == Scenario.Needs(test: "lunch", for: [.app]))
        #expect(try needs(of: nil) == Scenario.Needs(test: "lunch", for: [.expectations]))
    }

    @Test("The plan is kept in the given folder, and a failure to keep it is reported")
    func keeping() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shouldertap-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bugs = "\(folder.path)/a/b"
        func fail(_ bugs: String) throws -> ExplorationFailed {
            try #require(throws: ExplorationFailed.self) {
                try Lab.explore(seeds: 1, keepingIn: bugs, function: "never(_:)") { lab in
                    _ = lab.user("alice").device("phone")
                    try lab.settle()
                    try lab.expect(false)
                }
            }
        }
        let failure = try fail(bugs)
        #expect(failure.plan == "\(bugs)/never-1-expect-missed/min.yaml")
        #expect(
            failure.description.contains("min.yaml    # to read, not to run: only the test has the expectations\n"))
        let plan = try Data(contentsOf: folder.appendingPathComponent("a/b/never-1-expect-missed/min.yaml"))
        guard case .scenario(let scenario) = ScenarioReading(Array(plan)) else {
            Issue.record("nobody can read it")
            return
        }
        #expect(scenario.needs == Scenario.Needs(test: "never", for: [.expectations]))
        let setting = try Data(contentsOf: folder.appendingPathComponent("a/b/never-1-expect-missed/setting"))
        #expect(String(decoding: setting, as: UTF8.self) == "test: never\n")
        try Data().write(to: folder.appendingPathComponent("file"))
        #expect(try fail("\(folder.path)/file").description.contains("cannot save the plan: cannot create"))
    }
}
