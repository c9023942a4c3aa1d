import BackendPromises
import Basics
import LabReports
import LabScenario
import PushLab
import ShoulderTap

/// The verb `list`: lists scenarios, promises or known mistakes.
struct ListRun {
    private let options: ListOptions
    private var console = Console()
    private var status = ExitStatus.passed

    init(_ options: ListOptions) { self.options = options }

    mutating func run() -> ExitStatus {
        Platform.noteInterrupts()
        do throws(RunEnd) {
            switch self.options.subject {
            case .promises:
                let list = PromiseText.list + PromiseText.backendList
                try self.write(self.options.json ? Self.promises : list)
            case .traps: try self.write(self.options.json ? Self.traps : TrapText.list)
            case .scenarios: try self.listScenarios()
            }
            try self.console.flush()
            return self.status
        } catch {
            return error.status(behind: self.status)
        }
    }

    private mutating func write(_ text: String) throws(RunEnd) { try self.console.write(text) }

    // MARK: Scenarios

    private mutating func listScenarios() throws(RunEnd) {
        var entries: [ScenarioEntry] = []
        for input in self.options.inputs.isEmpty ? ["."] : self.options.inputs {
            for path in try ScenarioFolder.files(of: input, &self.console, &self.status) {
                var status = ExitStatus.passed
                if let scenario = try ScenarioFile.read(path, &self.console, &status) {
                    entries.append(ScenarioEntry(ScenarioFile.name(of: path), scenario))
                }
                self.status.worsen(to: status)
                try RunEnd.heedInterrupts()
            }
        }
        if self.options.json {
            try self.write(Self.json("scenarios", entries) { entry, writer in entry.write(into: &writer) })
        } else {
            let width = entries.map { TerminalText.width(TerminalText.escaped($0.file)) }.max() ?? 0
            for entry in entries { try self.write(entry.lines(width: width)) }
        }
    }

    // MARK: JSON

    private static var promises: String {
        let own = Property.promises.map { property in
            let facts = property.facts
            return [
                property.id, facts.name, facts.promise, facts.check.rawValue, facts.threat, facts.mistake, facts.harm,
            ]
        }
        let backends = BackendPromise.allCases.map { promise in
            let facts = promise.facts
            let checked = "from the requests that the endpoint gets"
            return [promise.id, facts.name, facts.promise, checked, facts.threat, facts.mistake, facts.harm]
        }
        let keys = ["id", "name", "promise", "checked", "threat", "mistake", "harm"]
        return Self.json("promises", own + backends) { row, writer in
            for (key, text) in zip(keys, row) { writer.member(key, text) }
        }
    }

    private static var traps: String {
        Self.json("traps", Trap.allCases) { trap, writer in
            let facts = trap.facts
            writer.member("id", trap.rawValue)
            writer.member("mistake", facts.mistake)
            writer.member("property", String(facts.property.prefix { $0 != " " }))
            writer.member("world", facts.world)
            writer.member("harmless", raw: String(facts.isHarmless))
            writer.member("harm", facts.harm)
        }
    }

    private static func json<Item>(
        _ name: String, _ items: [Item], _ fill: (Item, inout JSONWriter) -> Void
    ) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array(name) { writer in
                for item in items { writer.object { fill(item, &$0) } }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}

/// A scenario in a list.
struct ScenarioEntry {
    let file: String
    private let scenario: Scenario

    init(_ file: String, _ scenario: Scenario) {
        self.file = file
        self.scenario = scenario
    }

    private var devices: Int { self.scenario.people.reduce(0) { $0 + $1.devices.count } }

    /// Returns lines with the file and its users, followed by lines with the description.
    func lines(width: Int) -> String {
        let name = TerminalText.padded(TerminalText.escaped(self.file), to: width)
        let cast = [
            counted(self.scenario.people.count, "user"), counted(self.devices, "device"),
            counted(self.scenario.steps.count, "step"),
        ]
        let extras =
            (self.scenario.isHeavy ? ["heavy"] : []) + self.scenario.traps.map(\.rawValue).sorted()
            + (self.scenario.needs.map { [TerminalText.escaped($0.listed)] } ?? [])
        let lines = self.scenario.about.isEmpty ? [] : Paragraph.lines(of: self.scenario.about, width: 74)
        let about = lines.map { "    \(TerminalText.escaped($0))\n" }.joined()
        return "\(name)  \((cast + extras).joined(separator: ", "))\n\(about)"
    }

    func write(into writer: inout JSONWriter) {
        writer.member("file", self.file)
        writer.member("about", self.scenario.about)
        writer.member("users", raw: String(self.scenario.people.count))
        writer.member("devices", raw: String(self.devices))
        writer.member("steps", raw: String(self.scenario.steps.count))
        writer.member("weight", self.scenario.isHeavy ? "heavy" : "light")
        writer.array("traps") { writer in
            for trap in self.scenario.traps.map(\.rawValue).sorted() { writer.string(trap) }
        }
        if let needs = self.scenario.needs { writer.member("needs", needs.listed) }
    }
}
