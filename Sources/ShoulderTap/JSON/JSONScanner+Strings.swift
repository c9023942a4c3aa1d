extension JSONScanner {
    /// Validates the string whose opening quote stands just before `start`.
    @inline(__always)
    func string(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> StringToken {
        // Keys are short: one word answers most of them.
        if let stop = bytes.stringStop(inWordAt: start), bytes.byte(at: stop) == Ascii.quote {
            return StringToken(start, stop, isPlain: true)
        }
        return try self.longString(bytes, from: start)
    }

    /// Validates a string that is long, or has escapes, characters beyond ASCII, or anything that is wrong.
    @inline(never)
    private func longString(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> StringToken {
        var offset = bytes.stringStop(from: start)
        var isPlain = true
        while true {
            let byte = bytes.byte(at: offset)
            if byte == Ascii.quote { return StringToken(start, offset, isPlain: isPlain) }
            if byte >= 0x80 {
                offset = try bytes.skipNonASCII(from: offset)
            } else if byte == Ascii.backslash {
                isPlain = false
                repeat {
                    offset = try self.escape(bytes, at: offset)
                } while bytes.byte(at: offset) == Ascii.backslash
            } else if byte < 0x20 {
                throw JSONFault(offset < bytes.count ? .controlCharacter : .unexpectedEnd, at: min(offset, bytes.count))
            }
            offset = bytes.stringStop(from: offset)
        }
    }

    /// Steps over one escape; both halves of a surrogate pair count as one.
    @inline(__always)
    private func escape(_ bytes: Span<UInt8>, at offset: Int) throws(JSONFault) -> Int {
        switch bytes.byte(at: offset &+ 1) {
        case UInt8(ascii: "u"):
            let unit = bytes.hexUnit(at: offset &+ 2)
            if unit & 0xF800 != 0xD800, unit <= 0xFFFF { return offset &+ 6 }
            return try self.surrogatePair(bytes, at: offset, first: unit)
        case Ascii.quote, Ascii.backslash, Ascii.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return offset &+ 2
        default:
            throw JSONFault(offset &+ 1 < bytes.count ? .badEscape : .unexpectedEnd, at: offset)
        }
    }

    private func surrogatePair(
        _ bytes: Span<UInt8>, at offset: Int, first: UInt32
    ) throws(JSONFault) -> Int {
        guard first <= 0xFFFF else {
            throw JSONFault(offset &+ 6 <= bytes.count ? .badEscape : .unexpectedEnd, at: offset)
        }
        guard first & 0xFC00 == 0xD800, bytes.byte(at: offset &+ 6) == Ascii.backslash,
            bytes.byte(at: offset &+ 7) == UInt8(ascii: "u"), case let second = bytes.hexUnit(at: offset &+ 8),
            second <= 0xFFFF, second & 0xFC00 == 0xDC00
        else { throw JSONFault(.loneSurrogate, at: offset) }
        return offset &+ 12
    }
}

extension Span where Element == UInt8 {
    /// The number that four hexadecimal digits spell, or one above 0xFFFF when they do not.
    @inline(__always)
    func hexUnit(at offset: Int) -> UInt32 {
        let word = self.word(at: offset)
        var unit: UInt32 = 0
        var wrong: UInt32 = 0
        var shift: UInt64 = 0
        while shift < 32 {
            let digit = Self.nibble(UInt8(truncatingIfNeeded: word &>> shift))
            unit = unit &<< 4 | digit & 0xF
            wrong |= digit & 0x8000_0000
            shift &+= 8
        }
        return unit | wrong
    }

    @inline(__always)
    private static func nibble(_ digit: UInt8) -> UInt32 {
        let value = digit &- 0x30
        if value < 10 { return UInt32(value) }
        let letter = (digit | 0x20) &- 0x61
        return letter < 6 ? UInt32(letter) &+ 10 : 0x8000_0000
    }
}
