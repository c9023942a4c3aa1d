import Captures
import LabReports

/// What is done with the entries of captures, one after the other: verdicts, or a flow through a lab.
protocol Replay: AnyObject {
    /// Whether all is there that it needs; if not, what is missing has been told.
    func isReady() throws(RunEnd) -> Bool

    func take(_ entry: CaptureEntry, from source: RawText, line: Int) throws(RunEnd)

    /// Says what can only be said at the end.
    func finish() throws(RunEnd)

    /// Says what is known so far.
    func summarize() throws(RunEnd)

    /// What was checked, for a report.
    var cases: [JUnitReport.Case] { get }
}

/// The verb `replay`: every entry of every capture.
final class ReplayRun {
    private static let group = "shouldertap.replay"

    private let options: ReplayOptions
    private let desk: InputDesk
    private var reading: [JUnitReport.Case] = []

    init(_ options: ReplayOptions) {
        self.options = options
        let outputIsTerminal = Platform.isTerminal(Platform.standardOutput)
        self.desk = InputDesk(options.inputs, showsProgress: !outputIsTerminal || options.quiet)
    }

    func run() -> ExitStatus {
        let start = Platform.milliseconds()
        return self.desk.run { () throws(RunEnd) in
            let replay: any Replay = try VerdictReplay(self.options, self.desk)
            guard try replay.isReady() else {
                return try self.report(replay.cases, milliseconds: Platform.milliseconds() - start)
            }
            do throws(RunEnd) {
                for input in self.options.inputs { try self.take(input, replay) }
            } catch {
                guard case .interrupted = error else { throw error }
                try replay.summarize()
                throw error
            }
            try replay.finish()
            try self.report(replay.cases, milliseconds: Platform.milliseconds() - start)
        }
    }

    private func take(_ input: RawText, _ replay: any Replay) throws(RunEnd) {
        let before = self.desk.complaintCount
        let isWhole = try self.desk.readCapture(input) { item, line throws(RunEnd) in
            if case .entry(let entry) = item { try replay.take(entry, from: input, line: line) }
        }
        let unread = self.desk.complaintCount - before
        let name = "\(input.text): every line is read"
        let outcome: JUnitReport.Outcome
        if !isWhole {
            outcome = .broken(message: "the capture cannot be read", text: "")
        } else if unread > 0 {
            outcome = .failed(message: "\(counted(unread, "line")) of it cannot be read", text: "")
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
