import Basics
import Testing

@testable import PushLab
@testable import PushLabTesting

/// The test of the documentation.
private func lunch(_ lab: Lab) throws {
    let alice = lab.user("alice")
    let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
    try lab.publish(.raw("lunch?", id: "n1"), to: alice)
    try lab.advance(by: .seconds(5))
    try lab.settle()
    try phone.dismiss("n1")
    try lab.settle()
    try lab.expect(!tablet.shows("n1"), "the tablet not to show n1")
}

private func app(_ trap: Trap) -> () -> any LabApp { { ReferenceApp(appId: "com.contoso.app", traps: [trap]) } }

@Suite("Exploring with a Swift test")
struct ExploreTests {
    @Test("A correct app survives every schedule")
    func right() throws { try Lab.explore(seeds: 60, keepingIn: nil, lunch) }

    @Test(
        "An app with a known mistake does not, and the promise that it breaks is reported",
        arguments: [Trap.t2, .t14, .s1, .s2, .s6])
    func wrong(trap: Trap) throws {
        let failure = try #require(throws: ExplorationFailed.self) {
            try Lab.explore(seeds: 60, app: app(trap), keepingIn: nil, lunch)
        }
        #expect(failure.property.hasPrefix("P") && !failure.witness.isEmpty && failure.plan == nil)
        #expect(failure.description.hasPrefix(failure.property))
        #expect(failure.description.contains("reproduce: SHOULDERTAP_SEED=\(failure.seed) swift test --filter wrong"))
    }

    @Test("A missed expectation is reported with the steps that led to it, without irrelevant faults")
    func expectation() throws {
        // The macro is the line of all that is in it.
        let line = #line + 1
        let failure = try #require(throws: ExplorationFailed.self) {
            try Lab.explore(seeds: 3, keepingIn: nil) { lab in
                let phone = lab.user("alice").device("phone")
                try lab.advance(by: .seconds(600))
                phone.forceQuit()
                try lab.publish(.raw("lunch?", id: "n1"), to: lab.user("alice"))
                try lab.settle()
                try lab.expect(phone.shows("n1"), "the phone to show n1")
            }
        }
        #expect(failure.seed == 1 && failure.property == "expect")
        #expect(failure.fileID == "PushLabTestingTests/ExploreTests.swift" && failure.line == line)
        let told = failure.description.split(separator: "\n").map(String.init)
        #expect(
            told.prefix(8) == [
                "the scenario's own expectation: expected the phone to show n1",
                "  at PushLabTestingTests/ExploreTests.swift:\(line)",
                "  1  10:00.000  the app on alice.phone is swiped away", "  2  10:00.000  publish n1 to alice",
                "  3  10:00.000  everything settles", "in expectation, seed 1",
                "reproduce: SHOULDERTAP_SEED=1 swift test --filter expectation", "the last events of phone:",
            ])
        #expect(told.dropFirst(8).allSatisfy { $0.contains("  alice.phone  ") } && told.count > 9)
        #expect(told.dropFirst(8).contains { $0.hasSuffix("app is ended by its user") })
        #expect(told.dropFirst(8).map { String($0.dropFirst(2)) } == failure.lastEvents)
    }

    @Test("A broken promise names the call of explore, and ends with the last events of the devices that show it")
    func promise() throws {
        let line = #line + 1
        let failure = try #require(throws: ExplorationFailed.self) {
            try Lab.explore(seeds: 60, app: app(.t2), keepingIn: nil, lunch)
        }
        #expect(failure.fileID == "PushLabTestingTests/ExploreTests.swift" && failure.line == line)
        let told = failure.description.split(separator: "\n")
        #expect(told[1] == "  at PushLabTestingTests/ExploreTests.swift:\(line)")
        let heading = try #require(told.firstIndex { $0.hasPrefix("the last events of ") })
        #expect(told[(heading + 1)...].map { String($0.dropFirst(2)) } == failure.lastEvents)
        #expect(!failure.lastEvents.isEmpty && told[heading - 1].hasPrefix("reproduce: "))
    }

    /// What it expects holds where no tap is lost.
    private static func waiting(_ lab: Lab) throws {
        let phone = lab.user("alice").device("phone")
        try lab.settle()
        phone.suspend()
        try lab.publish(.raw("lunch?", id: "n1"), to: lab.user("alice"))
        try lab.advance(by: .seconds(3_600))
        try lab.expect(phone.shows("n1"), "the phone to show n1")
    }

    @Test("Only an expectation that fails with lost taps has lost taps in its plan")
    func storm() throws {
        let failure = try #require(throws: ExplorationFailed.self) {
            try Lab.explore(seeds: 60, keepingIn: nil, Self.waiting)
        }
        #expect(failure.witness == "expected the phone to show n1")
        // A storm in which the same test expects something else in vain is no calmer one.
        let exploration = StormExploration({ Lab(seed: $0) }) { lab in
            try Self.waiting(lab)
            try lab.expect(false, "what never is")
        }
        guard case .found(let finding) = try exploration.run([failure.seed]) else {
            Issue.record("seed \(failure.seed) finds nothing")
            return
        }
        #expect(finding.violation.witness == failure.witness)
    }

    @Test("An error of the test itself fails the seed")
    func thrown() throws {
        struct Sorry: Error, CustomStringConvertible { let description = "sorry" }
        let failure = try #require(throws: ExplorationFailed.self) {
            try Lab.explore(seeds: 2, keepingIn: nil) { _ in throw Sorry() }
        }
        #expect(failure.witness == "sorry" && failure.seed == 1)
    }

    @Test("An app or test with other time or randomness is reported")
    func wavering() throws {
        var count = 0
        let failure = try #require(throws: Wavering.self) {
            try Lab.explore(seeds: 2, keepingIn: nil) { lab in
                count += 1
                try lab.advance(by: .seconds(Int64(count)))
                _ = lab.user("alice").device("phone")
                try lab.settle()
            }
        }
        #expect(failure.description.contains("seed 1 gave two histories"))
    }

    @Test("The environment chooses one seed, in any spelling, and anything else is refused")
    func environment() throws {
        #expect(try ChosenSeeds.range(of: 5, environment: nil) == 1...5)
        #expect(try ChosenSeeds.range(of: 5, environment: "17") == 17...17)
        #expect(try ChosenSeeds.range(of: 5, environment: "0x11") == 17...17)
        for word in ["", "seventeen", "-1"] {
            #expect(throws: SeedRefusal.self) { try ChosenSeeds.range(of: 5, environment: word) }
        }
        #expect(throws: SeedRefusal.self) { try ChosenSeeds.range(of: 0, environment: nil) }
    }
}
