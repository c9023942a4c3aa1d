import Captures
import LabReports
import LabScenario
import PushLab

/// Writes a scenario that reproduces captures.
final class ScenarioReplay: Replay {
    private let path: RawText
    private let inputs: [RawText]
    private let isQuiet: Bool
    private let desk: InputDesk
    private var draft: FieldScenario

    init(_ path: RawText, _ options: ReplayOptions, _ desk: InputDesk) throws(RunEnd) {
        self.path = path
        self.inputs = options.inputs
        self.isQuiet = options.quiet
        self.desk = desk
        let names = options.inputs.map { $0 == "-" ? "standard input" : $0.split().name.text }
        self.draft = FieldScenario(about: "The content of \(names.joined(separator: ", ")).")
    }

    func isReady() throws(RunEnd) -> Bool { true }

    func begin() { self.draft.begin() }

    func take(_ entry: CaptureEntry, from source: RawText, line: Int) throws(RunEnd) {
        self.draft.note(entry, ChannelVerdict(of: entry), at: CapturePlace(source: source, line: line))
    }

    func finish() throws(RunEnd) {
        // A scenario of an incomplete capture would reproduce something else.
        guard self.desk.status != .missingInput else { return }
        if let place = self.draft.overflow {
            return try self.fail("it has more than \(FieldScenario.mostMoments) pushes and actions", place)
        }
        let draft = self.draft.finished()
        guard !draft.scenario.steps.isEmpty else { return try self.fail("it contains no tap") }
        let text = Array(draft.scenario.yaml.utf8)
        // The number of devices, names and steps in a scenario file is limited.
        if case .faults(let faults) = ScenarioReading(text) {
            let place = faults.first.flatMap { draft.place(ofLine: $0.place.line) }
            return try self.fail(faults.first?.message ?? "it is too large", place)
        }
        try OutputFile.write(text, to: self.path)
        try self.tell(draft.scenario, draft.unexplained)
    }

    func summarize() throws(RunEnd) { try self.desk.console.flush() }

    var cases: [JUnitReport.Case] { [] }

    /// Reports a failure with its entry. If the failure is not about a single entry, reports it with the captures.
    private func fail(_ reason: String, _ place: CapturePlace? = nil) throws(RunEnd) {
        let names = self.inputs.map { $0 == "-" ? "-" : TerminalText.escaped($0) }.joined(separator: ", ")
        let words = TerminalText.escaped("cannot make a scenario of this: \(reason)")
        try self.desk.fail(.badData, "\(place?.text ?? names): \(words)")
    }

    private func tell(_ scenario: Scenario, _ unknown: Int) throws(RunEnd) {
        guard !self.isQuiet, self.path != "-" else { return }
        let devices = scenario.people.reduce(0) { $0 + $1.devices.count }
        let cast = "\(counted(scenario.people.count, "user")), \(counted(devices, "device"))"
        let name = TerminalText.escaped(self.path)
        try self.desk.console.write("\(name): \(cast), \(counted(scenario.steps.count, "step"))\n")
        guard unknown > 0 else { return }
        try self.desk.console.write(
            "the capture does not show \(counted(unknown, "change")) of its taps, so the scenario leaves them out\n")
    }
}
