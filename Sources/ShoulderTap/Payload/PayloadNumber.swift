/// A number as the sender wrote it, exact however long it is.
public struct PayloadNumber: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the number, as text.
    public let text: String

    init(text: String) { self.text = text }

    /// The number if it is whole, written without point or exponent, and fits.
    public var int64: Int64? { Int64(self.text) }

    /// The number if it is whole, not negative, written without point or exponent, and fits.
    public var uint64: UInt64? { UInt64(self.text) }

    /// The nearest binary number; infinite when the number is too large.
    public var double: Double { Double(self.text) ?? .nan }

    /// Whether the number is exactly one, in whatever spelling.
    public var isOne: Bool {
        let bytes = Array(self.text.utf8)
        return isExactlyOne(bytes.span, from: 0, to: bytes.count)
    }

    /// Whether the number is whole and not negative, in whatever spelling, and fits 64 bits.
    var isCount: Bool { self.uint64 != nil || ExactDecimal(self).isCount }

    /// Whether the number lies from 0 to 1.
    var isShare: Bool { ExactDecimal(self).isShare }

    var isZero: Bool { ExactDecimal(self).isZero }

    var isNegative: Bool { self.text.hasPrefix("-") && !self.isZero }

    /// The number as written.
    public var description: String { self.text }
}
