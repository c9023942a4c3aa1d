/// Bytes as pairs of hexadecimal digits.
package enum Hex {
    /// Encodes bytes in lower-case digits.
    package static func text(of bytes: some Sequence<UInt8>) -> String { bytes.withSpan { Self.text(of: $0) } }

    /// Encodes bytes without the cost of a generic sequence.
    package static func text(of bytes: Span<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                let word = UInt32(truncatingIfNeeded: bytes.word(at: offset)).byteSwapped
                Self.write(Self.digits(of: word), min(8, 2 * (bytes.count - offset)), to: text, at: 2 * offset)
            }
            return 2 * bytes.count
        }
    }

    /// Returns all sixteen digits of a number, the most significant first.
    package static func text(of number: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { text in
            Self.write(number, to: text, at: 0)
            return 16
        }
    }

    /// Writes all sixteen digits of a number into a text, starting at `place`.
    package static func write(_ number: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int) {
        precondition(place >= 0 && place + 16 <= text.count, "digits reach over the end of a text")
        Self.write(Self.digits(of: UInt32(truncatingIfNeeded: number >> 32)), 8, to: text, at: place)
        Self.write(Self.digits(of: UInt32(truncatingIfNeeded: number)), 8, to: text, at: place + 8)
    }

    /// Returns the lower-case digit of a value below sixteen.
    package static func digit(of value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 - 10 + value }

    /// Decodes digits of either case. Returns nil unless the text consists of pairs of digits.
    package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? { text.withSpan { Self.bytes(of: $0) } }

    /// Decodes digits without the cost of a generic collection.
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

    /// Decodes a number in the form of ``text(of:)``, starting at `place`. Returns nil for any other form.
    package static func number(of text: Span<UInt8>, at place: Int) -> UInt64? {
        guard place >= 0, place <= text.count &- 16, let high = self.number(of: text.word(at: place)),
            let low = self.number(of: text.word(at: place &+ 8))
        else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// Returns the eight digits of a number in little-endian order, all computed at once.
    private static func digits(of number: UInt32) -> UInt64 {
        var digits = UInt64(number)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        return self.characters(of: digits.byteSwapped)
    }

    /// Returns the digits of eight values below sixteen, one in each byte.
    private static func characters(of values: UInt64) -> UInt64 {
        let areLetters = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return values &+ 0x3030_3030_3030_3030 &+ areLetters &* 39
    }

    /// Decodes eight digits. Returns nil if a character is not a digit.
    private static func number(of digits: UInt64) -> UInt32? {
        let areLetters = digits >> 6 & 0x0101_0101_0101_0101
        let values = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ areLetters &* 9
        guard values & 0xF0F0_F0F0_F0F0_F0F0 == 0, self.characters(of: values) == digits else { return nil }
        var number = values.byteSwapped
        number = (number | number >> 4) & 0x00FF_00FF_00FF_00FF
        number = (number | number >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: number | number >> 16)
    }

    @inline(__always)
    private static func write(
        _ digits: UInt64, _ count: Int, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        for index in 0..<count {
            text[place &+ index] = UInt8(truncatingIfNeeded: digits &>> UInt64(truncatingIfNeeded: 8 &* index))
        }
    }

    /// Returns the value of one digit of either case.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
