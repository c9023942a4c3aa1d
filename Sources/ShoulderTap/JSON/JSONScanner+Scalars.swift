extension JSONScanner {
    /// Validates the number at `start` and says where it ends.
    @inline(__always)
    func number(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        var offset = start
        if bytes.byte(at: offset) == Ascii.minus { offset &+= 1 }
        var byte = bytes.byte(at: offset)
        if byte == UInt8(ascii: "0") {
            offset &+= 1
            byte = bytes.byte(at: offset)
            guard !Ascii.isDigit(byte) else { throw JSONFault(.badNumber, at: start) }
        } else {
            offset = try self.digits(bytes, from: offset, of: start)
            byte = bytes.byte(at: offset)
        }
        if byte == UInt8(ascii: ".") {
            offset = try self.digits(bytes, from: offset &+ 1, of: start)
            byte = bytes.byte(at: offset)
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            byte = bytes.byte(at: offset &+ 1)
            let isSigned = byte == UInt8(ascii: "+") || byte == Ascii.minus
            offset = try self.digits(bytes, from: offset &+ (isSigned ? 2 : 1), of: start)
        }
        return offset
    }

    /// Steps over one digit or more of the number that began at `number`.
    @inline(__always)
    private func digits(_ bytes: Span<UInt8>, from start: Int, of number: Int) throws(JSONFault) -> Int {
        var offset = start
        while Ascii.isDigit(bytes.byte(at: offset)) { offset &+= 1 }
        guard offset > start else {
            throw offset < bytes.count ? JSONFault(.badNumber, at: number) : JSONFault(.unexpectedEnd, at: bytes.count)
        }
        return offset
    }

    /// Validates `true`, `false` or `null` at `start` and says where it ends.
    @inline(__always)
    func literal(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        let word = bytes.word(at: start)
        switch UInt32(truncatingIfNeeded: word) {
        case 0x6575_7274, 0x6C6C_756E: return start &+ 4  // "true", "null" with the first letter lowest
        case 0x736C_6166 where UInt8(truncatingIfNeeded: word &>> 32) == UInt8(ascii: "e"): return start &+ 5
        default: throw JSONFault(.badLiteral, at: start)
        }
    }

    /// Why no value can begin at `offset`.
    @inline(never)
    func valueFault(_ bytes: Span<UInt8>, at offset: Int, afterComma comma: Int? = nil) -> JSONFault {
        guard offset < bytes.count else { return JSONFault(.unexpectedEnd, at: bytes.count) }
        switch bytes[offset] {
        case UInt8(ascii: "+"), UInt8(ascii: "."): return JSONFault(.badNumber, at: offset)
        case UInt8(ascii: "'"): return JSONFault(.singleQuotes, at: offset)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return JSONFault(.badLiteral, at: offset)
        case Ascii.closeBracket, Ascii.closeBrace:
            if let comma { return JSONFault(.trailingComma, at: comma) }
            return JSONFault(.unexpectedByte, at: offset)
        default: return self.byteFault(bytes, at: offset)
        }
    }

    /// Why no key can begin at `offset`.
    @inline(never)
    func keyFault(_ bytes: Span<UInt8>, at offset: Int, afterComma comma: Int? = nil) -> JSONFault {
        guard offset < bytes.count else { return JSONFault(.unexpectedEnd, at: bytes.count) }
        switch bytes[offset] {
        case UInt8(ascii: "'"): return JSONFault(.singleQuotes, at: offset)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            return JSONFault(.unquotedKey, at: offset)
        case Ascii.closeBrace:
            if let comma { return JSONFault(.trailingComma, at: comma) }
            return JSONFault(.unexpectedByte, at: offset)
        default: return self.byteFault(bytes, at: offset)
        }
    }

    /// Why neither a separator nor the closing bracket stands at `offset`.
    @inline(never)
    func separatorFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        guard offset < bytes.count else { return JSONFault(.unexpectedEnd, at: bytes.count) }
        return bytes[offset] == UInt8(ascii: "=")
            ? JSONFault(.equalsSign, at: offset) : self.byteFault(bytes, at: offset)
    }

    /// Also between tokens a byte beyond ASCII is judged as UTF-8 first, since that is the deeper fault.
    private func byteFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        guard bytes[offset] >= 0x80 else { return JSONFault(.unexpectedByte, at: offset) }
        do {
            _ = try bytes.skipNonASCII(from: offset)
            return JSONFault(.unexpectedByte, at: offset)
        } catch { return error }
    }
}
