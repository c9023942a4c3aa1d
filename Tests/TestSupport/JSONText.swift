/// JSON strings written in the two extreme ways.
package enum JSONText {
    /// A string with only those escapes that JSON demands.
    package static func quoted(_ text: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x00...0x1F: out += Self.escape(UInt16(byte))
            default: out.append(byte)
            }
        }
        return out + [UInt8(ascii: "\"")]
    }

    /// A string that is nothing but `\u` escapes. `text` must be UTF-8.
    package static func fullyEscaped(_ text: [UInt8]) -> [UInt8] {
        let units = String(decoding: text, as: UTF8.self).utf16
        return [UInt8(ascii: "\"")] + units.flatMap(Self.escape) + [UInt8(ascii: "\"")]
    }

    /// One UTF-16 unit as a `\u` escape.
    package static func escape(_ unit: UInt16) -> [UInt8] {
        let digits = String(unit, radix: 16)
        return Array((#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
}
