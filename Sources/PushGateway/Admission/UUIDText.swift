/// The canonical form of an id: five groups of hex digits.
enum UUIDText {
    private static let groups = [8, 4, 4, 4, 12]

    /// Whether the text is canonical. Its letters may be in upper or lower case.
    static func isCanonical(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == Self.groups.count
            && zip(parts, Self.groups).allSatisfy { part, count in part.count == count && part.allSatisfy(\.isHexDigit)
            }
    }

    /// Returns a random id in upper case, the form that the real service uses.
    static func upperCase(_ bits: (UInt64, UInt64)) -> String {
        // Sets version 4 and variant 1, which mark a random id.
        let high = bits.0 & ~0xF000 | 0x4000
        let low = bits.1 & ~(0b11 << 62) | (0b10 << 62)
        return String(unsafeUninitializedCapacity: Self.length) { room in
            var (place, digit) = (0, 0)
            for (number, count) in Self.groups.enumerated() {
                if number > 0 {
                    room[place] = UInt8(ascii: "-")
                    place += 1
                }
                for _ in 0..<count {
                    room[place] = Self.digit(digit < 16 ? high : low, digit & 0xF)
                    (place, digit) = (place + 1, digit + 1)
                }
            }
            return place
        }
    }

    private static let length = 36

    /// Returns one of the sixteen hex digits of a word. Digit 0 is the most significant.
    private static func digit(_ word: UInt64, _ place: Int) -> UInt8 {
        let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place)) & 0xF
        return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
    }
}

extension UInt8 {
    var isHexDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    var isDigit: Bool { 0x30...0x39 ~= self }
}
