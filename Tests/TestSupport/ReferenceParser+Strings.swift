extension ReferenceParser {
    /// Reads a string from quote to quote and returns it unescaped.
    mutating func string() throws(ReferenceJSON.Refusal) -> [UInt8] {
        self.at += 1
        var text: [UInt8] = []
        while let byte = self.peek {
            switch byte {
            case UInt8(ascii: "\""):
                self.at += 1
                return text
            case UInt8(ascii: "\\"):
                text += Array(String(try self.escape()).utf8)
            case 0x00...0x1F:
                throw self.refusal(.controlCharacter)
            default:
                text.append(byte)
                self.at += 1
            }
        }
        throw self.unexpected
    }

    private mutating func escape() throws(ReferenceJSON.Refusal) -> Unicode.Scalar {
        self.at += 1
        guard let letter = self.peek else { throw self.unexpected }
        self.at += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try self.unicodeEscape()
        default: throw self.refusal(.badEscape)
        }
    }

    private mutating func unicodeEscape() throws(ReferenceJSON.Refusal) -> Unicode.Scalar {
        let first = try self.fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Only surrogates are no scalars here, and only a high one may lead.
        guard first <= 0xDBFF, self.take("\\"), self.take("u") else { throw self.refusal(.loneSurrogate) }
        let second = try self.fourHexDigits()
        guard second >= 0xDC00, second <= 0xDFFF,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00))
        else { throw self.refusal(.loneSurrogate) }
        return scalar
    }

    private mutating func fourHexDigits() throws(ReferenceJSON.Refusal) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = self.peek else { throw self.unexpected }
            guard let digit = Self.hexDigit(byte) else { throw self.refusal(.badEscape) }
            number = number * 16 + digit
            self.at += 1
        }
        return number
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
