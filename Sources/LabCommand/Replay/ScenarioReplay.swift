import Captures
import LabReports
import LabScenario
import PushLab

/// Writes the scenario that does what captures show.
final class ScenarioReplay: Replay {
    private let path: RawText
    private let isQuiet: Bool
    private let desk: InputDesk
    private var draft: FieldScenario

    init(_ path: RawText, _ options: ReplayOptions, _ desk: InputDesk) throws(RunEnd) {
        self.path = path
        self.isQuiet = options.quiet
        self.desk = desk
        let names = options.inputs.map { $0 == "-" ? "standard input" : $0.split().name.text }
        self.draft = FieldScenario(about: "What \(names.joined(separator: ", ")) shows.")
    }

    func isReady() throws(RunEnd) -> Bool { true }

    func begin() { self.draft.begin() }

    func take(_ entry: CaptureEntry, from _: RawText, line _: Int) throws(RunEnd) {
        self.draft.note(entry, ChannelVerdict(of: entry))
    }

    func finish() throws(RunEnd) {
        // A scenario of half of what happened shows something else.
        guard self.desk.status != .missingInput else { return }
        guard !self.draft.isFull else {
            return try self.fail("there are more than \(FieldScenario.mostMoments) pushes and deeds in it")
        }
        let (scenario, unexplained) = self.draft.finished()
        guard !scenario.steps.isEmpty else { return try self.fail("no tap is in it") }
        let text = Array(scenario.yaml.utf8)
        // What a file may say has bounds: of devices, of names, of steps.
        if case .faults(let faults) = ScenarioReading(text) {
            return try self.fail(faults.first?.message ?? "it is too large")
        }
        try OutputFile.write(text, to: self.path)
        try self.tell(scenario, unexplained)
    }

    func summarize() throws(RunEnd) { try self.desk.console.flush() }

    var cases: [JUnitReport.Case] { [] }

    private func fail(_ reason: String) throws(RunEnd) {
        try self.desk.fail(.badData, TerminalText.escaped("no scenario can be made of this: \(reason)"))
    }

    private func tell(_ scenario: Scenario, _ unknown: Int) throws(RunEnd) {
        guard !self.isQuiet, self.path != "-" else { return }
        let devices = scenario.people.reduce(0) { $0 + $1.devices.count }
        let cast = "\(counted(scenario.people.count, "user")), \(counted(devices, "device"))"
        let name = TerminalText.escaped(self.path)
        try self.desk.console.write("\(name): \(cast), \(counted(scenario.steps.count, "step"))\n")
        guard unknown > 0 else { return }
        try self.desk.console.write(
            "\(counted(unknown, "change")) behind the taps cannot be seen in the capture; nothing stands for them\n")
    }
}
