internal import Basics

extension LogCandidate {
    private static let word = Array("aps".utf8)
    private static let mostBetween = 8

    /// Names the first payload of a text in which none was found: one that was quoted once more, that another language
    /// printed, or that a stray quote tore.
    static func lostKey(in text: [UInt8], _ line: Int) -> CaptureFinding? {
        self.lostKey(in: text[...], before: text.endIndex, line)
    }

    /// - Parameter end: Where the key stands before, if anywhere.
    static func lostKey(in text: ArraySlice<UInt8>, before end: Int, _ line: Int) -> CaptureFinding? {
        for place in text.startIndex..<end where text[place...].starts(with: self.word) {
            let before = text[..<place].last
            guard before.map({ !self.isPartOfWord($0) }) ?? true, self.isKey(text[place...], behind: before) else {
                continue
            }
            let isForeign = before == UInt8(ascii: "'") || text[..<place].suffix(2).elementsEqual(#"\""#.utf8)
            let reason =
                isForeign
                ? "aps stands in a text within a text, or in quotes that neither JSON nor Foundation have"
                : "aps stands in nothing that JSON, Foundation or Swift would write"
            return CaptureFinding(.notPayload, line: line + text[..<place].count { $0 == 0x0A }, reason)
        }
        return nil
    }

    /// Whether a sign follows, and a dictionary behind it; without quotes around it the word may be prose.
    private static func isKey(_ text: ArraySlice<UInt8>, behind before: UInt8?) -> Bool {
        let behind = text.dropFirst(self.word.count)
        let between = behind.prefix(self.mostBetween).prefix {
            ASCII.isBlank($0) || $0 == UInt8(ascii: "\\") || self.isQuote($0)
        }
        guard let sign = behind.dropFirst(between.count).first, sign == UInt8(ascii: ":") || sign == UInt8(ascii: "=")
        else {
            return false
        }
        if before.map(self.isQuote) ?? false, between.contains(where: self.isQuote) { return true }
        let value = behind.dropFirst(between.count + 1).drop { ASCII.isBlank($0) || $0 == UInt8(ascii: ">") }
        return value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[") || value.starts(with: "map[".utf8)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
