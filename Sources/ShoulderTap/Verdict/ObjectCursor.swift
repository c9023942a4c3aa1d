/// Goes through the members of one object; whoever asks for a key must move `offset` behind its value.
struct ObjectCursor {
    /// Before a key: behind the last value. After a key: at its value. At the end: behind the object.
    var offset: Int
    private var isFirst = true

    /// Starts at an object whose opening brace stands at `brace`.
    @inline(__always)
    init(at brace: Int) { self.offset = brace &+ 1 }

    /// The next key, with `offset` at its value; nil behind the closing brace.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>, with scanner: inout JSONScanner<some ReadingRules>) throws(JSONFault)
        -> StringToken?
    {
        self.offset = try scanner.blank(bytes, from: self.offset)
        var comma: Int?
        if self.isFirst {
            self.isFirst = false
            if bytes.byte(at: self.offset) == Ascii.closeBrace { return self.end() }
        } else {
            let byte = bytes.byte(at: self.offset)
            if byte == Ascii.closeBrace { return self.end() }
            guard byte == Ascii.comma else { throw scanner.separatorFault(bytes, at: self.offset) }
            let separator = self.offset
            comma = separator
            self.offset = try scanner.blank(bytes, from: separator &+ 1)
            if scanner.toleratesComma(at: separator, before: self.offset, bytes, closing: Ascii.closeBrace) {
                return self.end()
            }
        }
        let token = try scanner.keyToken(bytes, at: self.offset, afterComma: comma)
        self.offset = try scanner.colon(bytes, from: token.end &+ 1)
        return token
    }

    @inline(__always)
    private mutating func end() -> StringToken? {
        self.offset &+= 1
        return nil
    }
}

/// Goes through the activities of an envelope.
struct ActivityCursor {
    /// What one element of the array turned out to be.
    struct Activity {
        /// The id, if the element is an object that has one.
        var id: StringToken?
    }

    private(set) var offset: Int
    private var isFirst = true

    init(at bracket: Int) { self.offset = bracket &+ 1 }

    /// The next element, `depth` containers deep; nil behind the closing bracket.
    mutating func next(
        _ bytes: Span<UInt8>, depth: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Activity? {
        self.offset = try scanner.blank(bytes, from: self.offset)
        var comma: Int?
        if bytes.byte(at: self.offset) == Ascii.closeBracket {
            self.offset &+= 1
            return nil
        }
        if !self.isFirst {
            guard bytes.byte(at: self.offset) == Ascii.comma else {
                throw scanner.separatorFault(bytes, at: self.offset)
            }
            let next = try scanner.blank(bytes, from: self.offset &+ 1)
            if scanner.toleratesComma(at: self.offset, before: next, bytes, closing: Ascii.closeBracket) {
                self.offset = next &+ 1
                return nil
            }
            comma = self.offset
            self.offset = next
        }
        self.isFirst = false
        guard bytes.byte(at: self.offset) == Ascii.openBrace else {
            if bytes.byte(at: self.offset) == Ascii.closeBracket {
                throw scanner.valueFault(bytes, at: self.offset, afterComma: comma)
            }
            self.offset = try scanner.skip(bytes, from: self.offset, depth: depth)
            return Activity(id: nil)
        }
        return try self.object(bytes, depth: depth, with: &scanner)
    }

    private mutating func object(
        _ bytes: Span<UInt8>, depth: Int, with scanner: inout JSONScanner<some ReadingRules>
    ) throws(JSONFault) -> Activity {
        var id: StringToken?
        var seen = SeenKeys()
        var members = ObjectCursor(at: self.offset)
        while let token = try members.next(bytes, with: &scanner) {
            if token.names("id", in: bytes) {
                try seen.note(0, token)
                if bytes.byte(at: members.offset) == Ascii.quote {
                    let value = try scanner.string(bytes, from: members.offset &+ 1)
                    id = value.count > 0 ? value : nil
                    members.offset = value.end &+ 1
                    continue
                }
            }
            members.offset = try scanner.skip(bytes, from: members.offset, depth: depth &+ 1)
        }
        self.offset = members.offset
        return Activity(id: id)
    }
}
