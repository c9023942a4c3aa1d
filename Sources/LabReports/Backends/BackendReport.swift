package import BackendPromises
import ShoulderTap

/// The result of running a command beside the lab, once or with many seeds.
package struct BackendReport: Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case pass, fail
        /// A failure occurred only in some repetitions.
        case unstable
        /// No push was sent, so nothing was judged.
        case inconclusive
        /// The command failed in the run without faults.
        case command
    }

    /// A failure, with the command that repeats it.
    package struct Failure: Hashable, Sendable {
        package var seed: UInt64
        package var property: String
        package var witness: String
        package var faults: FaultList
        /// The command line that reproduces the failure.
        package var command: String

        package init(seed: UInt64, property: String, witness: String, faults: FaultList, command: String) {
            (self.seed, self.property, self.witness) = (seed, property, witness)
            (self.faults, self.command) = (faults, command)
        }
    }

    /// The command that was run, as one line.
    package var command: String
    /// The number of seeds. `runs` is the number of runs.
    package var seeds = 0
    package var runs = 1
    package var failures: [Failure] = []
    package var doubts: [SeedHunt.Doubt] = []
    package var judged: [BackendPromise: Int] = [:]
    package var pushes = 0
    /// The result of the command in the run without faults: its exit status or signal.
    package var ending = RunResult.Ending.status(0)
    /// Whether all seeds were run.
    package var isComplete = true
    package var milliseconds = 0

    package init(command: String) { self.command = command }

    package var verdict: Verdict {
        if !self.failures.isEmpty { return .fail }
        if self.ending.code != 0 { return .command }
        if !self.doubts.isEmpty { return .unstable }
        return self.pushes == 0 ? .inconclusive : .pass
    }

    /// A sentence that sums up the result.
    package var conclusion: String {
        switch self.verdict {
        case .pass: "no backend promise was broken"
        case .fail: self.failures.count == 1 ? "1 failure" : "\(self.failures.count) failures"
        case .command: "the command itself failed with \(self.ending.words)"
        case .unstable: "a failure did not occur in every repeated run"
        case .inconclusive: "no push was sent, so nothing was judged"
        }
    }

    private var sum: String {
        let pushes = self.pushes == 1 ? "1 push" : "\(self.pushes) pushes"
        guard self.seeds > 0 else { return pushes }
        return "\(self.seeds) seeds, \(self.runs) runs, \(pushes)"
    }

    /// The readable report, line by line.
    package var lines: [String] {
        var lines = ["\(self.verdict.rawValue): \(self.conclusion) (\(self.sum))"]
        for failure in self.failures {
            lines.append("\(Self.title(of: failure.property)): \(failure.witness)")
            if self.seeds > 0 { lines.append("  seed \(failure.seed), faults: \(failure.faults)") }
            lines.append("  repeat: \(failure.command)")
        }
        for doubt in self.doubts {
            lines.append(
                "unstable: \(Self.title(of: doubt.trouble.property)), in \(doubt.shown) of \(SeedHunt.repeats) runs of "
                    + "seed \(doubt.seed): \(doubt.trouble.witness)")
        }
        if let first = self.failures.first(where: { BackendPromise(id: $0.property) != nil }) {
            lines.append("explain: shouldertap explain \(first.property)")
        }
        return lines
    }

    static func title(of property: String) -> String {
        BackendPromise(id: property)?.title ?? "exit the command fails"
    }

    package var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("verdict", self.verdict.rawValue)
            writer.member("seeds", raw: String(self.seeds))
            writer.array("failures") { writer in
                for failure in self.failures { writer.object { Self.write(failure, into: &$0) } }
            }
            writer.array("unstable") { writer in
                for doubt in self.doubts {
                    writer.object { writer in
                        writer.member("seed", raw: String(doubt.seed))
                        writer.member("property", doubt.trouble.property)
                        writer.member("witness", doubt.trouble.witness)
                        writer.member("shown", raw: String(doubt.shown))
                    }
                }
            }
            writer.member("complete", raw: self.isComplete ? "true" : "false")
            writer.member("runs", raw: String(self.runs))
            writer.member("pushes", raw: String(self.pushes))
            writer.member("exit", raw: String(self.ending.code))
            writer.array("promises") { writer in
                for promise in BackendPromise.allCases {
                    writer.object { writer in
                        writer.member("property", promise.id)
                        writer.member("name", promise.facts.name)
                        writer.member("judged", raw: String(self.judged[promise] ?? 0))
                    }
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ failure: Failure, into writer: inout JSONWriter) {
        writer.member("seed", raw: String(failure.seed))
        writer.member("property", failure.property)
        writer.member("witness", failure.witness)
        writer.array("faults") { writer in for fault in failure.faults.faults { writer.string(fault.description) } }
        writer.member("repeat", failure.command)
    }
}
