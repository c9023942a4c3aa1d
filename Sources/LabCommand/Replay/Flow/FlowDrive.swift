import Basics
import Captures
import PushLab

/// Has the payloads of a replay driven through a lab, and puts what happens into lines.
final class FlowDrive {
    /// What one payload set going.
    struct Course {
        /// Every event, with the time since the payload.
        var lines: [String]
        /// What people want to know of it.
        var story: [String]
        /// What they want to know of the payload before, and has happened only since.
        var aftermath: [String] = []
    }

    private let flow: FieldFlow
    private let desk: InputDesk
    /// When the last payload came.
    private var start = Interval.zero
    /// What is wrong when all is over.
    private(set) var problems: [String] = []
    /// Why the lab does not go on: a program that does not take part ends it.
    private(set) var failure: String?

    init(_ flow: FieldFlow, _ desk: InputDesk, keepsEvents: Bool) {
        self.flow = flow
        self.desk = desk
        flow.keepsEvents = keepsEvents
    }

    func meet(_ entry: CaptureEntry) { self.flow.meet(entry, ChannelVerdict(of: entry)) }

    /// Sets up everybody who was met.
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
        self.problems = problems
        return self.course(outcome)
    }

    var figures: String { self.flow.figures }

    /// Nil once the lab cannot go on, which has been told.
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

    /// What happens behind every push, whatever it is about. Who comes over a pipe has set itself up before.
    private static let dull: Set<HistoryEvent.Kind> = [
        .tapSent, .storeAnswered, .pageServed, .expires, .connectAsked, .connected, .requestSent, .answerArrived,
        .requestArrived, .answered, .tokenAsked, .tokenGiven, .stored, .syncStatus, .registrationState, .serverTold,
        .pushTokenGiven,
        .appState, .launched, .dataChanged, .badge,
    ]
}
