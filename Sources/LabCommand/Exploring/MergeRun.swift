import Basics
import LabReports
import LabScenario
import PushLab

/// The verb `merge`: combines the shares of an exploration.
struct MergeRun {
    private let options: MergeOptions
    private var console = Console(outlivesReader: true)

    init(_ options: MergeOptions) { self.options = options }

    mutating func run() -> ExitStatus {
        Platform.noteInterrupts()
        do throws(RunEnd) {
            let outputs = self.options.reports.outputs
            guard try self.console.areApart(reading: self.options.inputs, writing: outputs) else { return .usage }
            var status = ExitStatus.passed
            var shares: [Named] = []
            for path in self.options.inputs {
                try RunEnd.heedInterrupts()
                if let share = try self.read(path, &status) { shares.append(share) }
            }
            if status == .passed { status = try self.check(shares) }
            guard status == .passed else { return status }
            return try self.tell(shares)
        } catch {
            return error.status()
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
        guard let bytes = try self.bytes(of: path, name, &status) else { return nil }
        do throws(ShareFault) {
            return Named(name: name, reading: try ShareReading(bytes))
        } catch {
            try self.console.complain("\(name): \(TerminalText.escaped(error.reason))")
            status.worsen(to: .badData)
            return nil
        }
    }

    /// Returns the content of a file, a pipe or standard input. If this fails, reports the failure and returns nil.
    private mutating func bytes(
        of path: RawText, _ name: String, _ status: inout ExitStatus
    ) throws(RunEnd) -> [UInt8]? {
        var bytes: [UInt8] = []
        let failure: SystemFailure?
        let opened = Result { () throws(SystemFailure) in
            try path == "-" ? Platform.standardInput : Platform.openForReading(path)
        }
        switch opened {
        case .failure(let reason): failure = reason
        case .success(let descriptor):
            defer { if path != "-" { Platform.close(descriptor) } }
            failure = try Self.read(descriptor, into: &bytes)
        }
        if bytes.count > ShareReading.mostBytes {
            try self.console.complain("\(name): the share is larger than the limit of 256 MB")
            status.worsen(to: .badData)
            return nil
        }
        guard let failure else { return bytes }
        try self.console.complain("\(name): \(failure.message + InputStream.guess(at: path, failure))")
        status.worsen(to: .missingInput)
        return nil
    }

    private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws(RunEnd) -> SystemFailure? {
        try InputStream.read(
            descriptor, most: ShareReading.mostBytes, before: RunEnd.heedInterrupts, waiting: RunEnd.heedInterrupts
        ) { (chunk) throws(RunEnd) in bytes += chunk }
    }

    /// Checks that the files are the shares of one exploration, and that each share is present once.
    private mutating func check(_ shares: [Named]) throws(RunEnd) -> ExitStatus {
        guard let first = shares.first else { return .passed }
        var status = ExitStatus.passed
        for (place, share) in shares.enumerated() {
            let shard = share.shard
            let isAkin = share.reading.exploration.isAkin(to: first.reading.exploration)
            if share.reading.share.whole != first.reading.share.whole || shard.count != first.shard.count || !isAkin {
                try self.console.complain(
                    "\(share.name): this share and \(first.name) belong to different explorations: scenarios, seeds, "
                        + "options, number of shares or version of shouldertap differ")
                status = .badData
            } else if let twin = shares[..<place].first(where: { $0.shard == shard }) {
                try self.console.complain(
                    """
                    \(share.name): this is share \(shard.number)/\(shard.count), and so is \(twin.name); give each \
                    share once
                    """
                )
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
        exploration.cut = Self.cut(of: ordered)
        let there = Set(ordered.map(\.shard.number))
        let missing = (1...first.shard.count).lazy.filter { !there.contains($0) }
        let count = first.shard.count - there.count
        exploration.doubt(demandsGoals: self.options.reports.demandsGoals, lacksShares: count > 0)
        if count > 0 {
            let named = missing.prefix(8).map { "\($0)/\(first.shard.count)" }
            let more = count > named.count ? ["\(count - named.count) more"] : []
            exploration.doubts.append("\(Spelling.list(named + more, "and")) \(count == 1 ? "is" : "are") missing")
        }
        let report = ExplorationReport(exploration, evidence: Self.evidence(of: exploration, in: ordered))
        try ReportDesk(self.options.reports).tell(report, &self.console)
        guard let finding = exploration.findings.first(where: { $0.isRepeated == false }) else {
            return ExitStatus(exploration.verdict)
        }
        try self.console.complain(finding.unsteadiness(in: exploration.parts[finding.part].source))
        return .broken
    }

    /// The reasons why some shares stopped early, as one text. Nil if no share stopped early.
    private static func cut(of shares: [Named]) -> String? {
        let cuts = shares.compactMap { share in
            share.reading.exploration.cut.map { "\(share.shard.number)/\(share.shard.count): \($0)" }
        }
        return cuts.isEmpty ? nil : cuts.joined(separator: "; ")
    }

    /// The data that identifies a finding: its job, its seed and its violation. They are the same in a share and in the
    /// merged exploration.
    private struct Key: Hashable {
        let job: Int
        let seed: UInt64
        let violation: Violation

        init(_ finding: Exploration.Finding) {
            (self.job, self.seed, self.violation) = (finding.job, finding.seed, finding.violation)
        }
    }

    /// Returns the plans that the shares contain. The keys are the indices of the findings in the merged exploration.
    private static func evidence(
        of exploration: Exploration, in shares: [Named]
    ) -> [Int: ExplorationReport.Evidence] {
        // Used for lookup only: iteration order is not deterministic.
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
