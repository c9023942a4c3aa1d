internal import Basics

/// Where the value behind a name begins and ends in a text: within its quotes, or before what may follow a word.
struct TextValue {
    /// A quote that opens something is not looked for further away.
    private static let mostQuoted = 1 << 13

    let range: Range<Int>
    let isQuoted: Bool

    /// - Parameter place: Behind the sign or the blank; what may stand between that and the value is passed over.
    init(behind place: Int, in text: [UInt8]) {
        var start = place
        var isList = false
        while start < text.count {
            if let prefix = Self.prefix(of: text[start...]) {
                start += prefix
                break
            }
            guard Self.isBetween(text[start]) else { break }
            isList = isList || text[start] == UInt8(ascii: "[")
            start += 1
        }
        if isList {
            self.isQuoted = false
            self.range = start..<start + text[start...].prefix { !Self.isLineEnd($0) && $0 != UInt8(ascii: "]") }.count
            return
        }
        self.isQuoted = start < text.count && Self.isQuote(text[start])
        if self.isQuoted {
            self.range = start + 1..<Self.end(ofQuote: start, in: text)
        } else {
            self.range = start..<start + text[start...].prefix { !Self.isBehind($0) }.count
        }
    }

    /// What Swift and Python write before the quote of a value: `Optional("…")`, `b'…'`.
    private static func prefix(of text: ArraySlice<UInt8>) -> Int? {
        for prefix in ["Optional(", "b", "u", "r"] where text.starts(with: prefix.utf8) {
            let length = prefix.utf8.count
            return text.dropFirst(length).first.map(Self.isQuote) ?? false ? length : nil
        }
        return nil
    }

    /// Where what a quote opens ends: before the next quote that is written like it, or else with the line.
    static func end(ofQuote quote: Int, in text: [UInt8]) -> Int {
        let escapes = Self.backslashes(before: quote, in: text)
        let end = min(text.count, quote + Self.mostQuoted)
        for place in quote + 1..<max(end, quote + 1) {
            if text[place] == text[quote] {
                let found = Self.backslashes(before: place, in: text, from: quote + 1)
                // One more backslash before each, or two before a backslash, belong to what is quoted.
                if found % (2 * escapes + 2) == escapes { return place - escapes }
            }
        }
        return quote + 1 + text[(quote + 1)...].prefix { !Self.isLineEnd($0) }.count
    }

    private static func backslashes(before place: Int, in text: [UInt8], from start: Int = 0) -> Int {
        text[start..<place].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    }

    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// What may stand between a sign and its value.
    private static func isBetween(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "("),
            UInt8(ascii: "["), UInt8(ascii: "{"):
            true
        default: ASCII.isBlank(byte) || Self.isLineEnd(byte)
        }
    }

    /// What ends a value without quotes.
    private static func isBehind(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "]"),
            UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
            true
        default: Self.isQuote(byte)
        }
    }
}
