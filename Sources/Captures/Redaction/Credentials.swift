internal import Basics

/// Credentials: the word of a scheme, followed by the secret. The secret is a single value or a list of parameters.
enum Credentials {
    /// The words of schemes. Some of them are also names of secrets, as in `Token …`.
    private static let schemes = [
        "basic", "digest", "negotiate", "ntlm", "kerberos", "hawk", "oauth", "vapid", "webpush", "dpop", "hoba",
        "token", "apikey", "googlelogin", "sharedkey", "sharedaccesssignature", "aws4-hmac-sha256", "bearer",
    ].map { Array($0.utf8) }
    private static let mostSchemeBytes = schemes.map(\.count).max() ?? 0
    private static let key = Array("key=".utf8)
    /// The parameters that are not secret.
    private static let known = [
        "realm", "uri", "algorithm", "qop", "nc", "username", "charset", "userhash", "stale", "signedheaders", "scope",
    ].map { Array($0.utf8) }

    /// Returns the length of the scheme at the start of a value. The secret follows the scheme.
    static func schemeLength(_ value: ArraySlice<UInt8>) -> Int {
        if value.prefix(Self.key.count).map(ASCII.lowercase) == Self.key { return Self.key.count }
        let word = value.prefix(Self.mostSchemeBytes + 1).prefix(while: Self.isOfScheme)
        let gap = value.dropFirst(word.count).prefix(while: Self.isGap)
        return gap.isEmpty || !Self.isScheme(word) ? 0 : word.count + gap.count
    }

    static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
        let word = word.filter { $0 != UInt8(ascii: "_") }.map(ASCII.lowercase)
        return Self.schemes.contains(word) || word == Array("api-key".utf8)
    }

    static func isBearer(_ word: ArraySlice<UInt8>) -> Bool { word.suffix(6).map(ASCII.lowercase) == Self.schemes.last }

    /// Whether the byte is a blank, a tab, or the line break of a folded header.
    static func isGap(_ byte: UInt8) -> Bool { ASCII.isBlank(byte) || TextValue.isLineEnd(byte) }

    private static func isOfScheme(_ byte: UInt8) -> Bool { SecretName.isOfWord(byte) }

    /// Returns the ranges of secrets after a scheme: the values of its parameters, or a single value.
    static func ranges(behind place: Int, in text: [UInt8]) -> [Range<Int>] {
        let parameters = Self.parameters(from: place, in: text).map(\.value)
        return parameters.isEmpty ? [TextValue(behind: place, in: text).range] : parameters
    }

    /// Returns the ranges of secrets after a word that may be a scheme: the values of parameters, or a likely secret.
    static func likelyRanges(behind gap: Int, in text: [UInt8]) -> [Range<Int>] {
        let start = gap + text[gap...].prefix(while: Self.isGap).count
        let parameters = start > gap ? Self.parameters(from: start, in: text).map(\.value) : []
        return parameters.isEmpty ? self.likelyValue(behind: gap, in: text) : parameters
    }

    static func likelyValue(behind gap: Int, in text: [UInt8]) -> [Range<Int>] {
        let blanks = text[gap...].prefix(while: ASCII.isBlank)
        guard !blanks.isEmpty, let first = text[blanks.endIndex...].first, !TextValue.isLineEnd(first) else {
            return []
        }
        let value = TextValue(behind: blanks.endIndex, in: text).range
        return Self.isLikely(text[value]) ? [value] : []
    }

    /// Reads parameters in the form `name=value, name="value"`.
    static func parameters(from place: Int, in text: [UInt8]) -> [(name: Range<Int>, value: Range<Int>)] {
        var (parameters, place) = ([(name: Range<Int>, value: Range<Int>)](), place)
        while true {
            let name = place..<place + text[place...].prefix(while: SecretName.isOfWord).count
            var start = name.upperBound + 1
            guard !name.isEmpty, start < text.count, text[start - 1] == UInt8(ascii: "=") else { return parameters }
            start += text[start...].prefix { $0 == UInt8(ascii: "\\") }.count
            let isQuoted = start < text.count && TextValue.isQuote(text[start])
            let value =
                isQuoted
                ? start + 1..<TextValue.end(ofQuote: start, in: text)
                : start..<start + text[start...].prefix { !Self.endsParameter($0) }.count
            // A word that ends with an equals sign is base64.
            guard isQuoted || !value.isEmpty && text[start] != UInt8(ascii: "=") else { return parameters }
            parameters.append((name, value))
            var rest = text[value.upperBound...]
            if isQuoted { rest = rest.drop { TextValue.isQuote($0) || $0 == UInt8(ascii: "\\") } }
            rest = rest.drop(while: Self.isGap)
            guard rest.popFirst() == UInt8(ascii: ",") else { return parameters }
            place = rest.drop(while: Self.isGap).startIndex
        }
    }

    private static func endsParameter(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || TextValue.isQuote(byte)
    }

    /// Returns the parts of a header's value that are masked in all places. Also accepts the value of a key of a
    /// payload, if the key has the name of such a header.
    static func words(in value: [UInt8]) -> [ArraySlice<UInt8>] {
        let scheme = value.prefix { !Self.isGap($0) }.count
        let start = value[scheme...].drop(while: Self.isGap).startIndex
        let known = Self.schemeLength(value[...])
        let parameters = Self.parameters(from: start, in: value).filter { name, _ in
            !Self.known.contains(value[name].map(ASCII.lowercase))
        }
        return [value[known...], value[max(start, known)...]] + parameters.map { value[$0.value] }
    }

    /// Whether a word looks like a secret and not like prose.
    static func isLikely(_ word: ArraySlice<UInt8>) -> Bool {
        var (letters, digits, humps, isLow) = (0, 0, 0, false)
        for (place, byte) in zip(word.indices, word) {
            if byte == UInt8(ascii: ":"), word[place...].starts(with: "://".utf8) { return false }
            if ASCII.isDigit(byte) { digits += 1 }
            let isLetter = ASCII.isLetter(byte)
            if isLetter { letters += 1 }
            if isLetter, isLow, ASCII.lowercase(byte) != byte { humps += 1 }
            isLow = isLetter && ASCII.lowercase(byte) == byte
        }
        switch word.count {
        case ..<8: return false
        case 24...: return true
        case 16... where humps > 0: return true
        default: return digits > 0 && letters > 0 || digits == word.count
        }
    }
}
