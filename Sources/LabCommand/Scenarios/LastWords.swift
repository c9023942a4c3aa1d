import Basics
import CSignalNotes
import LabWire
import PushLab

/// The words that a run leaves if this process crashes, or if the run has no end: the result of the run.
enum LastWords {
    /// Stands for the name of the signal, which is not known before.
    private static let signal = "(SIGNAL)"
    private static let report = "its report is on standard error"

    /// Prepares the result of a run, and gives the run its processor time.
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
        // What is written in place of the result stays whole.
        let isReplaced = options.history == "-" || options.plan == "-"
        let descriptor = isReplaced ? Platform.standardError : Platform.standardOutput
        signal_notes_set_last_words(texts[0], Self.signal, texts[1], descriptor, ExitStatus.refused.rawValue)
        CompanionPort.limitProcessorTime(milliseconds: milliseconds)
    }

    /// Prepares a sentence about what is read; only a crash is told.
    static func prepare(for source: String, verb: String) {
        guard !WorldProcess.isOff else { return }
        let text = TerminalText.escaped("\(source): \(verb) crashed with \(Self.signal): \(Self.report)") + "\n"
        signal_notes_set_last_words(text, Self.signal, "", Platform.standardError, ExitStatus.refused.rawValue)
    }

    /// Clears the last words: a later crash is one of the tool.
    static func forget() { signal_notes_clear_last_words() }
}
