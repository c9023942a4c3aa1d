import Captures
import LabReports
import PushLab
import ShoulderTap

/// A way to handle capture entries one by one: as verdicts, as a flow through a lab, or as a scenario.
protocol Replay: AnyObject {
    /// Whether everything that the replay needs is available.
    ///
    /// If not, the reason has been reported.
    func isReady() throws(RunEnd) -> Bool

    /// Begins another capture, or another part of a capture. From now on, the times of entries are counted from the
    /// start of this part.
    func begin()

    func take(_ entry: CaptureEntry, from source: RawText, line: Int) throws(RunEnd)

    /// Whether the replay usually needs to know only the kind of an APNs payload, and nothing else about it.
    var asksKindsAlone: Bool { get }

    /// Handles a payload when only its kind is known.
    ///
    /// Returns false if the replay needs more than the kind.
    func take(_ kind: PayloadKind) -> Bool

    /// Writes the results that are complete only after the last entry.
    func finish() throws(RunEnd)

    /// Writes the results so far.
    func summarize() throws(RunEnd)

    /// The test cases for a report.
    var cases: [JUnitReport.Case] { get }
}

extension Replay {
    var asksKindsAlone: Bool { false }
    func take(_: PayloadKind) -> Bool { false }
}

/// The verb `replay`: handles every entry of every capture.
final class ReplayRun {
    private static let group = "shouldertap.replay"

    private let options: ReplayOptions
    private let plugs: Plugs
    private let desk: InputDesk
    /// The reason why there is no lab.
    private var failure = ""
    private var reading: [JUnitReport.Case] = []

    init(_ options: ReplayOptions, _ plugs: Plugs) {
        self.options = options
        self.plugs = plugs
        let outputIsTerminal = Platform.isTerminal(Platform.standardOutput)
        self.desk = InputDesk(options.inputs, showsProgress: !outputIsTerminal || options.quiet)
        self.desk.console.outlivesReader = options.asksForVerdict
    }

    func run() -> ExitStatus {
        let start = Platform.milliseconds()
        return self.desk.run { () throws(RunEnd) in
            guard try self.areFilesApart() else { return }
            guard let replay = try self.replay() else {
                let outcome = JUnitReport.Outcome.broken(message: self.failure, text: "")
                let name = "the app takes part"
                return try self.report([JUnitReport.Case(name, in: Self.group, outcome)], milliseconds: 0)
            }
            do throws(RunEnd) {
                try self.take(replay)
            } catch {
                if case .interrupted = error { try replay.summarize() }
                guard case .outputFailed(let failure) = error else { throw error }
                // A person who reads only the report must see that it does not cover all payloads.
                let outcome = JUnitReport.Outcome.broken(message: failure.message, text: "")
                let cut = JUnitReport.Case("the output is written", in: Self.group, outcome)
                try self.report(replay.cases + [cut], milliseconds: Platform.milliseconds() - start)
                throw error
            }
            try self.report(replay.cases, milliseconds: Platform.milliseconds() - start)
        }
    }

    private func take(_ replay: any Replay) throws(RunEnd) {
        guard try replay.isReady() else { return }
        for input in self.options.inputs { try self.take(input, replay) }
        try replay.finish()
    }

    private func areFilesApart() throws(RunEnd) -> Bool {
        let golden = [self.options.golden].compactMap(\.self)
        let written = [self.options.junit, self.options.scenario].compactMap(\.self)
        return try self.desk.areApart(
            reading: self.options.inputs + (self.options.update ? [] : golden),
            writing: (self.options.update ? golden : []) + written)
    }

    /// Creates the replay. If its lab cannot be opened, reports this and returns nil.
    private func replay() throws(RunEnd) -> (any Replay)? {
        if let path = self.options.scenario { return try ScenarioReplay(path, self.options, self.desk) }
        guard let flow = self.options.flow else { return try VerdictReplay(self.options, self.desk, nil) }
        let lab: Lab
        do throws(LabFailure) { lab = try self.plugs.lab(seed: flow.seed) } catch {
            self.failure = error.description
            try self.desk.fail(.broken, TerminalText.escaped(error.description))
            return nil
        }
        let isRead = self.options.json || self.options.golden != nil || !self.options.quiet
        let drive = FlowDrive(FieldFlow(lab, flow.speed, flow.hazards), self.desk, keepsEvents: isRead)
        return try VerdictReplay(self.options, self.desk, drive)
    }

    private func take(_ input: RawText, _ replay: any Replay) throws(RunEnd) {
        if self.options.flow != nil { LastWords.prepare(for: input.text, verb: "the replay") }
        defer { LastWords.forget() }
        let before = self.desk.complaintCount
        let kinds = replay.asksKindsAlone ? { replay.take($0) } : nil
        let isWhole = try self.desk.readCapture(input, kinds: kinds) { item, line throws(RunEnd) in
            switch item {
            case .header: replay.begin()
            case .entry(let entry): try replay.take(entry, from: input, line: line)
            case .finding: break
            }
        }
        let unread = self.desk.complaintCount - before
        let name = "\(input.text): every line is read"
        let outcome: JUnitReport.Outcome
        if !isWhole {
            outcome = .broken(message: "cannot read the capture", text: "")
        } else if unread > 0 {
            outcome = .failed(message: "cannot read \(counted(unread, "line"))", text: "")
        } else {
            outcome = .passed
        }
        self.reading.append(JUnitReport.Case(name, in: Self.group, outcome))
    }

    private func report(_ cases: [JUnitReport.Case], milliseconds: Int) throws(RunEnd) {
        guard let path = self.options.junit else { return }
        let report = JUnitReport("shouldertap replay", self.reading + cases, milliseconds: milliseconds)
        try OutputFile.write(Array(report.xml.utf8), to: path)
    }
}
