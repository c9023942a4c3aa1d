/// Validates all bytes in one pass, including values that are not needed.
///
/// The scanner works with offsets, keeps its nesting in one word and is not recursive, so no input can exhaust the
/// stack.
struct JSONScanner<Rules: ReadingRules> {
    /// The maximum number of open containers.
    static var depthLimit: Int { 64 }

    private(set) var rules = Rules()

    @inline(__always) var isLenient: Bool { Rules.isLenient }

    /// Returns the first offset from `start` that is not a blank or, in a lenient reading, a comment.
    @inline(__always)
    mutating func blank(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        let byte = bytes.byte(at: start)
        // In a strict reading, the slash of a comment is reported when a token is expected.
        if byte > 0x20, !(self.isLenient && byte == Ascii.slash) { return start }
        return try self.blanks(bytes, from: start)
    }

    /// Skips blanks. A comment is reported with its own fault, even in a strict reading.
    @inline(never)
    mutating func blanks(_ bytes: Span<UInt8>, from start: Int) throws(JSONFault) -> Int {
        var offset = start
        while true {
            switch bytes.byte(at: offset) {
            case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
            case Ascii.slash: offset = try self.comment(bytes, at: offset)
            default: return offset
            }
        }
    }

    private mutating func comment(_ bytes: Span<UInt8>, at start: Int) throws(JSONFault) -> Int {
        let second = bytes.byte(at: start &+ 1)
        let isBlock = second == UInt8(ascii: "*")
        guard isBlock || second == Ascii.slash else { throw JSONFault(.unexpectedByte, at: start) }
        guard self.isLenient else { throw JSONFault(.comment, at: start) }
        self.rules.tolerate(JSONFault(.comment, at: start))
        var offset = start &+ 2
        while offset < bytes.count {
            if isBlock, bytes[offset] == UInt8(ascii: "*"), bytes.byte(at: offset &+ 1) == Ascii.slash {
                return offset &+ 2
            }
            if !isBlock, bytes[offset] == 0x0A { return offset }
            offset &+= 1
        }
        guard !isBlock else { throw JSONFault(.unexpectedEnd, at: bytes.count) }
        return offset
    }

    /// Returns the start of the text, after a byte-order mark if one is allowed.
    mutating func start(_ bytes: Span<UInt8>) throws(JSONFault) -> Int {
        let first = bytes.byte(at: 0)
        guard first == 0 || first >= 0x80 || bytes.byte(at: 1) == 0 && bytes.count > 1 else { return 0 }
        let word = bytes.word(at: 0)
        if word & 0xFF_FFFF == 0xBF_BBEF {
            let fault = JSONFault(.byteOrderMark, at: 0)
            guard self.isLenient else { throw fault }
            self.rules.tolerate(fault)
            return 3
        }
        let isMarked = word & 0xFFFF == 0xFFFE || word & 0xFFFF == 0xFEFF
        guard !isMarked, !Self.looksWide(bytes) else { throw JSONFault(.utf16, at: 0) }
        return 0
    }

    /// Whether the text seems to encode ASCII characters in units of two or four bytes, as UTF-16 and UTF-32 do.
    private static func looksWide(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 4 else { return false }
        return bytes[0] == 0 ? bytes[2] == 0 : bytes[1] == 0 && bytes[3] == 0
    }

    /// Returns the offset of the closing bracket if it follows the comma at `offset`. Many hand-written files have such
    /// a trailing comma.
    @inline(never)
    mutating func commaBefore(_ closing: UInt8, _ bytes: Span<UInt8>, at offset: Int) throws(JSONFault) -> Int? {
        let next = try self.blank(bytes, from: offset &+ 1)
        guard bytes.byte(at: next) == closing else { return nil }
        self.rules.tolerate(JSONFault(.trailingComma, at: offset))
        return next
    }
}
