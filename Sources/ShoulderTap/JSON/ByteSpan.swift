/// Bounds-checked reads. Bytes after the end are zero, which the grammar accepts nowhere.
extension Span where Element == UInt8 {
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        UInt(bitPattern: offset) < UInt(bitPattern: self.count) ? self[offset] : 0
    }

    /// Returns eight bytes as a little-endian word.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard offset >= 0, offset <= self.count &- 8 else { return self.wordAcrossEnd(at: offset) }
        // The guard above is the bounds check.
        return UInt64(littleEndian: self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    @inline(never)
    private func wordAcrossEnd(at offset: Int) -> UInt64 {
        let left = self.count &- offset
        guard offset >= 0, left > 0 else { return 0 }
        if self.count >= 8 { return self.word(at: self.count &- 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left) }
        var word: UInt64 = 0
        for index in (0..<left).reversed() { word = word &<< 8 | UInt64(self[offset &+ index]) }
        return word
    }

    /// Returns sixteen bytes. The caller must have checked that all of them are in the text.
    @inline(__always)
    func block(atChecked offset: Int) -> SIMD16<UInt8> {
        assert(offset >= 0 && offset + 16 <= self.count, "a block reaches over the end")
        return self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    /// Whether the `count` bytes from `offset` equal `name`. Compiles to a few comparisons of words.
    @inline(__always)
    func spells(_ name: StaticString, at offset: Int, count: Int) -> Bool {
        guard name.utf8CodeUnitCount == count else { return false }
        var index = 0
        while index < count {
            let length = Swift.min(count &- index, 8)
            let mask = ~UInt64(0) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length)
            guard self.word(at: offset &+ index) & mask == name.word(at: index, count: length) else { return false }
            index &+= 8
        }
        return true
    }
}

extension StaticString {
    /// Returns `count` bytes of the string, from `start`, as a little-endian word.
    @inline(__always)
    func word(at start: Int, count: Int) -> UInt64 {
        self.withUTF8Buffer { name in
            var word: UInt64 = 0
            var index = 0
            while index < count {
                word |= UInt64(name[start &+ index]) &<< UInt64(truncatingIfNeeded: 8 &* index)
                index &+= 1
            }
            return word
        }
    }
}

/// The bytes that have a meaning in the grammar.
enum Ascii {
    static var quote: UInt8 { 0x22 }
    static var comma: UInt8 { 0x2C }
    static var minus: UInt8 { 0x2D }
    static var slash: UInt8 { 0x2F }
    static var colon: UInt8 { 0x3A }
    static var openBracket: UInt8 { 0x5B }
    static var backslash: UInt8 { 0x5C }
    static var closeBracket: UInt8 { 0x5D }
    static var openBrace: UInt8 { 0x7B }
    static var closeBrace: UInt8 { 0x7D }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func isHexadecimal(_ byte: UInt8) -> Bool { self.isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
