/// The place of a validated string or key, without its quotes.
struct StringToken: Hashable, Sendable {
    private var lower: UInt32
    private var upper: UInt32
    /// Whether the bytes have no escapes. The bytes are then the text itself.
    var isPlain: Bool

    @inline(__always)
    init(_ lower: Int, _ upper: Int, isPlain: Bool) {
        self.lower = UInt32(truncatingIfNeeded: lower)
        self.upper = UInt32(truncatingIfNeeded: upper)
        self.isPlain = isPlain
    }

    @inline(__always) var start: Int { Int(self.lower) }
    @inline(__always) var end: Int { Int(self.upper) }
    @inline(__always) var count: Int { self.end &- self.start }
    /// The offset of the opening quote, which diagnostics report.
    var quote: Int { self.start &- 1 }

    /// Whether the text equals `name`, with or without escapes.
    @inline(__always)
    func names(_ name: StaticString, in bytes: Span<UInt8>) -> Bool {
        self.isPlain ? bytes.spells(name, at: self.start, count: self.count) : self.unescapes(to: name, in: bytes)
    }

    @inline(never)
    private func unescapes(to name: StaticString, in bytes: Span<UInt8>) -> Bool {
        name.withUTF8Buffer { wanted in
            var cursor = EscapeCursor(self)
            var index = 0
            while let scalar = cursor.next(in: bytes) {
                for unit in UTF8.encode(scalar).unsafelyUnwrapped {
                    guard index < wanted.count, wanted[index] == unit else { return false }
                    index &+= 1
                }
            }
            return index == wanted.count
        }
    }

    /// Whether one of the escapes is the NUL character.
    func escapesNUL(in bytes: Span<UInt8>) -> Bool {
        var offset = self.start
        while offset < self.end {
            if bytes[offset] != Ascii.backslash {
                offset &+= 1
            } else if bytes.spells("u0000", at: offset &+ 1, count: 5) {
                return true
            } else {
                offset &+= 2
            }
        }
        return false
    }

    /// Returns the text.
    func string(in bytes: Span<UInt8>) -> String {
        if self.isPlain {
            return String(unsafeUninitializedCapacity: self.count) { buffer in
                for index in 0..<self.count { buffer[index] = bytes[self.start &+ index] }
                return self.count
            }
        }
        // An escape is never shorter than its character.
        return String(unsafeUninitializedCapacity: self.count) { buffer in
            var (cursor, count) = (EscapeCursor(self), 0)
            while true {
                while let byte = cursor.plainByte(in: bytes) {
                    buffer[count] = byte
                    count &+= 1
                }
                guard let scalar = cursor.next(in: bytes), let units = UTF8.encode(scalar) else { return count }
                for unit in units {
                    buffer[count] = unit
                    count &+= 1
                }
            }
        }
    }
}

/// Reads a string scalar by scalar and decodes its escapes.
///
/// The escapes of a token are already validated, but invalid UTF-8 is found only at the end of the text. Until then, an
/// invalid byte is read as U+FFFD.
struct EscapeCursor {
    private var offset: Int
    private let end: Int

    init(_ token: StringToken) {
        self.offset = token.start
        self.end = token.end
    }

    /// Returns the next byte, unless it begins an escape.
    @inline(__always)
    mutating func plainByte(in bytes: Span<UInt8>) -> UInt8? {
        guard self.offset < self.end, bytes[self.offset] != Ascii.backslash else { return nil }
        defer { self.offset &+= 1 }
        return bytes[self.offset]
    }

    mutating func next(in bytes: Span<UInt8>) -> Unicode.Scalar? {
        guard self.offset < self.end else { return nil }
        let first = bytes[self.offset]
        if first == Ascii.backslash { return self.escaped(in: bytes) }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard self.offset &+ length <= self.end else { return self.replaced() }
        var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7F &>> UInt32(length))
        for index in 1..<length {
            let next = bytes[self.offset &+ index]
            guard next & 0xC0 == 0x80 else { return self.replaced() }
            value = value &<< 6 | UInt32(next & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { return self.replaced() }
        self.offset &+= length
        return scalar
    }

    private mutating func replaced() -> Unicode.Scalar {
        self.offset &+= 1
        return "\u{FFFD}"
    }

    private mutating func escaped(in bytes: Span<UInt8>) -> Unicode.Scalar? {
        let letter = bytes[self.offset &+ 1]
        guard letter == UInt8(ascii: "u") else {
            self.offset &+= 2
            return Unicode.Scalar(Self.meaning(of: letter))
        }
        let unit = bytes.hexUnit(at: self.offset &+ 2)
        self.offset &+= 6
        guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) }
        let low = bytes.hexUnit(at: self.offset &+ 2)
        self.offset &+= 6
        return Unicode.Scalar(0x1_0000 &+ (unit & 0x3FF) &<< 10 &+ (low & 0x3FF))
    }

    private static func meaning(of letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}
