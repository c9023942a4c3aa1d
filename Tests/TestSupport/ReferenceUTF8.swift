/// Well-formed UTF-8, spelt out as the syntax of RFC 3629, section 4.
package enum ReferenceUTF8 {
    private static let tail: ClosedRange<UInt8> = 0x80...0xBF

    /// One row per alternative of the RFC's grammar; UTF8-1 is handled before the table is asked.
    private static let rows: [[ClosedRange<UInt8>]] = [
        [0xC2...0xDF, tail],
        [0xE0...0xE0, 0xA0...0xBF, tail],
        [0xE1...0xEC, tail, tail],
        [0xED...0xED, 0x80...0x9F, tail],
        [0xEE...0xEF, tail, tail],
        [0xF0...0xF0, 0x90...0xBF, tail, tail],
        [0xF1...0xF3, tail, tail, tail],
        [0xF4...0xF4, 0x80...0x8F, tail, tail],
    ]

    /// Where the first byte stands that begins no character, or nil when all of `bytes` is UTF-8.
    package static func firstError(in bytes: [UInt8]) -> Int? {
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                at += 1
                continue
            }
            guard let row = Self.rows.first(where: { $0[0].contains(bytes[at]) }) else { return at }
            for (place, range) in row.enumerated() {
                guard at + place < bytes.count, range.contains(bytes[at + place]) else { return at }
            }
            at += row.count
        }
        return nil
    }

    package static func isValid(_ bytes: [UInt8]) -> Bool { Self.firstError(in: bytes) == nil }
}
