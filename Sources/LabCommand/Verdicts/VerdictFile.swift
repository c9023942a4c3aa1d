import ShoulderTap

/// The verdicts in a file next to a payload: one section for each way of reading.
///
///     # why this payload is here
///     strict malformed
///       duplicateKey 61 aps
///     lenient alert
struct VerdictFile: Equatable {
    static let ending = ".verdict"

    /// The lines that start with # at the top of the file.
    ///
    /// They are kept when verdicts are recorded again.
    var comments: [String] = []
    var strict: Verdict?
    var lenient: Verdict?

    /// Creates the verdicts for a payload.
    ///
    /// The verdict of lenient reading is included only if it differs.
    init(of payload: [UInt8], comments: [String] = []) {
        let lenient = Verdict(PushPayload.inspect(payload, strictness: .lenient))
        let strict = Verdict(PushPayload.inspect(payload, strictness: .strict))
        self.init(comments: comments, strict: strict, lenient: lenient == strict ? nil : lenient)
    }

    init(comments: [String] = [], strict: Verdict?, lenient: Verdict?) {
        self.comments = comments
        self.strict = strict
        self.lenient = lenient
    }

    var text: String {
        let lines = self.comments + Self.lines("strict", self.strict) + Self.lines("lenient", self.lenient)
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the first difference between a payload and its recorded verdicts.
    func difference(from payload: [UInt8]) -> String? {
        for (mode, strictness, recorded) in [
            ("strict", Strictness.strict, self.strict), ("lenient", .lenient, self.lenient),
        ] {
            guard let recorded else { continue }
            let found = Verdict(PushPayload.inspect(payload, strictness: strictness))
            if let difference = found.difference(from: recorded) { return "\(mode): \(difference)" }
        }
        return nil
    }

    private static func lines(_ mode: String, _ verdict: Verdict?) -> [String] {
        guard let verdict else { return [] }
        return ["\(mode) \(verdict.headline)"] + verdict.findings.map { "  " + $0.line }
    }
}

extension VerdictFile {
    /// Escapes a path so that it fits on one line: control characters and the backslash become `\u{…}`.
    static func escaped(_ path: String) -> String {
        path.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\\" || TerminalText.isUnsafe(scalar) {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Reverses `escaped`. Returns nil for a text that `escaped` never produces.
    static func unescaped(_ text: some StringProtocol) -> String? {
        var path = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                path.append(scalar)
                continue
            }
            guard rest.popFirst() == "u", rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
                let value = UInt32(String(String.UnicodeScalarView(rest[..<end])), radix: 16),
                let escaped = Unicode.Scalar(value)
            else { return nil }
            path.append(escaped)
            rest = rest[rest.index(after: end)...]
        }
        return String(path)
    }
}
