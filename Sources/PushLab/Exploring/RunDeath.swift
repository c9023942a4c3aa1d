import Basics

/// A run that did not end: its process died, or it reached the limit of processor time.
package struct RunDeath: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A signal ended the process; the value is its name.
        case signal(String)
        /// The process ended by itself.
        case status(Int32)
        /// The run reached the limit of processor time.
        case endless(milliseconds: Int)
    }

    package let cause: Cause
    /// The first line of the crash report; empty where there is none.
    package let report: String

    package init(_ cause: Cause, report: String = "") {
        self.cause = cause
        self.report = report
    }

    /// The only finding of the run.
    package var violation: Violation {
        switch self.cause {
        case .signal(let name):
            let reason = self.report.isEmpty ? "it printed no reason (a debug build does)" : self.report
            let words = "the run crashed with \(name): \(reason)"
            return Violation(.p36, self.kind("\(Violation.crash) \(name)"), words, at: .zero)
        case .status(let status):
            let words = "the process of the run ended by itself with exit status \(status)"
            let reason = self.report.isEmpty ? "" : ": \(self.report)"
            return Violation(.p36, self.kind("\(Violation.exit) \(status)"), words + reason, at: .zero)
        case .endless(let milliseconds):
            let words = "the run does not end: it has used \(Measure.text(UInt64(milliseconds))) s of CPU time"
            return Violation(.p40, self.kind(Violation.endless), words, at: .zero)
        }
    }

    private func kind(_ sort: String) -> String {
        Violation.kind(ofFault: self.report.isEmpty ? sort : "\(sort), \(self.report)")
    }
}

extension Violation {
    fileprivate static let crash = "crash"
    fileprivate static let exit = "exit"
    fileprivate static let endless = "does not end"

    /// Whether the process of the run ended, so that there is no history.
    package var endsProcess: Bool {
        let starts = [Self.crash, Self.exit, Self.endless].map(Self.kind(ofFault:))
        return starts.contains { self.kind.hasPrefix($0) }
    }

    /// Whether the run reached the limit of processor time.
    package var isEndless: Bool { self.kind == Self.kind(ofFault: Self.endless) }
}

extension Trial {
    /// Creates the outcome of a run that died, with its death as the only finding.
    package init(of death: RunDeath) { self.init(of: death.violation) }

    /// Creates the outcome of a run with a single finding.
    package init(of violation: Violation) {
        var count = PropertyCount()
        (count.applicable, count.judged, count.atRisk, count.violations) = (1, 1, 1, 1)
        self.violations = [violation]
        self.counts = [violation.property: count]
        self.goals = Goals()
        self.measures = Measures()
        self.worth = RunWorth()
        self.idle = []
        self.moot = []
        self.events = 0
        self.hash = 0
        self.secondHash = nil
    }
}
