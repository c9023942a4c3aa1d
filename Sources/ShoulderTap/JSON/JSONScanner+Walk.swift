/// The open containers of a walk. Each container is one bit, which is set if the container is an object. The lowest bit
/// is the innermost container.
struct OpenContainers {
    private var kinds: UInt64 = 0
    private(set) var count: Int
    private(set) var isNested = false

    /// Creates a stack without containers.
    @inline(__always) init() { self.count = 0 }

    /// Creates a stack of nested objects.
    @inline(__always)
    init(objects count: Int) {
        self.count = count
        self.kinds = (1 &<< UInt64(truncatingIfNeeded: count)) &- 1
        self.closing = Ascii.closeBrace
    }

    /// The bracket that closes the innermost container.
    private(set) var closing = Ascii.closeBracket

    /// The same containers, for a walk inside them. They count for the depth, but the inner walk does not close them.
    @inline(__always)
    var nested: OpenContainers {
        var inside = self
        inside.isNested = true
        return inside
    }

    @inline(__always)
    mutating func push(isObject: Bool) {
        self.kinds = self.kinds &<< 1 | (isObject ? 1 : 0)
        self.count &+= 1
        self.closing = isObject ? Ascii.closeBrace : Ascii.closeBracket
    }

    @inline(__always)
    mutating func pop() {
        self.kinds &>>= 1
        self.count &-= 1
        // The two closing brackets differ in one bit.
        self.closing = Ascii.closeBracket | UInt8(truncatingIfNeeded: self.kinds & 1) &<< 5
    }
}

extension JSONScanner {
    /// Validates the value at `start` and returns its end. If `isBehindValue` is true, `start` is the end of a value,
    /// and the text after this value is validated instead.
    ///
    /// Everything in the text is reported to `visitor`. At each place, the walk first looks for the expected byte. It
    /// skips blanks only if this byte is not there.
    @inline(__always)
    mutating func walk(
        _ bytes: Span<UInt8>, _ stops: StopBits, from start: Int, in containers: OpenContainers, isBehindValue: Bool,
        _ visitor: inout some JSONVisitor
    ) throws(JSONFault) -> Int {
        var offset = start
        var open = containers
        let outer = containers.isNested ? containers.count : 0
        var isBehindValue = isBehindValue
        value: while true {
            if isBehindValue {
                isBehindValue = false
            } else {
                let first = bytes.byte(at: offset)
                if first == Ascii.quote {
                    let token = try self.string(bytes, stops, from: offset &+ 1)
                    visitor.string(token, bytes)
                    offset = token.end &+ 1
                } else if first & ~0x20 == Ascii.openBracket {
                    let isObject = first == Ascii.openBrace
                    guard open.count < Self.depthLimit else { throw JSONFault(.tooDeep, at: offset) }
                    guard visitor.open(at: offset, isObject: isObject) else {
                        offset = try self.skip(bytes, stops, from: offset, in: open)
                        isBehindValue = true
                        continue value
                    }
                    open.push(isObject: isObject)
                    offset &+= 1
                    offset = try self.blank(bytes, from: offset)
                    if bytes.byte(at: offset) != open.closing {
                        if isObject { offset = try self.key(bytes, stops, at: offset, &visitor) }
                        continue value
                    }
                    offset &+= 1
                    open.pop()
                    visitor.close(before: offset)
                } else if Ascii.isDigit(first) || first == Ascii.minus {
                    let end = try self.number(bytes, from: offset)
                    visitor.number(from: offset, to: end, bytes)
                    offset = end
                } else if first == UInt8(ascii: "t") || first == UInt8(ascii: "f") || first == UInt8(ascii: "n") {
                    let end = try self.literal(bytes, from: offset)
                    visitor.literal(from: offset, to: end, bytes)
                    offset = end
                } else {
                    let next = try self.blanks(bytes, from: offset)
                    guard next > offset else { throw self.valueFault(bytes, at: offset) }
                    offset = next
                    continue value
                }
            }
            // A value ended: close containers until a comma asks for the next value.
            while open.count > outer {
                let byte = bytes.byte(at: offset)
                if byte == Ascii.comma {
                    if self.isLenient, let closing = try self.commaBefore(open.closing, bytes, at: offset) {
                        offset = closing
                        continue
                    }
                    offset &+= 1
                    if open.closing == Ascii.closeBrace { offset = try self.key(bytes, stops, at: offset, &visitor) }
                    continue value
                }
                if byte == open.closing {
                    offset &+= 1
                    open.pop()
                    visitor.close(before: offset)
                } else {
                    let next = try self.blanks(bytes, from: offset)
                    guard next > offset else { throw self.separatorFault(bytes, at: offset) }
                    offset = next
                }
            }
            return offset
        }
    }

    /// Validates the container at `start` without a visitor, in a separate loop that needs few registers.
    @inline(never)
    private mutating func skip(
        _ bytes: Span<UInt8>, _ stops: StopBits, from start: Int, in containers: OpenContainers
    ) throws(JSONFault) -> Int {
        var nobody = NobodyVisitor()
        return try self.walk(
            bytes, stops, from: start, in: containers.nested, isBehindValue: false, &nobody)
    }

    /// Reads the key at `offset`, and skips its colon and the blanks before the value.
    @inline(__always)
    private mutating func key(
        _ bytes: Span<UInt8>, _ stops: StopBits, at offset: Int, _ visitor: inout some JSONVisitor
    ) throws(JSONFault) -> Int {
        let token = try self.keyToken(bytes, stops, at: offset)
        try visitor.key(token, bytes)
        return try self.colon(bytes, from: token.end &+ 1)
    }

    /// Returns the key at `start`. Only blanks may come before its opening quote.
    @inline(__always)
    private mutating func keyToken(
        _ bytes: Span<UInt8>, _ stops: StopBits, at start: Int
    ) throws(JSONFault) -> StringToken {
        var offset = start
        if bytes.byte(at: offset) != Ascii.quote {
            offset = try self.blanks(bytes, from: offset)
            guard bytes.byte(at: offset) == Ascii.quote else { throw self.keyFault(bytes, at: offset) }
        }
        return try self.string(bytes, stops, from: offset &+ 1)
    }

    /// Skips the colon and the blanks around it.
    @inline(__always)
    private mutating func colon(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        var offset = start
        if bytes.byte(at: offset) != Ascii.colon {
            offset = try self.blanks(bytes, from: offset)
            guard bytes.byte(at: offset) == Ascii.colon else { throw self.separatorFault(bytes, at: offset) }
        }
        return try self.blank(bytes, from: offset &+ 1)
    }
}
