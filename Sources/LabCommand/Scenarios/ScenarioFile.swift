import LabScenario
import PushLab

/// Reads scenario files, and reports why a file cannot be read.
enum ScenarioFile {
    /// Returns the name of an input for messages: its path, or "standard input" for `-`.
    static func name(of path: RawText) -> String { path == "-" ? "standard input" : path.text }

    /// Checks whether the text of a plan can be read again. Returns the reason if it cannot, or nil if it can.
    ///
    /// Files have limits that a plan in memory does not have.
    static func fault(of text: [UInt8]) -> String? {
        guard case .faults(let faults) = ScenarioReading(text) else { return nil }
        return faults.first?.message ?? "it is too large"
    }

    /// Reads a scenario.
    ///
    /// If this fails, reports the reason and returns nil.
    ///
    /// - Parameter outputs: The files that will be written. They must differ from those that are read.
    static func read(
        _ path: RawText, writing outputs: [RawText] = [], _ console: inout Console, _ status: inout ExitStatus
    ) throws(RunEnd) -> Scenario? {
        let name = TerminalText.escaped(Self.name(of: path))
        if case .directory? = try? Platform.kind(of: path) {
            try console.complain("\(name): this is a folder; name a scenario file in it")
            status = .missingInput
            return nil
        }
        let text: [UInt8]
        do throws(SystemFailure) {
            text = try path == "-" ? Platform.contents(of: Platform.standardInput) : Platform.contents(of: path)
        } catch {
            // A call has not failed if a signal interrupted it.
            try RunEnd.heedInterrupts()
            let isTooBig = error.isTooBig
            let reason =
                isTooBig
                ? "the scenario is larger than the limit of 1 MB" : error.message + InputStream.guess(at: path, error)
            try console.complain("\(name): \(reason)")
            status = isTooBig ? .badData : .missingInput
            return nil
        }
        // A scenario from a pipe has no folder.
        let parts = path == "-" ? nil : ScenarioParts(of: path)
        switch ScenarioReading(text, named: path.split().name.text, parts: parts?.content) {
        case .scenario(let scenario):
            let inputs = [path] + (parts?.read ?? [])
            if try console.areApart(reading: inputs, writing: outputs) { return scenario }
            status = .usage
            return nil
        case .faults(let faults):
            for fault in faults {
                let part = fault.part.flatMap { parts?.name(of: $0) }
                try console.complain(bare: TerminalText.escaped(fault.text(in: part.map(TerminalText.escaped) ?? name)))
            }
            status = .badData
            return nil
        }
    }
}
