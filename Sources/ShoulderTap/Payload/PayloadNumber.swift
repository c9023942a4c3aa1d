/// A number as the sender wrote it, exact at any length.
public struct PayloadNumber: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the number, as text.
    public let text: String

    init(text: String) { self.text = text }

    /// The number, if it fits the type and is an integer written without point or exponent.
    public var int64: Int64? { Int64(self.text) }

    /// The number, if it fits the type and is a non-negative integer written without point or exponent.
    public var uint64: UInt64? { UInt64(self.text) }

    /// The nearest double; infinite when the number is too large.
    public var double: Double { Double(self.text) ?? .nan }

    /// Whether the number is exactly one, in any spelling.
    public var isOne: Bool {
        let bytes = Array(self.text.utf8)
        return isExactlyOne(bytes.span, from: 0, to: bytes.count)
    }

    /// Whether the number is a non-negative integer in any spelling, and fits 64 bits.
    var isCount: Bool { self.uint64 != nil || ExactDecimal(self).isCount }

    /// Whether the number is between 0 and 1, inclusive.
    var isShare: Bool { ExactDecimal(self).isShare }

    var isZero: Bool { ExactDecimal(self).isZero }

    var isNegative: Bool { self.text.hasPrefix("-") && !self.isZero }

    /// The number as written.
    public var description: String { self.text }
}
