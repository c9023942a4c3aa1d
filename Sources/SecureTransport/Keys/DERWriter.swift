/// Writes DER elements.
enum DERWriter {
    static func element(_ tag: UInt8, _ contents: some Collection<UInt8>) -> [UInt8] {
        let count = contents.count
        var bytes = [tag]
        bytes.reserveCapacity(count + 5)
        if count < 0x80 {
            bytes.append(UInt8(count))
        } else {
            let digits = (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }.drop { $0 == 0 }
            bytes.append(0x80 | UInt8(digits.count))
            bytes += digits
        }
        return bytes + contents
    }

    static func sequence(_ elements: [UInt8]...) -> [UInt8] {
        Self.element(DERTag.sequence, elements.flatMap { $0 })
    }

    /// Writes a non-negative integer from its big-endian magnitude.
    static func integer(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        let digits = magnitude.drop { $0 == 0 }
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        return Self.element(DERTag.integer, (needsZero ? [0] : []) + digits)
    }

    static func text(_ text: String) -> [UInt8] { Self.element(DERTag.utf8String, text.utf8) }
}
