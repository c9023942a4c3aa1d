/// Hears of every value that a walk passes. Each call must be inlined, or the walk of the classifier pays for it.
protocol JSONVisitor {
    mutating func key(_ token: StringToken)
    mutating func string(_ token: StringToken)
    mutating func number(from start: Int, to end: Int)
    mutating func literal(from start: Int, to end: Int)
    mutating func open(at offset: Int, isObject: Bool)
    mutating func close(before end: Int)
}

/// Wants to know nothing: the walk only validates.
struct NobodyVisitor: JSONVisitor {
    @inline(__always) mutating func key(_ token: StringToken) {}
    @inline(__always) mutating func string(_ token: StringToken) {}
    @inline(__always) mutating func number(from start: Int, to end: Int) {}
    @inline(__always) mutating func literal(from start: Int, to end: Int) {}
    @inline(__always) mutating func open(at offset: Int, isObject: Bool) {}
    @inline(__always) mutating func close(before end: Int) {}
}

extension JSONScanner {
    /// Validates the value at `start`, with `depth` containers open around it, and says where it ends.
    @inline(never)
    mutating func skip(_ bytes: Span<UInt8>, from start: Int, depth: Int) throws(JSONFault) -> Int {
        var nobody = NobodyVisitor()
        return try self.walk(bytes, from: start, depth: depth, &nobody)
    }

    /// Validates the value at `start` and tells `visitor` of everything inside.
    @inline(__always)
    mutating func walk(
        _ bytes: Span<UInt8>, from start: Int, depth outer: Int, _ visitor: inout some JSONVisitor
    ) throws(JSONFault) -> Int {
        var offset = start
        var kinds: UInt64 = 0  // the innermost container lowest; one is an object
        var depth = outer
        var comma: Int?
        value: while true {
            let first = bytes.byte(at: offset)
            if first == Ascii.quote {
                let token = try self.string(bytes, from: offset &+ 1)
                visitor.string(token)
                offset = token.end &+ 1
            } else if first == Ascii.openBrace {
                guard depth < Self.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
                visitor.open(at: offset, isObject: true)
                depth &+= 1
                kinds = kinds &<< 1 | 1
                offset = try self.blank(bytes, from: offset &+ 1)
                if bytes.byte(at: offset) != Ascii.closeBrace {
                    offset = try self.key(bytes, at: offset, afterComma: nil, &visitor)
                    comma = nil
                    continue value
                }
                offset &+= 1
                depth &-= 1
                kinds &>>= 1
                visitor.close(before: offset)
            } else if first == Ascii.minus || Ascii.isDigit(first) {
                let end = try self.number(bytes, from: offset)
                visitor.number(from: offset, to: end)
                offset = end
            } else if first == Ascii.openBracket {
                guard depth < Self.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
                visitor.open(at: offset, isObject: false)
                depth &+= 1
                kinds &<<= 1
                offset = try self.blank(bytes, from: offset &+ 1)
                if bytes.byte(at: offset) != Ascii.closeBracket {
                    comma = nil
                    continue value
                }
                offset &+= 1
                depth &-= 1
                kinds &>>= 1
                visitor.close(before: offset)
            } else if first == UInt8(ascii: "t") || first == UInt8(ascii: "f") || first == UInt8(ascii: "n") {
                let end = try self.literal(bytes, from: offset)
                visitor.literal(from: offset, to: end)
                offset = end
            } else {
                throw self.valueFault(bytes, at: offset, afterComma: comma)
            }
            // A value ended: close what closes, until a comma asks for the next one.
            while depth > outer {
                offset = try self.blank(bytes, from: offset)
                let byte = bytes.byte(at: offset)
                let isObject = kinds & 1 != 0
                if byte == Ascii.comma {
                    comma = offset
                    let next = try self.blank(bytes, from: offset &+ 1)
                    let closing = isObject ? Ascii.closeBrace : Ascii.closeBracket
                    if self.toleratesComma(at: offset, before: next, bytes, closing: closing) {
                        offset = next
                        continue
                    }
                    offset = isObject ? try self.key(bytes, at: next, afterComma: offset, &visitor) : next
                    if isObject { comma = nil }
                    continue value
                }
                guard byte == (isObject ? Ascii.closeBrace : Ascii.closeBracket) else {
                    throw self.separatorFault(bytes, at: offset)
                }
                offset &+= 1
                depth &-= 1
                kinds &>>= 1
                visitor.close(before: offset)
            }
            return offset
        }
    }

    /// Steps over the key at `offset`, its colon and the blanks up to the value.
    @inline(__always)
    private mutating func key(
        _ bytes: Span<UInt8>, at offset: Int, afterComma comma: Int?, _ visitor: inout some JSONVisitor
    ) throws(JSONFault) -> Int {
        let token = try self.keyToken(bytes, at: offset, afterComma: comma)
        visitor.key(token)
        return try self.colon(bytes, from: token.end &+ 1)
    }

    /// The key whose opening quote must stand at `offset`.
    @inline(__always)
    func keyToken(_ bytes: Span<UInt8>, at offset: Int, afterComma comma: Int?) throws(JSONFault) -> StringToken {
        guard bytes.byte(at: offset) == Ascii.quote else {
            throw self.keyFault(bytes, at: offset, afterComma: comma)
        }
        return try self.string(bytes, from: offset &+ 1)
    }

    /// Steps over the colon and the blanks around it.
    @inline(__always)
    mutating func colon(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        let offset = try self.blank(bytes, from: start)
        guard bytes.byte(at: offset) == Ascii.colon else { throw self.separatorFault(bytes, at: offset) }
        return try self.blank(bytes, from: offset &+ 1)
    }
}
