import TestSupport

/// One line of a file of UTF-8 test cases.
struct UTF8StressCase: Hashable, Sendable {
    let name: String
    let isValid: Bool
    let bytes: [UInt8]
    /// What the file says remains when a decoder skips, or replaces, what is not UTF-8; none for a valid line.
    let repairs: [[UInt8]]

    /// Reads the text format, described in the file's own head: `name:valid:text`, `name:valid hex:digits`,
    /// or `name:invalid hex:digits:digits:digits`, with blank and `#` lines between.
    static func read(text: [UInt8]) -> [UTF8StressCase] {
        text.split(separator: 0x0A).map { Self.trimmed($0) }.filter { !$0.isEmpty && $0[0] != UInt8(ascii: "#") }
            .compactMap { line in
                let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                    .map { Self.trimmed($0) }
                guard fields.count >= 3 else { return nil }
                let name = String(decoding: fields[0], as: UTF8.self)
                return switch String(decoding: fields[1], as: UTF8.self) {
                case "valid": UTF8StressCase(name: name, isValid: true, bytes: fields[2], repairs: [])
                case "valid hex":
                    Self.hex(fields[2]).map { UTF8StressCase(name: name, isValid: true, bytes: $0, repairs: []) }
                case "invalid hex":
                    Self.hex(fields[2]).map {
                        UTF8StressCase(
                            name: name, isValid: false, bytes: $0, repairs: fields[3...].compactMap(Self.hex))
                    }
                default: nil
                }
            }
    }

    /// Reads the compiled format: `name:valid:bytes` or `name:invalid:bytes`, one a line.
    static func read(compiled: [UInt8]) -> [UTF8StressCase] {
        compiled.split(separator: 0x0A).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            return UTF8StressCase(
                name: String(decoding: fields[0], as: UTF8.self), isValid: fields[1].elementsEqual("valid".utf8),
                bytes: Array(fields[2]), repairs: [])
        }
    }

    private static func hex(_ field: [UInt8]) -> [UInt8]? {
        if field.elementsEqual("nothing".utf8) { return [] }
        let digits = field.filter { $0 != 0x20 }.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == field.count(where: { $0 != 0x20 }), digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { (first: Int) -> UInt8 in
            UInt8(digits[first] * 16 + digits[first + 1])
        }
    }

    private static func trimmed(_ field: some BidirectionalCollection<UInt8>) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0D }
        return Array(field.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
