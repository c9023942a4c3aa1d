import Basics
import LabReports
import LabScenario
import PushLab

/// The verb `merge`: the shares of an exploration, and what they come to.
struct MergeRun {
    private let options: MergeOptions
    private var console = Console()

    init(_ options: MergeOptions) { self.options = options }

    mutating func run() -> ExitStatus {
        Platform.noteInterrupts()
        do throws(RunEnd) {
            var status = ExitStatus.passed
            var shares: [Named] = []
            for path in self.options.inputs {
                if let status = Platform.interruption { throw RunEnd.interrupted(status) }
                if let share = try self.read(path, &status) { shares.append(share) }
            }
            if status == .passed { status = try self.check(shares) }
            guard status == .passed else { return status }
            return try self.tell(shares)
        } catch {
            return error.status
        }
    }

    /// A share with the name of its file.
    private struct Named {
        var name: String
        var reading: ShareReading

        var shard: Jobs.Shard { self.reading.share.shard }
    }

    private mutating func read(_ path: RawText, _ status: inout ExitStatus) throws(RunEnd) -> Named? {
        let name = TerminalText.escaped(ScenarioFile.name(of: path))
        let bytes: [UInt8]
        do throws(SystemFailure) {
            let limit = ShareReading.mostBytes
            bytes =
                try path == "-"
                ? Platform.contents(of: Platform.standardInput, limit: limit)
                : Platform.contents(of: path, limit: limit)
        } catch {
            let isTooBig = error.isTooBig
            let reason = isTooBig ? "a share has at most 256 MB" : error.message + InputStream.guess(at: path, error)
            try self.console.complain("\(name): \(reason)")
            status.worsen(to: isTooBig ? .badData : .missingInput)
            return nil
        }
        do throws(ShareFault) {
            return Named(name: name, reading: try ShareReading(bytes))
        } catch {
            try self.console.complain("\(name): \(TerminalText.escaped(error.reason))")
            status.worsen(to: .badData)
            return nil
        }
    }

    /// Whether all are shares of one exploration, each there once.
    private mutating func check(_ shares: [Named]) throws(RunEnd) -> ExitStatus {
        guard let first = shares.first else { return .passed }
        var status = ExitStatus.passed
        for (place, share) in shares.enumerated() {
            let shard = share.shard
            if share.reading.share.whole != first.reading.share.whole || shard.count != first.shard.count {
                try self.console.complain(
                    "\(share.name): this is a share of another exploration than \(first.name): other scenarios, seeds, "
                        + "options or number of shares")
                status = .badData
            } else if let twin = shares[..<place].first(where: { $0.shard == shard }) {
                try self.console.complain(
                    "\(share.name): this is share \(shard.number)/\(shard.count), and so is \(twin.name)")
                status = .badData
            }
        }
        return status
    }

    private mutating func tell(_ shares: [Named]) throws(RunEnd) -> ExitStatus {
        let ordered = shares.sorted { $0.shard.number < $1.shard.number }
        guard let first = ordered.first else { return .passed }
        var exploration = first.reading.exploration
        for share in ordered.dropFirst() { exploration.merge(share.reading.exploration) }
        exploration.share = nil
        exploration.doubt(demandsGoals: self.options.reports.demandsGoals)
        let there = Set(ordered.map(\.shard.number))
        let missing = (1...first.shard.count).lazy.filter { !there.contains($0) }
        let count = first.shard.count - there.count
        if count > 0 {
            let named = missing.prefix(8).map { "\($0)/\(first.shard.count)" }
            let more = count > named.count ? ["\(count - named.count) more"] : []
            exploration.doubts.append("\(Spelling.list(named + more, "and")) \(count == 1 ? "is" : "are") missing")
        }
        let report = ExplorationReport(exploration, evidence: Self.evidence(of: exploration, in: ordered))
        try ReportDesk(self.options.reports).tell(report, &self.console)
        return ExitStatus(exploration.verdict)
    }

    /// What a finding keeps wherever it is told.
    private struct Key: Hashable {
        let job: Int
        let seed: UInt64
        let violation: Violation

        init(_ finding: Exploration.Finding) {
            (self.job, self.seed, self.violation) = (finding.job, finding.seed, finding.violation)
        }
    }

    /// The plans that the shares carry, each at the place that its finding has in the sum.
    private static func evidence(
        of exploration: Exploration, in shares: [Named]
    ) -> [Int: ExplorationReport.Evidence] {
        // Looked up, never walked through.
        var plans: [Key: Scenario] = [:]
        for share in shares {
            for (place, text) in share.reading.plans {
                guard case .scenario(let plan) = ScenarioReading(Array(text.utf8)) else { continue }
                plans[Key(share.reading.exploration.findings[place])] = plan
            }
        }
        var evidence: [Int: ExplorationReport.Evidence] = [:]
        for (place, finding) in exploration.findings.enumerated() {
            evidence[place] = plans[Key(finding)].map { ExplorationReport.Evidence(plan: $0) }
        }
        return evidence
    }
}
