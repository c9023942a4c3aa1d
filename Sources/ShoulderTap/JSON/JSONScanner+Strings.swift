extension JSONScanner {
    /// Validates the string whose opening quote is just before `start`.
    @inline(__always)
    func string(_ bytes: Span<UInt8>, _ stops: StopBits, from start: Int) throws(JSONFault) -> StringToken {
        let stop = stops.stop(from: start)
        if bytes.byte(at: stop) == Ascii.quote { return StringToken(start, stop, isPlain: true) }
        return try self.escapedString(bytes, stops, from: start, stop: stop)
    }

    /// Continues at a stop that is not a quote: an escape, or an error.
    @inline(never)
    private func escapedString(
        _ bytes: Span<UInt8>, _ stops: StopBits, from start: Int, stop: Int
    ) throws(JSONFault) -> StringToken {
        var offset = stop
        repeat {
            guard bytes.byte(at: offset) == Ascii.backslash else {
                throw JSONFault(offset < bytes.count ? .controlCharacter : .unexpectedEnd, at: min(offset, bytes.count))
            }
            repeat {
                offset = try self.escape(bytes, at: offset)
            } while bytes.byte(at: offset) == Ascii.backslash
            offset = stops.stop(from: offset)
        } while bytes.byte(at: offset) != Ascii.quote
        return StringToken(start, offset, isPlain: false)
    }

    /// Skips one escape. The two escapes of a surrogate pair count as one escape.
    @inline(__always)
    private func escape(_ bytes: Span<UInt8>, at offset: Int) throws(JSONFault) -> Int {
        let word = bytes.word(at: offset)
        let letter = UInt8(truncatingIfNeeded: word &>> 8)
        if letter == UInt8(ascii: "u") {
            let unit = hexUnit(UInt32(truncatingIfNeeded: word &>> 16))
            if unit & 0xF800 != 0xD800, unit <= 0xFFFF { return offset &+ 6 }
            return try self.surrogatePair(bytes, at: offset, first: unit)
        }
        // A bit mask is used because the processor would mispredict the jump table of a switch.
        let letters: UInt64 = letter & 0x40 == 0 ? 0x0000_8004_0000_0000 : 0x0014_4044_1000_0000
        guard letter < 0x80, letters &>> UInt64(letter & 0x3F) & 1 != 0 else {
            throw self.escapeFault(bytes, at: offset)
        }
        return offset &+ 2
    }

    /// Returns the fault of an escape: either the escape is wrong, or the text ends within it.
    @inline(never)
    private func escapeFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        var end = offset &+ 2
        while end < bytes.count, end < offset &+ 6, Ascii.isHexadecimal(bytes[end]) { end &+= 1 }
        let isUnicode = bytes.byte(at: offset &+ 1) == UInt8(ascii: "u")
        let isCut = offset &+ 1 >= bytes.count || isUnicode && end >= bytes.count
        return isCut ? JSONFault(.unexpectedEnd, at: bytes.count) : JSONFault(.badEscape, at: offset)
    }

    private func surrogatePair(
        _ bytes: Span<UInt8>, at offset: Int, first: UInt32
    ) throws(JSONFault) -> Int {
        guard first <= 0xFFFF else { throw self.escapeFault(bytes, at: offset) }
        guard first & 0xFC00 == 0xD800, bytes.byte(at: offset &+ 6) == Ascii.backslash,
            bytes.byte(at: offset &+ 7) == UInt8(ascii: "u"), case let second = bytes.hexUnit(at: offset &+ 8),
            second <= 0xFFFF, second & 0xFC00 == 0xDC00
        else { throw JSONFault(.loneSurrogate, at: offset) }
        return offset &+ 12
    }
}

extension Span where Element == UInt8 {
    /// Returns the value of four hexadecimal digits. The result is above 0xFFFF when they are not digits.
    @inline(__always)
    func hexUnit(at offset: Int) -> UInt32 {
        ShoulderTap.hexUnit(UInt32(truncatingIfNeeded: self.word(at: offset)))
    }
}

/// Returns the value of four hexadecimal digits in little-endian order. The result is above 0xFFFF when they are not
/// digits.
///
/// All four are handled at once and without branches, because letters and digits alternate unpredictably.
@inline(__always)
private func hexUnit(_ digits: UInt32) -> UInt32 {
    let ascii = digits & 0x7F7F_7F7F
    let lower = ascii | 0x2020_2020
    let isNumber = (ascii &+ 0x5050_5050) & ~(ascii &+ 0x4646_4646) & 0x8080_8080  // from 30 up to 39
    let isLetter = (lower &+ 0x1F1F_1F1F) & ~(lower &+ 0x1919_1919) & 0x8080_8080  // from 61 up to 66
    let values = (ascii & 0x0F0F_0F0F) &+ (isLetter &>> 7) &* 9
    let pairs = values &<< 4 | values &>> 8
    let unit = (pairs & 0xFF) &<< 8 | (pairs &>> 16) & 0xFF
    let isWrong = (isNumber | isLetter) != 0x8080_8080 || digits & 0x8080_8080 != 0
    return isWrong ? UInt32.max : unit
}
