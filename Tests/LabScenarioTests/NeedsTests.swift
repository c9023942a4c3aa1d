import PushLab
import Testing

@testable import LabScenario

@Suite("The needs of a plan besides the lab")
struct NeedsTests {
    static func read(_ needs: String) throws -> Scenario {
        try Texts.read(Texts.scenario("  - crash: phone", "needs: {\(needs)}"))
    }

    @Test("An app, a server and the parts of a test are read, written and read again")
    func roundTrip() throws {
        #expect(try Self.read("app: notes").needs == Scenario.Needs(app: "notes"))
        let both = Scenario.Needs(app: "python3 \"my\" app.py: 'x'", backend: "exec node a.mjs")
        var scenario = try Self.read("app: notes")
        for needs in [both, Scenario.Needs(test: "lunch", for: Scenario.Needs.Part.allCases), nil] {
            scenario.needs = needs
            #expect(try Texts.read(scenario.yaml) == scenario)
        }
        #expect(!scenario.yaml.contains("needs"))
    }

    @Test("It changes nothing else in a plan")
    func expanded() throws {
        let scenario = try Texts.read(Texts.scenario("  - random: {operations: 9}", "needs: {app: notes}"))
        var without = scenario
        without.needs = nil
        var plan = without.expanded(seed: 3)
        plan.needs = scenario.needs
        #expect(scenario.expanded(seed: 3) == plan)
    }

    @Test(
        "Empty or incomplete needs are refused",
        arguments: [
            ("", "'needs' is empty; name an app, a backend or a test, or remove the key"),
            ("test: lunch", "'test' needs 'of_test'; list the parts that only the test has, such as [app]"),
            ("of_test: [app]", "'of_test' needs 'test'; give the name of the test"),
            ("test: lunch, of_test: []", "'of_test' is empty; name a part of the test"),
            ("test: lunch, of_test: ~", "'of_test' is empty; name a part of the test"),
            ("app: \"\"", "'app' is empty; give a name"),
            ("app: [a]", "'app' must be text; it is a list"),
            ("test: lunch, of_test: [ap]", "unknown part of a test 'ap': did you mean 'app'?"),
            ("apps: notes", "unknown key 'apps' in 'needs': did you mean 'app'?"),
        ])
    func refused(_ needs: String, _ message: String) {
        let text = Array(Texts.scenario("  - crash: phone", "needs: {\(needs)}").utf8)
        #expect(RefusalTests.faults(text).map { $0.split(separator: " ", maxSplits: 1)[1] }.contains { $0 == message })
    }
}
