/// Bytes as pairs of hexadecimal digits.
package enum Hex {
    /// Lower-case digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(Self.digit(byte >> 4))
            text.append(Self.digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// All sixteen digits of a number, the highest first.
    package static func text(of number: UInt64) -> String {
        Self.text(of: (0..<8 as Range<UInt64>).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// Takes digits of both cases; nil unless they come in pairs and nothing else does.
    package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            guard let value = Self.value(of: character) else { return nil }
            if let upper = high {
                bytes.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    package static func bytes(of text: some StringProtocol) -> [UInt8]? { Self.bytes(of: text.utf8) }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 - 10 + value }

    /// The value of one digit of either case.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
