internal import Basics

/// Recognises the names of secrets. They are names of headers, keys, and query items.
enum SecretName {
    /// The endings of names of secrets, in lower case and without word separators.
    static let endings = [
        "bearer", "token", "tokens", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "apikey",
        "apikeys",
        "privatekey", "authorization", "cookie", "cookies", "credential", "credentials", "registrationid",
        "registrationids", "notificationkey", "channeluri",
    ]
    /// The endings reversed, grouped by their last letter.
    private static let reversed = endings.reduce(into: [[[UInt8]]](repeating: [], count: 256)) { table, ending in
        let letters = Array(ending.utf8.reversed())
        table[Int(letters[0])].append(letters)
    }
    private static let authorization = Array("authorization".utf8.reversed())
    /// The words that mark a name as secret only together with the word before them.
    private static let seconds = ["key", "keys", "id", "ids", "uri", "phrase"].map { Array($0.utf8) }
    private static let mostBytes = 64

    /// Whether a name is the name of a secret. Ignores case, word separators and a trailing number.
    static func isSecret(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        let name = Self.withoutNumber(name)
        guard let last = name.last(where: { !Self.partsWords($0) }) else { return false }
        return Self.reversed[Int(ASCII.lowercase(last))].contains { Self.ends(name, in: $0) }
    }

    /// Returns the name without a trailing number: `Cookie2` is a `Cookie`.
    static func withoutNumber<Name: BidirectionalCollection<UInt8>>(_ name: Name) -> Name.SubSequence {
        name[..<(name.lastIndex { !ASCII.isDigit($0) }.map(name.index(after:)) ?? name.startIndex)]
    }

    static func isOfAuthorization(_ name: ArraySlice<UInt8>) -> Bool { Self.ends(name, in: Self.authorization) }

    static func isSecret(_ name: String) -> Bool { Self.isSecret(name.utf8) }

    private static func ends(_ name: some BidirectionalCollection<UInt8>, in ending: [UInt8]) -> Bool {
        var place = name.endIndex
        for letter in ending {
            repeat {
                guard place > name.startIndex else { return false }
                name.formIndex(before: &place)
            } while Self.partsWords(name[place])
            if ASCII.lowercase(name[place]) != letter { return false }
        }
        return true
    }

    /// If the word that ends at this position is the name of a secret, returns its range. Otherwise returns nil.
    static func name(before end: Int, in text: [UInt8]) -> Range<Int>? {
        let least = max(0, end - Self.mostBytes)
        var start = end
        while start > least, Self.isOfWord(text[start - 1]) { start -= 1 }
        let word = text[start..<end]
        if Self.isSecret(word) { return start..<end }
        guard Self.seconds.contains(where: { word.map(ASCII.lowercase) == $0 }) else { return nil }
        while start > least, ASCII.isBlank(text[start - 1]) { start -= 1 }
        while start > least, Self.isOfWord(text[start - 1]) { start -= 1 }
        return Self.isSecret(text[start..<end]) ? start..<end : nil
    }

    static func isOfWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func partsWords(_ byte: UInt8) -> Bool {
        ASCII.isBlank(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
}
