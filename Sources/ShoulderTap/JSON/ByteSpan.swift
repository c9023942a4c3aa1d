/// Reads that cannot leave the payload: behind its end stand zero bytes, which no rule of the grammar accepts.
extension Span where Element == UInt8 {
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        UInt(bitPattern: offset) < UInt(bitPattern: self.count) ? self[offset] : 0
    }

    /// Eight bytes, the first in the lowest place.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard offset &+ 8 <= self.count else { return self.wordAcrossEnd(at: offset) }
        return UInt64(littleEndian: self.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(never)
    private func wordAcrossEnd(at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        var offset = offset
        while offset < self.count {
            word |= UInt64(self[offset]) &<< shift
            shift &+= 8
            offset &+= 1
        }
        return word
    }

    /// Whether the `count` bytes from `offset` are exactly those of `name`.
    @inline(__always)
    func spells(_ name: StaticString, at offset: Int, count: Int) -> Bool {
        guard name.utf8CodeUnitCount == count, offset &+ count <= self.count else { return false }
        return name.withUTF8Buffer { wanted in
            var index = 0
            while index < count {
                guard self[offset &+ index] == wanted[index] else { return false }
                index &+= 1
            }
            return true
        }
    }
}

/// The bytes that the grammar names.
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
}
