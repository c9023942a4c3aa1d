internal import Basics

/// The range of the value after a name in a text: within its quotes, or up to a byte that ends a word.
struct TextValue {
    /// The maximum distance in bytes to the end of a value. If the end is farther away, the value ends with its line.
    private static let mostBytes = 1 << 13

    let range: Range<Int>
    let isQuoted: Bool

    /// - Parameter place: The place after the sign or the blank that separates the value from its name. Further
    ///   separators before the value are skipped.
    init(behind place: Int, in text: [UInt8]) {
        var start = place
        var isList = false
        while start < text.count, Self.isBetween(text[start]) {
            isList = isList || text[start] == UInt8(ascii: "[")
            start += 1
        }
        if isList {
            self.isQuoted = false
            let near = text[start..<min(text.count, start + Self.mostBytes)]
            self.range = start..<(near.firstIndex(of: UInt8(ascii: "]")) ?? Self.endOfLine(start, in: text))
            return
        }
        start += Self.prefix(of: text[start...])
        self.isQuoted = start < text.count && Self.isQuote(text[start])
        if self.isQuoted {
            self.range = start + 1..<Self.end(ofQuote: start, in: text)
        } else {
            self.range = start..<start + text[start...].prefix { !Self.isBehind($0) }.count
        }
    }

    private static let prefixes = ["optional(", "some(", "u", "b", "r", "@"].map { Array($0.utf8) }

    /// Returns the length of the prefix that a programming language prints before a quoted value: `Optional("…")`,
    /// `b'…'`, `@"…"`.
    private static func prefix(of text: ArraySlice<UInt8>) -> Int {
        var rest = text
        while let prefix = Self.prefixes.first(where: { rest.prefix($0.count).map(ASCII.lowercase) == $0 }) {
            rest = rest.dropFirst(prefix.count)
        }
        return rest.first.map(Self.isQuote) ?? false ? rest.startIndex - text.startIndex : 0
    }

    /// Returns the end of a quoted text.
    ///
    /// The end is the next quote that is escaped in the same way, unless that quote opens the next secret on another
    /// line. If there is no such quote, the end of the line is used.
    static func end(ofQuote quote: Int, in text: [UInt8]) -> Int {
        let escapes = Self.backslashes(before: quote, in: text)
        var isOnLine = true
        for place in quote + 1..<max(quote + 1, min(text.count, quote + Self.mostBytes)) {
            isOnLine = isOnLine && !Self.isLineEnd(text[place])
            guard text[place] == text[quote] else { continue }
            let found = Self.backslashes(before: place, in: text, from: quote + 1)
            // A quote with more backslashes before it belongs to the quoted text.
            guard found % (2 * escapes + 2) == escapes else { continue }
            if isOnLine || !Self.isWithinWord(place, in: text) && !SecretPhrases.opensSecret(place, in: text) {
                return place - escapes
            }
        }
        return Self.endOfLine(quote + 1, in: text)
    }

    /// Whether the quote is an apostrophe.
    private static func isWithinWord(_ quote: Int, in text: [UInt8]) -> Bool {
        text[quote] == UInt8(ascii: "'") && quote > 0 && quote + 1 < text.count && ASCII.isLetter(text[quote - 1])
            && ASCII.isLetter(text[quote + 1])
    }

    private static func endOfLine(_ place: Int, in text: [UInt8]) -> Int {
        place + text[place...].prefix { !Self.isLineEnd($0) }.count
    }

    private static func backslashes(before place: Int, in text: [UInt8], from start: Int = 0) -> Int {
        text[start..<place].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    }

    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Whether the byte may be between a sign, such as a colon, and the value after it.
    static func isBetween(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "("),
            UInt8(ascii: "["), UInt8(ascii: "{"):
            true
        default: ASCII.isBlank(byte) || Self.isLineEnd(byte)
        }
    }

    /// Whether the byte ends an unquoted value.
    private static func isBehind(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: "]"),
            UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
            true
        default: Self.isQuote(byte)
        }
    }
}
