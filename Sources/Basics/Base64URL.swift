/// Base64 in the alphabet of RFC 4648 §5, for cursors, access tokens and provider tokens.
package enum Base64URL {
    /// Encodes bytes, without padding.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        bytes.withSpan { Self.text(of: $0) }
    }

    /// Encodes bytes without the cost of a generic collection.
    package static func text(of bytes: Span<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (length, pending, count) = (0, UInt32(0), UInt32(0))
            for index in bytes.indices {
                pending = pending << 8 | UInt32(bytes[index])
                count += 8
                while count >= 6 {
                    count -= 6
                    text[length] = Self.character(pending >> count & 63)
                    length += 1
                }
            }
            guard count > 0 else { return length }
            text[length] = Self.character(pending << (6 - count) & 63)
            return length + 1
        }
    }

    /// Decodes only the form that ``text(of:)`` writes. Each byte sequence has exactly one such text.
    package static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
        Self.withBytes(of: text) { Self.bytes(of: $0, value: Self.value) }
    }

    package static func bytes(of text: some StringProtocol) -> [UInt8]? { Self.bytes(of: text.utf8) }

    /// Decodes a string without the cost of a generic text.
    package static func bytes(of text: String) -> [UInt8]? {
        Self.withBytes(of: text.utf8) { Self.bytes(of: $0, value: Self.value) }
    }

    /// Decodes a text of 43 characters to 256 bits in big-endian order. Returns nil for all other texts.
    package static func words(of text: String) -> SIMD4<UInt64>? {
        var text = text
        return text.withUTF8 { Self.words(of: $0) }
    }

    /// Decodes 256 bits from a text that is given as bytes.
    static func words(of text: Span<UInt8>) -> SIMD4<UInt64>? {
        text.withUnsafeBufferPointer { Self.words(of: $0) }
    }

    private static func words(of text: UnsafeBufferPointer<UInt8>) -> SIMD4<UInt64>? {
        guard text.count == 43 else { return nil }
        // Decodes sixty bits at a time. A single check at the end finds invalid characters in all of them.
        var faults: UInt8 = 0
        let first = Self.bits(of: text, 0..<10, &faults)
        let second = Self.bits(of: text, 10..<20, &faults)
        let third = Self.bits(of: text, 20..<30, &faults)
        let fourth = Self.bits(of: text, 30..<40, &faults)
        let last = Self.bits(of: text, 40..<43, &faults)
        // The last character has two unused bits, which must be zero.
        guard faults < 64, last & 3 == 0 else { return nil }
        return SIMD4(
            first << 4 | second >> 56, second << 8 | third >> 52, third << 12 | fourth >> 48, fourth << 16 | last >> 2)
    }

    @inline(__always)
    private static func bits(
        of text: UnsafeBufferPointer<UInt8>, _ places: Range<Int>, _ faults: inout UInt8
    ) -> UInt64 {
        let values = Self.values.utf8Start
        var (bits, place) = (UInt64(0), places.lowerBound)
        while place < places.upperBound {
            let character = text[place]
            let value = values[Int(truncatingIfNeeded: character & 0x7F)] &- 48
            faults |= value | character & 0x80
            bits = bits &<< 6 | UInt64(truncatingIfNeeded: value & 63)
            place &+= 1
        }
        return bits
    }

    /// Encodes 256 bits.
    package static func text(of words: SIMD4<UInt64>) -> String {
        String(unsafeUninitializedCapacity: 43) { text in
            Self.write(words.x >> 4, to: text, 0..<10)
            Self.write(words.x << 56 | words.y >> 8, to: text, 10..<20)
            Self.write(words.y << 52 | words.z >> 12, to: text, 20..<30)
            Self.write(words.z << 48 | words.w >> 16, to: text, 30..<40)
            Self.write(words.w << 2, to: text, 40..<43)
            return 43
        }
    }

    /// Writes `bits` as base64url characters to the given places of a text, six bits in each character. The lowest six
    /// bits go to the last place.
    @inline(__always)
    private static func write(_ bits: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, _ places: Range<Int>) {
        for place in places {
            let shift = UInt64(6 * (places.upperBound - 1 - place))
            text[place] = Self.alphabet.utf8Start[Int(truncatingIfNeeded: bits &>> shift & 63)]
        }
    }

    /// Decodes the variants that client libraries send. Also accepts `+` and `/` of the older alphabet, and complete
    /// padding.
    package static func bytes(ofLenient text: some Collection<UInt8>) -> [UInt8]? {
        Self.withBytes(of: text) { Self.bytes(ofLenient: $0[...]) }
    }

    package static func bytes(ofLenient text: some StringProtocol) -> [UInt8]? { Self.bytes(ofLenient: text.utf8) }

    /// Passes the bytes to `read` as a concrete type: generic code is slow when called from another module.
    private static func withBytes(
        of text: some Collection<UInt8>, _ read: (UnsafeBufferPointer<UInt8>) -> [UInt8]?
    ) -> [UInt8]? {
        if let bytes = text.withContiguousStorageIfAvailable(read) { return bytes }
        return Array(text).withUnsafeBufferPointer(read)
    }

    private static func bytes(ofLenient text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let equals = UInt8(ascii: "=")
        let unpadded = text.prefix { $0 != equals }
        let padding = text.count - unpadded.count
        if padding > 0 {
            guard padding <= 2, text.count.isMultiple(of: 4), text.suffix(padding).allSatisfy({ $0 == equals }) else {
                return nil
            }
        }
        return Self.bytes(of: UnsafeBufferPointer(rebasing: unpadded)) { Self.value(of: $0) ?? Self.olderValue(of: $0) }
    }

    @inline(__always)
    private static func bytes(of text: UnsafeBufferPointer<UInt8>, value: (UInt8) -> UInt32?) -> [UInt8]? {
        var isText = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { bytes, length in
            var (pending, count) = (UInt32(0), UInt32(0))
            for character in text {
                guard let value = value(character) else { return isText = false }
                pending = pending << 6 | value
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes[length] = UInt8(truncatingIfNeeded: pending >> count)
                    length += 1
                }
            }
            // A single character does not encode a complete byte. The unused bits must be zero: otherwise several texts
            // would encode the same bytes.
            isText = count < 6 && pending & (1 << count - 1) == 0
        }
        return isText ? bytes : nil
    }

    private static func character(_ value: UInt32) -> UInt8 { Self.alphabet.utf8Start[Int(value & 63)] }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    private static func value(of character: UInt8) -> UInt32? {
        // This code has no branches, because the processor would mispredict them in random text.
        let upper = character &- UInt8(ascii: "A")
        let lower = character &- UInt8(ascii: "a")
        let digit = character &- UInt8(ascii: "0")
        let none: UInt8 = 64
        let mark: UInt8 = character == UInt8(ascii: "-") ? 62 : character == UInt8(ascii: "_") ? 63 : none
        let other = digit < 10 ? digit &+ 52 : mark
        let value = upper < 26 ? upper : lower < 26 ? lower &+ 26 : other
        return value < none ? UInt32(value) : nil
    }

    private static func olderValue(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// The values of all ASCII characters, with an offset that makes them printable. `p` marks a character without a
    /// value.
    private static let values: StaticString = #"""
        pppppppppppppppppppppppppppppppp\#
        pppppppppppppnppdefghijklmpppppp\#
        p0123456789:;<=>?@ABCDEFGHIppppo\#
        pJKLMNOPQRSTUVWXYZ[\]^_`abcppppp
        """#
}
