import Basics
import LabScenario
import PushLab

/// The reason why a verb refuses a saved plan: with another app, server or test, the plan would have another result.
struct PlanRefusal {
    /// The exit status. It is `usage` if options can make the plan run, and `badData` if only the Swift test can
    /// reproduce the plan.
    let status: ExitStatus
    /// The message: a sentence with the reason, and the command that reproduces the plan.
    let words: String

    /// Checks whether a plan can be run with these options. Returns nil if it can.
    ///
    /// - Parameter verb: The name of the verb that runs it.
    init?(_ plan: Scenario, from file: RawText, with lab: LabWords, verb: String) {
        guard let needs = plan.needs else { return nil }
        let missing = needs.ofTest.filter { part in
            switch part {
            case .app: !lab.isAppNamed
            case .backend: lab.backend == nil
            case .steps, .expectations: true
            }
        }
        if let test = needs.test, !missing.isEmpty {
            let line = Self.line(of: test, seed: plan.seed)
            let options = missing.compactMap(\.option)
            let isOnlyOptions = options.count == missing.count
            let others = isOnlyOptions ? ", or give \(Spelling.list(options, "and"))" : ""
            self.status = isOnlyOptions ? .usage : .badData
            let parts = Spelling.list(missing.map(\.words), "and")
            self.words = "the plan needs \(parts) of the Swift test '\(test)'; run: \(line)\(others)"
            return
        }
        let lacksApp = needs.app.map { !lab.isAppNamed && $0 != lab.app.name } ?? false
        let lacksBackend = needs.backend != nil && lab.backend == nil
        guard lacksApp || lacksBackend else { return nil }
        var full = lab
        if lacksApp, let app = needs.app { full.app = .program(app) }
        if lacksBackend { full.backend = needs.backend }
        let words = ["shouldertap \(verb)", ShellWord.file(file == "-" ? "-" : file.text)] + full.setting
        let parts = (lacksApp ? ["its app"] : []) + (lacksBackend ? ["its server"] : [])
        self.status = .usage
        self.words = "the plan needs \(Spelling.list(parts, "and")); run: \(words.joined(separator: " "))"
    }

    /// Returns the command that runs a test again.
    private static func line(of test: String, seed: UInt64?) -> String {
        "SHOULDERTAP_SEED=\(seed ?? 1) swift test --filter \(ShellWord.plain(test))"
    }
}

extension Scenario.Needs.Part {
    fileprivate var words: String {
        switch self {
        case .app: "the app"
        case .backend: "the server"
        case .steps: "all operations"
        case .expectations: "the expectations"
        }
    }

    /// The option that provides this part of a run. Nil if no option can provide it.
    fileprivate var option: String? {
        switch self {
        case .app: "--app"
        case .backend: "--backend"
        case .steps, .expectations: nil
        }
    }
}

extension Scenario.Needs {
    /// The app, the server or the test that the plan needs, as text for a list of scenarios.
    var listed: String {
        let parts =
            (self.app == nil ? [] : ["its app"]) + (self.backend == nil ? [] : ["its server"])
            + (self.test.map { ["the test \($0)"] } ?? [])
        return "needs \(Spelling.list(parts, "and"))"
    }
}
