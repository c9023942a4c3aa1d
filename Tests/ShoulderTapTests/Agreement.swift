import ShoulderTap

/// What the readers of the library promise about each other, on any bytes.
enum Agreement {
    /// Findings that make a payload malformed; the other errors are about sound JSON that is an odd push.
    static let refusing: Set<String> = [
        "empty", "tooLarge", "tooDeep", "unexpectedByte", "unexpectedEnd", "trailingBytes", "badLiteral", "badNumber",
        "controlCharacter", "badEscape", "loneSurrogate", "utf8StrayContinuation", "utf8Truncated", "utf8Overlong",
        "utf8Surrogate", "utf8OutOfRange", "utf8InvalidByte", "byteOrderMark", "utf16", "trailingComma", "comment",
        "unquotedKey", "singleQuotes", "equalsSign", "duplicateKey",
    ]

    /// One line for each promise that `bytes` break.
    static func complaints(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        func demand(_ isKept: Bool, _ promise: String) {
            if !isKept { lines.append(promise) }
        }
        let isTap = Tap.tryParse(bytes) != nil
        demand((Tap.tryParse(bytes.span) != nil) == isTap, "tryParse of an array and of a span differ")
        for strictness in [Strictness.strict, .lenient] {
            let inspection = PushPayload.inspect(bytes, strictness: strictness)
            let isMalformed = inspection.kind == .malformed
            demand(
                PushPayload.classify(bytes.span, strictness: strictness) == inspection.kind,
                "\(strictness): kinds differ")
            demand(inspection.isTap == isTap, "\(strictness): tryParse and isTap differ")
            demand(inspection.bytes == bytes, "\(strictness): other bytes")
            if strictness == .strict {
                demand((inspection.kind == .shoulderTap) == isTap, "the kind and tryParse differ")
            }
            if strictness == .lenient, isTap { demand(inspection.kind == .shoulderTap, "leniency loses a tap") }

            let refusals = inspection.diagnostics.filter {
                Self.refusing.contains($0.code.description) && $0.severity == .error
            }
            demand(refusals.isEmpty != isMalformed, "\(strictness): \(inspection.kind) with \(refusals.map(\.code))")
            let isReadable = refusals.allSatisfy { $0.code.description == "duplicateKey" }
            demand((inspection.root != nil) == isReadable, "\(strictness): root and refusals differ")

            let offsets = inspection.diagnostics.map(\.offset)
            demand(offsets == offsets.sorted(), "\(strictness): findings out of order")
            demand(
                offsets.allSatisfy { (0...bytes.count).contains($0) }, "\(strictness): a finding outside the payload")
            let isBackwards = inspection.diagnostics.allSatisfy { ($0.earlierOffset ?? -1) < $0.offset }
            demand(isBackwards, "\(strictness): an earlier offset that is not earlier")
        }
        return lines
    }
}
