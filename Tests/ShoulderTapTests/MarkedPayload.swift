import ShoulderTap

/// A payload with a mark before each byte that a finding is expected at.
///
///     MarkedPayload(#"{"aps":{"badge":‸"1"}}"#)
struct MarkedPayload: Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]
    /// Where the marks stood.
    let offsets: [Int]

    init(stringLiteral text: String) { self.init(text) }

    init(_ text: String) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for scalar in text.unicodeScalars {
            if scalar == "‸" { offsets.append(bytes.count) } else { bytes += Array(String(scalar).utf8) }
        }
        self.bytes = bytes
        self.offsets = offsets
    }
}

/// What is expected of one payload: a line for each finding, its code and its path.
struct FindingRow: Sendable, CustomStringConvertible {
    let payload: MarkedPayload
    let findings: [String]

    init(_ payload: MarkedPayload, _ findings: String...) {
        self.payload = payload
        self.findings = findings
    }

    var description: String { String(decoding: self.payload.bytes.prefix(120), as: UTF8.self) }

    /// The findings with the offsets of the marks.
    var expected: [String] {
        precondition(self.findings.count == self.payload.offsets.count, "a mark for each finding")
        return zip(self.payload.offsets, self.findings).map { "\($0) \($1)" }
    }

    /// What the library finds, spelt like ``expected``.
    func found(_ strictness: Strictness = .strict) -> [String] {
        PushPayload.inspect(self.payload.bytes, strictness: strictness).diagnostics.map { finding in
            "\(finding.offset) \(finding.code)" + (finding.path.isEmpty ? "" : " \(finding.path)")
        }
    }
}
