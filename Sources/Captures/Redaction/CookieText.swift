internal import Basics

/// The cookies in a text: `name=value` separated by semicolons. Any of them may be secret.
enum CookieText {
    private static let endings = ["cookie", "cookies"].map { Array($0.utf8) }
    /// The attributes of a cookie that are not secret.
    private static let places = ["path", "domain"].map { Array($0.utf8) }

    static func isNamed(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        let name = SecretName.withoutNumber(name)
        return Self.endings.contains { name.suffix($0.count).map(ASCII.lowercase) == $0 }
    }

    /// Returns the range of all cookies after the name of the header. It ends at the end of the line, or at the end of
    /// the quotes that contain the name.
    ///
    /// Returns nil if no cookie follows the name.
    static func range(behind place: Int, named name: Range<Int>, in text: [UInt8]) -> Range<Int>? {
        guard Self.isNamed(text[name]) else { return nil }
        let first = text[place...].prefix(while: ASCII.isTokenCharacter)
        guard !first.isEmpty, text[first.endIndex...].first == UInt8(ascii: "=") else { return nil }
        if let quote = text[..<name.lowerBound].last, TextValue.isQuote(quote) {
            let end = TextValue.end(ofQuote: name.lowerBound - 1, in: text)
            if end > place { return place..<end }
        }
        return place..<place + text[place...].prefix { !TextValue.isLineEnd($0) }.count
    }

    /// Returns the values of a header's cookies that look like secrets. These values are masked in all other places
    /// too. The cookie attributes `path` and `domain` are left out.
    static func words(in value: [UInt8]) -> [ArraySlice<UInt8>] {
        value.split(separator: UInt8(ascii: ";")).compactMap { pair in
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = pair[..<sign].drop(while: ASCII.isBlank).map(ASCII.lowercase)
            if Self.places.contains(name) { return nil }
            let value = pair[(sign + 1)...].drop(while: TextValue.isQuote)
            let word = value.prefix { !TextValue.isQuote($0) && $0 != UInt8(ascii: ",") }
            return Credentials.isLikely(word) && !word.contains(where: ASCII.isBlank) ? word : nil
        }
    }
}
