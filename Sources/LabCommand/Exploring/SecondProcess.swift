import LabWire

/// Another process of this program: nothing of this one can have led to what it shows.
enum SecondProcess {
    /// Has it do what these words say; nil when there is none, or it does not come to its end. Programs under test say
    /// there what they have said here, so its standard error is dropped.
    static func run(
        _ words: [String], input: [UInt8], limit: Duration, isStopped: () -> Bool = { false }
    ) -> Errand.Outcome? {
        guard let path = Platform.executable() else { return nil }
        let command = (["exec", ShellWord.quoted(path)] + words + ["2>/dev/null"]).joined(separator: " ")
        return Errand.run(command, input: input, limit: limit, isStopped: isStopped)
    }
}
