/// UTF-8 to the letter of RFC 3629.
extension Span where Element == UInt8 {
    /// Steps over a run of non-ASCII characters that starts at `start`.
    @inline(__always)
    func skipNonASCII(from start: Int) throws(JSONFault) -> Int {
        var offset = start
        repeat {
            let length = Self.sequenceLength(UInt32(truncatingIfNeeded: self.word(at: offset)))
            guard length != 0 else { throw self.utf8Fault(at: offset) }
            offset &+= length
        } while self.byte(at: offset) >= 0x80
        return offset
    }

    /// The length of the sequence in the low bytes of `word`, or zero when it is none.
    ///
    /// The first byte is the lowest, so the mask of each form reads from right to left.
    @inline(__always)
    private static func sequenceLength(_ word: UInt32) -> Int {
        if word & 0x00C0_C0F0 == 0x0080_80E0 {
            let bits = word & 0x0000_200F  // zero: overlong, 0x200D: surrogate
            return bits != 0 && bits != 0x200D ? 3 : 0
        }
        if word & 0x0000_C0E0 == 0x0000_80C0 {
            return word & 0x1E != 0 ? 2 : 0
        }
        if word & 0xC0C0_C0F8 == 0x8080_80F0 {
            guard word & 0x3007 != 0 else { return 0 }
            return word & 0x04 == 0 || word & 0x3003 == 0 ? 4 : 0
        }
        return 0
    }

    @inline(never)
    private func utf8Fault(at offset: Int) -> JSONFault {
        let first = self.byte(at: offset)
        let second = self.byte(at: offset &+ 1)
        let continues = second & 0xC0 == 0x80
        switch first {
        case 0x80..<0xC0: return JSONFault(.utf8StrayContinuation, at: offset)
        case 0xC0, 0xC1: return JSONFault(.utf8Overlong, at: offset)
        case 0xF5..<0xF8: return JSONFault(.utf8OutOfRange, at: offset)
        case 0xF8...: return JSONFault(.utf8InvalidByte, at: offset)
        case 0xE0 where continues && second < 0xA0: return JSONFault(.utf8Overlong, at: offset)
        case 0xED where continues && second >= 0xA0: return JSONFault(.utf8Surrogate, at: offset)
        case 0xF0 where continues && second < 0x90: return JSONFault(.utf8Overlong, at: offset)
        case 0xF4 where continues && second >= 0x90: return JSONFault(.utf8OutOfRange, at: offset)
        default: return JSONFault(.utf8Truncated, at: offset)
        }
    }
}
