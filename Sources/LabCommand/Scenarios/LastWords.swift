import Basics
import CSignalNotes
import LabWire
import PushLab

/// The result that is written if this process crashes during a run, or if the run reaches the limit of processor time.
enum LastWords {
    /// The placeholder in the prepared texts for the name of the signal that ends the process.
    private static let signal = "(SIGNAL)"
    private static let report = "its report is on standard error"

    /// Prepares the result of a run, and sets the limit of its processor time.
    static func prepare(for plan: Scenario, from source: String, _ options: RunOptions) {
        guard !WorldProcess.isOff else { return }
        var crash = RunDeath(.signal(Self.signal)).violation
        crash.witness = "the run crashed with \(Self.signal): \(Self.report)"
        let milliseconds = options.lab.processorMilliseconds
        let endless = RunDeath(.endless(milliseconds: milliseconds)).violation
        let texts = [crash, endless].map { violation in
            let trial = Trial(of: violation)
            let result = ScenarioResult(plan, from: source, options, at: .zero, trial, isWhole: false)
            let head = "\(source): "
            return (options.json ? [result.json] : [head + violation.witness] + result.lines)
                .map { TerminalText.escaped($0) + "\n" }.joined()
        }
        // If the output option replaces the result on standard output, this text must not go there.
        let isReplaced = options.history == "-" || options.plan == "-"
        let descriptor = isReplaced ? Platform.standardError : Platform.standardOutput
        signal_notes_set_last_words(texts[0], Self.signal, texts[1], descriptor, ExitStatus.refused.rawValue)
        CompanionPort.limitProcessorTime(milliseconds: milliseconds)
    }

    /// Prepares a sentence about the file that is being read. It is printed only after a crash.
    static func prepare(for source: String, verb: String) {
        guard !WorldProcess.isOff else { return }
        let text = TerminalText.escaped("\(source): \(verb) crashed with \(Self.signal): \(Self.report)") + "\n"
        signal_notes_set_last_words(text, Self.signal, "", Platform.standardError, ExitStatus.refused.rawValue)
    }

    /// Clears the prepared result: a later crash is a crash of the tool.
    static func forget() { signal_notes_clear_last_words() }
}
