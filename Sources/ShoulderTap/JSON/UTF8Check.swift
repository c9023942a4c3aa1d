/// Validation of UTF-8 strictly according to RFC 3629.
extension Span where Element == UInt8 {
    /// Returns the first invalid place, found character by character.
    func utf8Fault() -> JSONFault? {
        var offset = 0
        do throws(JSONFault) {
            while offset < self.count {
                offset = self[offset] < 0x80 ? offset + 1 : try self.skipNonASCII(from: offset)
            }
            return nil
        } catch { return error }
    }

    /// Skips a run of non-ASCII characters that starts at `start`.
    ///
    /// The first byte of a UTF-8 sequence is the lowest byte of its word, so the masks in this method must be read from
    /// right to left.
    private func skipNonASCII(from start: Int) throws(JSONFault) -> Int {
        var offset = start
        while true {
            let word = UInt32(truncatingIfNeeded: self.word(at: offset))
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                let bits = word & 0x0000_200F  // zero: overlong, 0x200D: surrogate
                guard bits != 0, bits != 0x200D else { throw self.sequenceFault(at: offset) }
                offset &+= 3
            } else if word & 0x0000_C0E0 == 0x0000_80C0 {
                guard word & 0x1E != 0 else { throw self.sequenceFault(at: offset) }
                offset &+= 2
            } else if word & 0x80 == 0 {
                return offset
            } else {
                guard word & 0xC0C0_C0F8 == 0x8080_80F0, word & 0x3007 != 0, word & 0x04 == 0 || word & 0x3003 == 0
                else { throw self.sequenceFault(at: offset) }
                offset &+= 4
            }
        }
    }

    @inline(never)
    private func sequenceFault(at offset: Int) -> JSONFault {
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
