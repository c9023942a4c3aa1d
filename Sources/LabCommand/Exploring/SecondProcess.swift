import LabWire

/// A second process of this program, which shares no state with this one.
enum SecondProcess {
    /// Runs the program with these arguments. Returns nil when the program cannot be started or does not end.
    ///
    /// Its standard error is dropped, because programs under test would repeat their output there.
    static func run(
        _ words: [String], input: [UInt8], limit: Duration, isStopped: () -> Bool = { false }
    ) -> Errand.Outcome? {
        guard let path = Platform.executable() else { return nil }
        let command = (["exec", ShellWord.quoted(path)] + words + ["2>/dev/null"]).joined(separator: " ")
        return Errand.run(command, input: input, limit: limit, isStopped: isStopped)
    }
}
