extension Scenario {
    /// The programs that a kept plan needs. Without them, the plan has a different result.
    package struct Needs: Hashable, Sendable {
        /// A part of a run that only the Swift test has. The raw value is the word for the part in scenario files.
        package enum Part: String, Sendable, CaseIterable {
            /// The app that the test makes.
            case app
            /// The server that the test makes.
            case backend
            /// An operation of the test that no step can express.
            case steps
            /// The expectations of the test.
            case expectations
        }

        /// The app under test, as `--app` names it; nil when the reference app is enough, or when a test makes the app.
        package var app: String?
        /// The server under test, as `--backend` names it.
        package var backend: String?
        /// The name of the test that found the plan, as `swift test --filter` takes it.
        package var test: String?
        /// The parts that only that test has.
        package var ofTest: [Part] = []

        package init(app: String? = nil, backend: String? = nil) {
            self.app = app
            self.backend = backend
        }

        package init(test: String, for parts: [Part]) {
            self.test = test
            self.ofTest = parts
        }

        package var isEmpty: Bool { self == Needs() }
    }

    /// The line of a scenario file that lists what the plan needs.
    var needsLine: String? {
        guard let needs, !needs.isEmpty else { return nil }
        var entries: [String] = []
        if let app = needs.app { entries.append("app: \(YAMLText.of(app))") }
        if let backend = needs.backend { entries.append("backend: \(YAMLText.of(backend))") }
        if let test = needs.test { entries.append("test: \(YAMLText.of(test))") }
        if !needs.ofTest.isEmpty {
            entries.append("of_test: [\(needs.ofTest.map(\.rawValue).joined(separator: ", "))]")
        }
        return "needs: {\(entries.joined(separator: ", "))}"
    }
}
