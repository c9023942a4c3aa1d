/// Bytes as pairs of hexadecimal digits.
package enum Hex {
    /// Lower-case digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String { bytes.withSpan { Self.text(of: $0) } }

    /// The same, without the cost of code for any sequence.
    package static func text(of bytes: Span<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for index in bytes.indices {
                text[2 * index] = Self.digit(bytes[index] >> 4)
                text[2 * index + 1] = Self.digit(bytes[index] & 15)
            }
            return 2 * bytes.count
        }
    }

    /// All sixteen digits of a number, the highest first.
    package static func text(of number: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { text in
            for place in 0..<16 {
                text[place] = Self.digit(UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15)
            }
            return 16
        }
    }

    /// Takes digits of both cases; nil unless they come in pairs and nothing else does.
    package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? { text.withSpan { Self.bytes(of: $0) } }

    /// The same, without the cost of code for any collection.
    package static func bytes(of text: Span<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = Self.value(of: text[index]), let low = Self.value(of: text[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
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
