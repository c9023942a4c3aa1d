internal import Basics

extension LogCandidate {
    private static let word = Array("aps".utf8)
    private static let mostBetween = 8
    private static let mostLooked = 64

    /// If no payload was found in a text, reports the first likely payload in it.
    ///
    /// The payload may be quoted again, printed by another language, or torn by a stray quote.
    static func lostKey(in text: [UInt8], _ line: Int) -> CaptureFinding? {
        self.lostKey(in: text[...], before: text.endIndex, line)
    }

    /// - Parameter end: The offset before which the key must begin.
    static func lostKey(in text: ArraySlice<UInt8>, before end: Int, _ line: Int) -> CaptureFinding? {
        for place in text.startIndex..<end where text[place...].starts(with: self.word) {
            let before = text[..<place].last
            guard before.map({ !self.isPartOfWord($0) }) ?? true, self.isKey(text[place...]) else { continue }
            let isForeign = before == UInt8(ascii: "'") || text[..<place].suffix(2).elementsEqual(#"\""#.utf8)
            let reason =
                isForeign
                ? "aps is in a nested string, or in quotes that neither JSON nor Foundation uses"
                : "the text around aps is not in a format of JSON, Foundation or Swift"
            return CaptureFinding(.notPayload, line: line + text[..<place].count { $0 == 0x0A }, reason)
        }
        return nil
    }

    /// Whether the word is followed by a colon or an equals sign, and then by text that looks like a dictionary.
    /// Otherwise the word may be part of prose.
    private static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
        let behind = text.dropFirst(self.word.count)
        guard let sign = behind.prefix(self.mostBetween).firstIndex(where: { !self.isAroundKey($0) }),
            self.isSign(text[sign])
        else { return false }
        let value = text[(sign + 1)...].drop { ASCII.isBlank($0) || $0 == UInt8(ascii: ">") }
        if value.starts(with: "map[".utf8) { return true }
        let inside = value.dropFirst().prefix(self.mostLooked)
        switch value.first {
        case UInt8(ascii: "{"):
            let members = inside.prefix { $0 != UInt8(ascii: "}") }
            return members.contains(where: self.isSign)
                || members.allSatisfy(ASCII.isBlank) && members.count == inside.count
        case UInt8(ascii: "["): return inside.first == UInt8(ascii: "\"") || inside.starts(with: "AnyHashable(".utf8)
        default: return false
        }
    }
}
