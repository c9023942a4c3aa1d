internal import Basics

/// A quoted text whose escapes are decoded: `\n`, `\"`, `\U00e9` in UTF-16 units, and octal digits.
struct DescribedText {
    private var bytes: [UInt8] = []
    /// The first surrogate of a pair, until the second one is read.
    private var high: UInt16?

    mutating func append(_ byte: UInt8) {
        self.endHalf()
        self.bytes.append(byte)
    }

    /// Decodes the escape after a backslash. Returns false at the end of the text.
    mutating func appendEscape(_ text: [UInt8], _ offset: inout Int) -> Bool {
        guard offset < text.count else { return false }
        let letter = text[offset]
        offset += 1
        switch letter {
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            let digits = text[offset...].prefix(4)
            guard digits.count == 4, let value = Hex.bytes(of: digits) else {
                self.append(letter)
                return true
            }
            offset += 4
            self.append(unit: UInt16(value[0]) << 8 | UInt16(value[1]))
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            let digits = text[offset...].prefix(2).prefix { 0x30...0x37 ~= $0 }
            offset += digits.count
            self.append(unit: digits.reduce(UInt16(letter - 0x30)) { $0 << 3 | UInt16($1 - 0x30) })
        case UInt8(ascii: "n"): self.append(0x0A)
        case UInt8(ascii: "r"): self.append(0x0D)
        case UInt8(ascii: "t"): self.append(0x09)
        case UInt8(ascii: "a"): self.append(0x07)
        case UInt8(ascii: "b"): self.append(0x08)
        case UInt8(ascii: "f"): self.append(0x0C)
        case UInt8(ascii: "v"): self.append(0x0B)
        default: self.append(letter)
        }
        return true
    }

    /// The text. Invalid UTF-8 and lone surrogates become U+FFFD.
    var finished: String {
        var copy = self
        copy.endHalf()
        return String(decoding: copy.bytes, as: UTF8.self)
    }

    private mutating func append(unit: UInt16) {
        if let high = self.high, UTF16.isTrailSurrogate(unit) {
            self.high = nil
            self.bytes += String(decoding: [high, unit], as: UTF16.self).utf8
        } else {
            self.endHalf()
            if UTF16.isLeadSurrogate(unit) {
                self.high = unit
            } else {
                self.bytes += String(decoding: [unit], as: UTF16.self).utf8
            }
        }
    }

    private mutating func endHalf() {
        guard self.high != nil else { return }
        self.high = nil
        self.bytes += "\u{FFFD}".utf8
    }
}
