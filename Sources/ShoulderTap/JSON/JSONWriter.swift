/// Writes compact JSON: UTF-8 unchanged, with only the escapes that the grammar requires.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// - Parameter capacity: The number of bytes to reserve.
    package init(capacity: Int = 0) { self.bytes.reserveCapacity(capacity) }

    package mutating func object(_ fill: (inout JSONWriter) -> Void) {
        self.nested(Ascii.openBrace, Ascii.closeBrace, fill)
    }

    package mutating func array(_ key: String, _ fill: (inout JSONWriter) -> Void) {
        self.key(key)
        self.array(fill)
    }

    package mutating func array(_ fill: (inout JSONWriter) -> Void) {
        self.nested(Ascii.openBracket, Ascii.closeBracket, fill)
    }

    package mutating func member(_ key: String, _ value: String) {
        self.key(key)
        self.string(value)
    }

    /// - Parameter members: Members that are already encoded, followed by the key for `value` with its colon.
    mutating func member(written members: StaticString, _ value: String) {
        self.separate()
        self.append(members)
        self.quoted(value)
    }

    /// Writes the text before the first value.
    mutating func begin(with start: StaticString) { self.append(start) }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { self.bytes.append(contentsOf: $0) }
    }

    /// Writes the byte after the last value.
    mutating func end(with end: UInt8) { self.bytes.append(end) }

    /// - Parameter raw: JSON in its final form.
    package mutating func member(_ key: String, raw: String) {
        self.key(key)
        self.raw(raw)
    }

    /// - Parameter text: JSON in its final form.
    package mutating func raw(_ text: String) {
        self.separate()
        self.bytes.append(contentsOf: text.utf8)
    }

    package mutating func string(_ text: String) {
        self.separate()
        self.quoted(text)
    }

    package mutating func key(_ key: String) {
        self.separate()
        self.quoted(key)
        self.bytes.append(Ascii.colon)
        self.needsComma = false
    }

    mutating func nested(_ open: UInt8, _ close: UInt8, _ fill: (inout JSONWriter) -> Void) {
        self.open(open)
        fill(&self)
        self.close(close)
    }

    /// Opens an object or array. Takes no closure, because a closure would copy its captures.
    mutating func open(_ bracket: UInt8) {
        self.separate()
        self.bytes.append(bracket)
        self.needsComma = false
    }

    mutating func close(_ bracket: UInt8) {
        self.bytes.append(bracket)
        self.needsComma = true
    }

    private mutating func separate() {
        if self.needsComma { self.bytes.append(Ascii.comma) }
        self.needsComma = true
    }

    private mutating func quoted(_ text: String) {
        self.bytes.append(Ascii.quote)
        defer { self.bytes.append(Ascii.quote) }
        // Most texts need no escapes.
        let isWritten = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard Self.isPlain(bytes.span) else { return false }
            self.bytes.append(contentsOf: bytes)
            return true
        }
        guard isWritten != true else { return }
        for byte in text.utf8 {
            switch byte {
            case Ascii.quote, Ascii.backslash: self.bytes.append(contentsOf: [Ascii.backslash, byte])
            case 0x08: self.bytes.append(contentsOf: #"\b"#.utf8)
            case 0x0C: self.bytes.append(contentsOf: #"\f"#.utf8)
            case 0x0A: self.bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0D: self.bytes.append(contentsOf: #"\r"#.utf8)
            case 0x09: self.bytes.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20:
                self.bytes.append(contentsOf: #"\u00"#.utf8)
                self.bytes.append(contentsOf: [Self.digit(byte >> 4), Self.digit(byte & 0xF)])
            default: self.bytes.append(byte)
            }
        }
    }

    /// Whether the text certainly needs no escapes. For some texts that need no escapes, the result is still false.
    private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        let blanks: UInt64 = 0x2020_2020_2020_2020
        var (offset, faults) = (0, UInt64(0))
        while offset < bytes.count {
            // Bytes after the end are zero. They are replaced with blanks, which need no escape.
            let missing = Swift.max(offset &+ 8 &- bytes.count, 0)
            let word = bytes.word(at: offset) | (missing == 0 ? 0 : blanks &<< UInt64(64 &- 8 &* missing))
            faults |= Self.marks(word, below: 0x20) | Self.marks(word ^ UInt64(Ascii.quote) &* Self.ones, below: 1)
            faults |= Self.marks(word ^ UInt64(Ascii.backslash) &* Self.ones, below: 1)
            offset &+= 8
        }
        return faults == 0
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Returns a word that marks each byte of `word` below `number` by its top bit. A byte after such a byte may be
    /// marked too.
    @inline(__always)
    private static func marks(_ word: UInt64, below number: UInt64) -> UInt64 {
        (word &- number &* Self.ones) & ~word & 0x8080_8080_8080_8080
    }

    private static func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
}
