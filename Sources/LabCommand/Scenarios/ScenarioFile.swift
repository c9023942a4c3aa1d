import LabScenario
import PushLab

/// A scenario on disk, or what stands in its way.
enum ScenarioFile {
    /// What people call it.
    static func name(of path: RawText) -> String { path == "-" ? "standard input" : path.text }

    /// Why a text could not be read again; nil where it could. What a file may say has bounds, and a plan has none.
    static func fault(of text: [UInt8]) -> String? {
        guard case .faults(let faults) = ScenarioReading(text) else { return nil }
        return faults.first?.message ?? "it is too large"
    }

    /// Nil once it has been told why there is none.
    ///
    /// - Parameter outputs: The files that are to be written, which are to be others than those that are read.
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
            // A call that a signal cut short has not failed.
            try RunEnd.heedInterrupts()
            let isTooBig = error.isTooBig
            let reason = isTooBig ? "a scenario has at most 1 MB" : error.message + InputStream.guess(at: path, error)
            try console.complain("\(name): \(reason)")
            status = isTooBig ? .badData : .missingInput
            return nil
        }
        // What comes through a pipe is in no folder.
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
