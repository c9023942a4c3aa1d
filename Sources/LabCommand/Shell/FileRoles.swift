/// Checks that a verb does not write a file that it reads.
enum FileRoles {
    /// Returns an error message if an output is also an input or another output. Otherwise returns nil.
    ///
    /// `-` is a standard stream.
    static func complaint(reading inputs: [RawText], writing outputs: [RawText]) -> String? {
        for (index, output) in outputs.enumerated() {
            for input in inputs where Self.areSame(input, output, Platform.standardInput) {
                return Self.complaint(output, input, "is also read")
            }
            for other in outputs[..<index] where Self.areSame(other, output, Platform.standardOutput) {
                return Self.complaint(output, other, "is also written")
            }
        }
        return nil
    }

    /// Whether two paths are the same regular file.
    ///
    /// A device or a pipe may be both read and written.
    private static func areSame(_ one: RawText, _ output: RawText, _ descriptor: Int32) -> Bool {
        if one == output, one != "-" { return !Self.isOther(one) }
        return Platform.areSame(one, output, descriptors: [descriptor, Platform.standardOutput])
            && Self.isFile([one, output])
    }

    private static func isOther(_ path: RawText) -> Bool {
        if case .other? = try? Platform.kind(of: path) { true } else { false }
    }

    private static func isFile(_ paths: [RawText]) -> Bool {
        guard let path = paths.first(where: { $0 != "-" }) else { return Self.standardStreamsAreFiles }
        if case .file? = try? Platform.kind(of: path) { return true }
        return false
    }

    private static var standardStreamsAreFiles: Bool {
        if case .file? = try? Platform.kind(of: Platform.standardInput) { true } else { false }
    }

    private static func complaint(_ output: RawText, _ other: RawText, _ role: String) -> String {
        let (name, otherName) = (InputDesk.quoted(output), InputDesk.quoted(other))
        let subject = output == "-" ? "standard output" : name
        return output == other
            ? "cannot write \(subject): it \(role)"
            : "cannot write \(subject): it is the same file as \(otherName), which \(role)"
    }
}

extension Console {
    /// Whether all outputs differ from the inputs.
    ///
    /// If not, the error has been reported.
    mutating func areApart(reading inputs: [RawText], writing outputs: [RawText]) throws(RunEnd) -> Bool {
        guard let complaint = FileRoles.complaint(reading: inputs, writing: outputs) else { return true }
        try self.complain(complaint)
        return false
    }
}

extension InputDesk {
    func areApart(reading inputs: [RawText], writing outputs: [RawText]) throws(RunEnd) -> Bool {
        if try self.console.areApart(reading: inputs, writing: outputs) { return true }
        self.worsen(to: .usage)
        return false
    }
}
