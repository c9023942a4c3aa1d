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
    }

    private let flow: FieldFlow
    private let desk: InputDesk
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

    /// Nobody else is known beforehand.
    func open() throws(RunEnd) { _ = try self.outcome { try self.flow.open() } }

    func begin() { self.flow.begin() }

    func drive(_ entry: CaptureEntry, _ verdict: ChannelVerdict) throws(RunEnd) -> Course {
        guard let outcome = try self.outcome({ try self.flow.drive(entry, verdict) }) else {
            return Course(lines: [], story: [])
        }
        return Self.course(outcome)
    }

    func finish() throws(RunEnd) -> Course {
        guard let (outcome, problems) = try self.outcome({ try self.flow.finish() }) else {
            return Course(lines: [], story: [])
        }
        self.problems = problems
        return Self.course(outcome)
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

    private static func course(_ outcome: FieldFlow.Outcome) -> Course {
        func line(_ event: FieldEvent) -> String {
            "\((event.time - outcome.start).clockText) \(event.actor) \(event.words)"
        }
        let remark = outcome.remark.map { ["not driven: \($0)"] } ?? []
        return Course(
            lines: remark + outcome.events.map(line),
            story: remark
                + outcome.events.filter { $0.time >= outcome.start && !self.dull.contains($0.kind) }.map(line))
    }

    /// What happens behind every push, whatever it is about. A device that is new has set itself up before.
    private static let dull: Set<HistoryEvent.Kind> = [
        .tapSent, .pageServed, .expires, .connectAsked, .connected, .requestSent, .answerArrived, .requestArrived,
        .answered, .tokenAsked, .tokenGiven, .stored, .syncStatus, .registrationState, .serverTold, .pushTokenGiven,
        .appState, .launched, .dataChanged, .badge,
    ]
}
