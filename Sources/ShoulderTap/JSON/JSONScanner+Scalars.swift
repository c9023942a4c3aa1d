extension JSONScanner {
    /// Validates the number at `start` and returns its end.
    @inline(__always)
    func number(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        // Most numbers are positive integers.
        if bytes.byte(at: start) &- 0x31 < 9 {
            let end = bytes.digitsEnd(from: start)
            let next = bytes.byte(at: end)
            if next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") { return end }
        }
        return try self.anyNumber(bytes, from: start)
    }

    @inline(never)
    private func anyNumber(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
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

    /// Skips one or more digits of the number that began at `number`.
    @inline(__always)
    private func digits(_ bytes: Span<UInt8>, from start: Int, of number: Int) throws(JSONFault) -> Int {
        let offset = bytes.digitsEnd(from: start)
        guard offset > start else {
            throw offset < bytes.count ? JSONFault(.badNumber, at: number) : JSONFault(.unexpectedEnd, at: bytes.count)
        }
        return offset
    }

    /// Validates `true`, `false` or `null` at `start` and returns its end.
    @inline(__always)
    func literal(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        let word = bytes.word(at: start)
        switch UInt32(truncatingIfNeeded: word) {
        case 0x6575_7274, 0x6C6C_756E: return start &+ 4  // "true", "null" with the first letter lowest
        case 0x736C_6166 where UInt8(truncatingIfNeeded: word &>> 32) == UInt8(ascii: "e"): return start &+ 5
        default: throw self.literalFault(bytes, at: start)
        }
    }

    /// Returns the fault of a literal: either the literal is wrong, or the text ends within it.
    @inline(never)
    private func literalFault(_ bytes: Span<UInt8>, at start: Int) -> JSONFault {
        let left = bytes.count &- start
        for word: StaticString in ["true", "false", "null"] where left < word.utf8CodeUnitCount {
            let isCut = word.withUTF8Buffer { word in (0..<left).allSatisfy { word[$0] == bytes[start &+ $0] } }
            if isCut { return JSONFault(.unexpectedEnd, at: bytes.count) }
        }
        return JSONFault(.badLiteral, at: start)
    }

    /// Returns the reason why no value can begin at `offset`.
    @inline(never)
    func valueFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        guard offset < bytes.count else { return JSONFault(.unexpectedEnd, at: bytes.count) }
        switch bytes[offset] {
        case UInt8(ascii: "+"), UInt8(ascii: "."): return JSONFault(.badNumber, at: offset)
        case UInt8(ascii: "'"): return JSONFault(.singleQuotes, at: offset)
        case let byte where Ascii.isLetter(byte): return JSONFault(.badLiteral, at: offset)
        case Ascii.closeBracket, Ascii.closeBrace:
            return self.bracketFault(bytes, at: offset)
        default: return JSONFault(.unexpectedByte, at: offset)
        }
    }

    /// Returns the reason why no key can begin at `offset`.
    @inline(never)
    func keyFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        guard offset < bytes.count else { return JSONFault(.unexpectedEnd, at: bytes.count) }
        switch bytes[offset] {
        case UInt8(ascii: "'"): return JSONFault(.singleQuotes, at: offset)
        case let byte where Ascii.isLetter(byte) || byte == UInt8(ascii: "_"):
            return JSONFault(.unquotedKey, at: offset)
        case Ascii.closeBrace:
            return self.bracketFault(bytes, at: offset)
        default: return JSONFault(.unexpectedByte, at: offset)
        }
    }

    /// Returns the reason why there is neither a separator nor the closing bracket at `offset`.
    @inline(never)
    func separatorFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        guard offset < bytes.count else { return JSONFault(.unexpectedEnd, at: bytes.count) }
        let byte = bytes[offset]
        if byte == UInt8(ascii: "=") { return JSONFault(.equalsSign, at: offset) }
        // This covers texts such as 0x1F, 1_000 and 1.2.3.
        let continuesNumber = Ascii.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        let isBehindDigit = offset > 0 && Ascii.isDigit(bytes[offset &- 1])
        return JSONFault(continuesNumber && isBehindDigit ? .badNumber : .unexpectedByte, at: offset)
    }

    /// Returns the fault for a misplaced closing bracket. If the bracket follows a comma, the comma is the fault.
    private func bracketFault(_ bytes: Span<UInt8>, at offset: Int) -> JSONFault {
        var before = offset &- 1
        while before > 0, bytes[before] <= 0x20 { before &-= 1 }
        let isAfterComma = before >= 0 && bytes[before] == Ascii.comma
        return JSONFault(isAfterComma ? .trailingComma : .unexpectedByte, at: isAfterComma ? before : offset)
    }
}

extension Span where Element == UInt8 {
    /// Returns the first offset from `start` that is not a digit. Reads eight bytes at once, because the number of
    /// digits is unpredictable.
    @inline(__always)
    func digitsEnd(from start: Int) -> Int {
        var offset = start
        while true {
            let values = self.word(at: offset) ^ 0x3030_3030_3030_3030
            // Values of ten and more set the top bit. Carries only run upwards, so the lowest set bit is exact.
            let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
            if others != 0 { return offset &+ others.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
    }
}
