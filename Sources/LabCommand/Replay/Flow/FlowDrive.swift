import Basics
import Captures
import PushLab

/// Drives the payloads of a replay through a lab, and turns the events into lines.
final class FlowDrive {
    /// The events that one payload triggered.
    struct Course {
        /// All events, with the time since the payload.
        var lines: [String]
        /// The events worth reading, without the routine events that follow every push.
        var story: [String]
        /// The events worth reading that the previous payload triggered after the row of that payload was written.
        var aftermath: [String] = []
    }

    private let flow: FieldFlow
    private let desk: InputDesk
    /// The time of the last payload.
    private var start = Interval.zero
    /// The problems at the end of the flow.
    private(set) var problems: [String] = []
    /// Whether the flow has reached its end, where devices and promises are judged.
    private var isJudged = false
    /// The reason why the lab cannot continue, such as a program that failed.
    private(set) var failure: String?

    init(_ flow: FieldFlow, _ desk: InputDesk, keepsEvents: Bool) {
        self.flow = flow
        self.desk = desk
        flow.keepsEvents = keepsEvents
    }

    func meet(_ entry: CaptureEntry) { self.flow.meet(entry, ChannelVerdict(of: entry)) }

    /// Sets up all registered devices.
    func open() throws(RunEnd) {
        _ = try self.outcome {
            try self.flow.open { ready, all in
                try self.desk.stopIfAsked()
                self.desk.showPreparation("setting up devices: \(ready) of \(all)")
            }
        }
    }

    func begin() { self.flow.begin() }

    func drive(_ entry: CaptureEntry, _ verdict: ChannelVerdict) throws(RunEnd) -> Course {
        guard let outcome = try self.outcome({ try self.flow.drive(entry, verdict) }) else {
            return Course(lines: [], story: [])
        }
        return self.course(outcome)
    }

    func finish() throws(RunEnd) -> Course {
        guard let (outcome, problems) = try self.outcome({ try self.flow.finish() }) else {
            return Course(lines: [], story: [])
        }
        try self.desk.stopIfAsked()
        (self.problems, self.isJudged) = (problems, true)
        return self.course(outcome)
    }

    var figures: String { self.flow.figures }

    /// The last line of a flow that ended without problems. Nil for any other flow.
    var conclusion: String? {
        guard self.isJudged, self.problems.isEmpty else { return nil }
        guard self.flow.taps > 0 else { return "nothing was judged: no tap of the capture was for a device of the app" }
        return "pass: after \(counted(self.flow.taps, "tap")), all devices agree with the service, "
            + "and the app broke no promise"
    }

    /// Runs a closure and returns its result. Returns nil if the lab cannot continue.
    ///
    /// In this case, the reason has been reported.
    private func outcome<Result>(_ body: () throws -> Result) throws(RunEnd) -> Result? {
        guard self.failure == nil else { return nil }
        do { return try body() } catch {
            self.failure = "\(error)"
            try self.desk.stopIfAsked()
            try self.desk.fail(.broken, TerminalText.escaped("\(error)"))
            return nil
        }
    }

    private func course(_ outcome: FieldFlow.Outcome) -> Course {
        func lines(_ events: [FieldEvent], since start: Interval) -> [String] {
            events.map { "\(($0.time - start).clockText) \($0.actor) \($0.words)" }
        }
        defer { self.start = outcome.start }
        let remark = outcome.remark.map { ["not driven: \($0)"] } ?? []
        let telling = outcome.events.filter { $0.time >= outcome.start && !Self.dull.contains($0.kind) }
        return Course(
            lines: remark + lines(outcome.earlier + outcome.events, since: outcome.start),
            story: remark + lines(telling, since: outcome.start),
            aftermath: lines(outcome.earlier.filter { !Self.dull.contains($0.kind) }, since: self.start))
    }

    /// The kinds of events that follow every push. Stories leave them out.
    ///
    /// The setup events are among them: in a capture from a pipe, a device completes its setup before its first push.
    private static let dull: Set<HistoryEvent.Kind> = [
        .tapSent, .storeAnswered, .pageServed, .expires, .connectAsked, .connected, .requestSent, .answerArrived,
        .requestArrived, .answered, .tokenAsked, .tokenGiven, .stored, .syncStatus, .registrationState, .serverTold,
        .pushTokenGiven,
        .appState, .launched, .dataChanged, .badge,
    ]
}
