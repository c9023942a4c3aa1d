import Basics

/// The number by which an authority knows a certificate, and revokes it.
package struct SerialNumber: Hashable, Sendable, CustomStringConvertible {
    /// The magnitude, the highest byte first, without zeros in front.
    package let bytes: [UInt8]

    /// RFC 5280: no conforming reader has to take more.
    static let limit = 20

    /// Nil for zero and for more than twenty bytes with the sign.
    package init?(_ magnitude: [UInt8]) {
        let digits = magnitude.drop { $0 == 0 }
        guard let first = digits.first, digits.count < Self.limit || (digits.count == Self.limit && first < 0x80) else {
            return nil
        }
        self.bytes = Array(digits)
    }

    /// A number of sixteen of these bytes with two bits fixed: positive, and always as long.
    init(drawnFrom random: (Int) -> [UInt8]) {
        var bytes = random(16)
        precondition(bytes.count == 16, "a source of random bytes gives as many as it is asked for")
        bytes[0] = bytes[0] & 0x3F | 0x40
        self.bytes = bytes
    }

    package var description: String { Hex.text(of: self.bytes) }
}
