import ShoulderTap

/// What a verdict file says, read without mercy: the files are written by machine, so they have one spelling.
///
///     # why this payload is here
///     strict malformed
///       duplicateKey 61 aps
///     lenient alert
struct RecordedVerdict: Equatable {
    /// What one way of reading came to.
    struct Reading: Equatable, CustomStringConvertible {
        /// The kind, and whether it is our tap.
        var headline: String
        /// Code, offset and path of each finding.
        var findings: [[String]] = []

        var description: String {
            ([self.headline] + self.findings.map { $0.joined(separator: " ") }).joined(separator: "; ")
        }
    }

    struct Mistake: Error, Equatable {
        let line: Int
        let complaint: String
    }

    var why: [String] = []
    private(set) var strict: Reading?
    /// Present only where it differs from the strict reading.
    private(set) var lenient: Reading?

    /// What the file has to say about `bytes`.
    init(of bytes: [UInt8]) {
        let strict = Reading(PushPayload.inspect(bytes, strictness: .strict))
        let lenient = Reading(PushPayload.inspect(bytes, strictness: .lenient))
        self.strict = strict
        self.lenient = lenient == strict ? nil : lenient
    }

    init(reading text: String) throws(Mistake) {
        guard text.hasSuffix("\n") else { throw Mistake(line: 1, complaint: "no line feed at the end") }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
            if let complaint = self.take(line) { throw Mistake(line: index + 1, complaint: complaint) }
        }
        guard self.strict != nil else { throw Mistake(line: 1, complaint: "no strict section") }
    }

    /// Takes one line; says what is wrong with it.
    private mutating func take(_ line: Substring) -> String? {
        if line.hasPrefix("# ") {
            if self.strict != nil { return "a comment below the first section" }
            self.why.append(String(line.dropFirst(2)))
        } else if line.hasPrefix("strict ") {
            if self.strict != nil { return "a second strict section" }
            self.strict = Reading(headline: String(line.dropFirst(7)))
        } else if line.hasPrefix("lenient ") {
            if self.strict == nil || self.lenient != nil { return "a lenient section in the wrong place" }
            self.lenient = Reading(headline: String(line.dropFirst(8)))
        } else if line.hasPrefix("  ") {
            guard let finding = Self.finding(line.dropFirst(2)) else { return "no finding: \(line)" }
            if self.lenient != nil {
                self.lenient?.findings.append(finding)
            } else if self.strict != nil {
                self.strict?.findings.append(finding)
            } else {
                return "a finding above the first section"
            }
        } else {
            return "not a line of a verdict: \(line)"
        }
        return nil
    }

    private static func finding(_ line: Substring) -> [String]? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard words.count >= 2, PayloadDiagnostic.Code(words[0]) != nil, let offset = Int(words[1]),
            words[1] == String(offset)
        else { return nil }
        guard words.count == 3 else { return words }
        guard let path = Self.unescaped(words[2]), !path.isEmpty else { return nil }
        return [words[0], words[1], path]
    }

    /// A path with its `\u{…}` undone, or nil when there is another backslash.
    private static func unescaped(_ text: String) -> String? {
        var path = ""
        var pieces = text.components(dividedBy: "\\u{")
        path += pieces.removeFirst()
        for piece in pieces {
            let parts = piece.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = UInt32(parts[0], radix: 16), let scalar = Unicode.Scalar(value) else {
                return nil
            }
            path.unicodeScalars.append(scalar)
            path += parts[1]
        }
        return path
    }
}

extension RecordedVerdict.Reading {
    init(_ inspection: Inspection) {
        self.headline = inspection.isTap ? "\(inspection.kind) tap" : inspection.kind.description
        self.findings = inspection.diagnostics.map { finding in
            [finding.code.description, String(finding.offset)] + (finding.path.isEmpty ? [] : [finding.path])
        }
    }
}

extension String {
    /// The pieces between the occurrences of `divider`.
    fileprivate func components(dividedBy divider: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: divider) {
            pieces.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return pieces + [String(rest)]
    }
}
