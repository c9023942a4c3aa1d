import Basics

/// The number by which an authority identifies and revokes a certificate.
package struct SerialNumber: Hashable, Sendable, CustomStringConvertible {
    /// The magnitude in big-endian order, without leading zeros.
    package let bytes: [UInt8]

    /// The maximum number of bytes that RFC 5280 requires readers to accept.
    static let limit = 20

    /// Returns nil for zero and for more than twenty bytes including the sign.
    package init?(_ magnitude: [UInt8]) {
        let digits = magnitude.drop { $0 == 0 }
        guard let first = digits.first, digits.count < Self.limit || (digits.count == Self.limit && first < 0x80) else {
            return nil
        }
        self.bytes = Array(digits)
    }

    /// Creates a number from sixteen random bytes. Two bits are fixed, so that the number is positive and always has
    /// the same length.
    init(drawnFrom random: (Int) -> [UInt8]) {
        var bytes = random(16)
        precondition(bytes.count == 16, "a source of random bytes gives as many as it is asked for")
        bytes[0] = bytes[0] & 0x3F | 0x40
        self.bytes = bytes
    }

    package var description: String { Hex.text(of: self.bytes) }
}
