internal import Basics

/// Finds secrets in unstructured text.
///
/// It finds texts with the form of a secret. It also finds texts in certain places: after the name of a secret, after a
/// word for authorization, before the host of an address, or after the path of device tokens.
enum SecretPhrases {
    /// The path of an APNs request before the token.
    static let tokenPath = "/3/device/"
    private static let mostPlaceBytes = 8
    /// The words that may be between the name of a secret and its value in prose.
    private static let joiners = ["is", "is:", "was", "was:", "-", "--", "–"].map { Array($0.utf8) }

    static func mark(_ readings: [ReadText], _ marks: inout TextMarks) {
        for text in readings {
            for range in Self.ranges(in: text.bytes) { marks.add(text.origin(of: range)) }
        }
    }

    /// Returns the ranges of secrets in a text, in order.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        var (ranges, place) = ([Range<Int>](), 0)
        while place < text.count {
            let found =
                switch text[place] {
                case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"): Self.named(by: place, in: text)
                case 0x09, 0x0A, 0x0D, 0x20: Self.told(behind: place, in: text)
                case UInt8(ascii: "/"): Self.token(at: place, in: text)
                case UInt8(ascii: "e"): [SecretForm.token(at: place, in: text)].compactMap(\.self)
                case UInt8(ascii: "-"): [SecretForm.key(at: place, in: text)].compactMap(\.self)
                default: [Range<Int>]()
                }
            ranges += found.filter { !$0.isEmpty }
            place = max(place + 1, found.last?.upperBound ?? 0)
        }
        return ranges
    }

    /// Returns the value after a colon, an equals sign or a tag, if the name of a secret precedes this sign.
    private static func named(by sign: Int, in text: [UInt8]) -> [Range<Int>] {
        guard let name = SecretName.name(before: Self.end(before: sign, in: text), in: text) else {
            return Self.userInfo(behind: sign, in: text)
        }
        let value = TextValue(behind: sign + 1, in: text)
        let scheme = Credentials.schemeLength(text[value.range.lowerBound...])
        if value.isQuoted { return [value.range.dropFirst(scheme)] }
        if let cookies = CookieText.range(behind: value.range.lowerBound, named: name, in: text) { return [cookies] }
        if scheme > 0 { return Credentials.ranges(behind: value.range.lowerBound + scheme, in: text) }
        let isOpen = SecretName.isOfAuthorization(text[name])
        return [value.range] + (isOpen ? Credentials.likelyRanges(behind: value.range.upperBound, in: text) : [])
    }

    /// Whether a quote opens a value that follows a secret name.
    static func opensSecret(_ quote: Int, in text: [UInt8]) -> Bool {
        var sign = quote
        while sign > max(0, quote - Self.mostPlaceBytes) {
            sign -= 1
            let isSign = text[sign] == UInt8(ascii: ":") || text[sign] == UInt8(ascii: "=")
            if isSign, SecretName.name(before: Self.end(before: sign, in: text), in: text) != nil { return true }
            guard isSign || TextValue.isBetween(text[sign]) else { return false }
        }
        return false
    }

    /// Returns the end of the name before a sign, such as a colon. Skips quotes, blanks and an index such as `[0]`
    /// between the name and the sign.
    ///
    /// If the sign is the `>` of a tag, nothing is skipped.
    private static func end(before sign: Int, in text: [UInt8]) -> Int {
        var end = sign
        if text[sign] == UInt8(ascii: ">") {
            guard sign > 0, text[sign - 1] == UInt8(ascii: "-") else { return end }
            end -= 1
        }
        // Swift prints the keys of a dictionary as `AnyHashable("token")`.
        if end > 1, text[end - 1] == UInt8(ascii: ")"), TextValue.isQuote(text[end - 2]) { end -= 1 }
        while end > 0, Self.isAround(text[end - 1]) { end -= 1 }
        guard end > 0, text[end - 1] == UInt8(ascii: "]") else { return end }
        let place = text[..<(end - 1)].suffix(Self.mostPlaceBytes)
        return place.lastIndex(of: UInt8(ascii: "[")) ?? end
    }

    /// Returns the secret after a blank, if the word before the blank announces a secret. Such a word is a word for
    /// authorization or the name of a secret.
    private static func told(behind blank: Int, in text: [UInt8]) -> [Range<Int>] {
        guard blank > 0, !Credentials.isGap(text[blank - 1]) else { return [] }
        let start = blank + text[blank...].prefix(while: Credentials.isGap).count
        let word = text[..<blank].suffix(text[..<blank].reversed().prefix(while: SecretName.isOfWord).count)
        if Credentials.isBearer(word) {
            let ranges = Credentials.ranges(behind: start, in: text)
            // In `bearer token …` the secret is after the next word.
            return ranges.contains { SecretName.isSecret(text[$0]) } ? [] : ranges
        }
        if Credentials.isScheme(word), !SecretName.isSecret(word) {
            return Credentials.likelyRanges(behind: blank, in: text)
        }
        guard SecretName.name(before: blank, in: text) != nil else { return [] }
        let joiner = text[start...].prefix { !Credentials.isGap($0) }
        let isSaid = Self.joiners.contains(joiner.map(ASCII.lowercase))
        return Credentials.likelyValue(behind: isSaid ? joiner.endIndex : blank, in: text)
    }

    /// Returns the credentials in an address: `https://user:password@host`.
    private static func userInfo(behind colon: Int, in text: [UInt8]) -> [Range<Int>] {
        guard text[colon...].starts(with: "://".utf8) else { return [] }
        let authority = text[(colon + 3)...].prefix { $0 > 0x20 && !TextValue.isQuote($0) && !Self.endsAuthority($0) }
        guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return [] }
        let user = authority[..<end].prefix { $0 != UInt8(ascii: ":") }
        return [user.indices, min(user.endIndex + 1, end)..<end]
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "<"),
            UInt8(ascii: ">"):
            true
        default: false
        }
    }

    private static func token(at slash: Int, in text: [UInt8]) -> [Range<Int>] {
        guard text[slash...].starts(with: Self.tokenPath.utf8) else { return [] }
        let start = slash + Self.tokenPath.utf8.count
        let value = text[start...].prefix { $0 > 0x20 && !TextValue.isQuote($0) && !Self.endsToken($0) }
        return [start..<value.endIndex]
    }

    private static func endsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"),
            UInt8(ascii: "}"):
            true
        default: false
        }
    }

    /// Whether the byte may be between a name and the sign after it, such as a colon.
    private static func isAround(_ byte: UInt8) -> Bool {
        ASCII.isBlank(byte) || TextValue.isQuote(byte) || byte == UInt8(ascii: "\\")
    }
}
