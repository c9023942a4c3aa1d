/// A report in the XML format that CI servers read: `testsuites`, `testsuite`, `testcase`.
///
/// It uses only elements that Jenkins, GitLab and GitHub all support, and only characters that XML 1.0 allows.
public struct JUnitReport: Hashable, Sendable {
    /// The result of a case.
    public enum Outcome: Hashable, Sendable {
        /// The check passed.
        case passed
        /// The check failed: a one-line message and the full text.
        case failed(message: String, text: String)
        /// The check itself could not be carried out.
        case broken(message: String, text: String)
        /// The check was skipped, for this reason.
        case skipped(message: String)

        var isSkipped: Bool {
            guard case .skipped = self else { return false }
            return true
        }
    }

    /// One check.
    public struct Case: Hashable, Sendable {
        /// The name of the check.
        public var name: String
        /// The group of the check. Servers list the check under this group.
        public var group: String
        /// The result of the check.
        public var outcome: Outcome
        /// The output of the check.
        public var output: String

        /// Creates a check with its result.
        public init(_ name: String, in group: String, _ outcome: Outcome, output: String = "") {
            self.name = name
            self.group = group
            self.outcome = outcome
            self.output = output
        }
    }

    /// The name of the suite.
    public var name: String
    /// The checks, in the order of the report.
    public var cases: [Case]
    /// The duration in milliseconds.
    public var milliseconds: Int

    /// Creates a report of checks.
    public init(_ name: String, _ cases: [Case], milliseconds: Int = 0) {
        self.name = name
        self.cases = cases
        self.milliseconds = milliseconds
    }

    /// The content of the report file.
    public var xml: String {
        let (counts, time) = (self.counts, " time=\"\(Self.seconds(self.milliseconds))\"")
        let skipped = " skipped=\"\(self.cases.count { $0.outcome.isSkipped })\""
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        // Jenkins reads the number of skipped cases from the suite only.
        lines.append("<testsuites\(counts)\(time)>")
        lines.append("  <testsuite name=\"\(XMLText.attribute(self.name))\"\(counts)\(skipped)\(time)>")
        lines += self.cases.flatMap(Self.lines)
        return (lines + ["  </testsuite>", "</testsuites>"]).map { $0 + "\n" }.joined()
    }

    private var counts: String {
        var (failures, errors) = (0, 0)
        for item in self.cases {
            switch item.outcome {
            case .passed, .skipped: break
            case .failed: failures += 1
            case .broken: errors += 1
            }
        }
        return " tests=\"\(self.cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    }

    private static func lines(of item: Case) -> [String] {
        let start =
            "    <testcase classname=\"\(XMLText.attribute(item.group))\" name=\"\(XMLText.attribute(item.name))\""
        var inner: [String] = []
        switch item.outcome {
        case .passed: break
        case .failed(let message, let text): inner.append(Self.element("failure", message, text))
        case .broken(let message, let text): inner.append(Self.element("error", message, text))
        case .skipped(let message): inner.append("<skipped message=\"\(XMLText.attribute(message))\"/>")
        }
        if !item.output.isEmpty { inner.append("<system-out>\(XMLText.content(item.output))</system-out>") }
        if inner.isEmpty { return [start + "/>"] }
        return [start + ">"] + inner.map { "      \($0)" } + ["    </testcase>"]
    }

    private static func element(_ name: String, _ message: String, _ text: String) -> String {
        "<\(name) message=\"\(XMLText.attribute(message))\">\(XMLText.content(text))</\(name)>"
    }

    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
