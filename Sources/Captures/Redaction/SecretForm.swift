internal import Basics

/// Secrets that are recognised by their form: JSON web tokens, and private keys in PEM.
enum SecretForm {
    private static let leastToken = 30
    private static let token = Array("eyJ".utf8)
    private static let begin = Array("-----BEGIN ".utf8)
    private static let titles = ["PRIVATE KEY", "PRIVATE KEY BLOCK"].map { Array($0.utf8) }
    private static let dashes = Array("-----".utf8)
    private static let end = Array("-----END ".utf8)

    /// Returns the range of a token. A token has three parts of base64url with dots between them, and the first part
    /// encodes an object.
    ///
    /// Any character except a letter may precede the token.
    static func token(at place: Int, in text: [UInt8]) -> Range<Int>? {
        guard text[place...].starts(with: Self.token), place == 0 || !ASCII.isLetter(text[place - 1]) else {
            return nil
        }
        let token = text[place...].prefix(while: Self.isOfToken)
        let dots = token.count { $0 == UInt8(ascii: ".") }
        return dots >= 2 && token.count >= Self.leastToken ? token.indices : nil
    }

    /// Returns the range between the BEGIN and END lines of a key. If there is no END line, the range extends to the
    /// end of the text.
    static func key(at place: Int, in text: [UInt8]) -> Range<Int>? {
        guard text[place...].starts(with: Self.begin) else { return nil }
        let title = text[(place + Self.begin.count)...].prefix { ASCII.isLetter($0) || $0 == 0x20 }
        guard Self.titles.contains(where: { title.suffix($0.count).elementsEqual($0) }),
            text[title.endIndex...].starts(with: Self.dashes)
        else { return nil }
        let start = title.endIndex + Self.dashes.count
        let end = text[start...].indices.first { text[$0] == Self.end[0] && text[$0...].starts(with: Self.end) }
        return start..<(end ?? text.endIndex)
    }

    private static func isOfToken(_ byte: UInt8) -> Bool { SecretName.isOfWord(byte) }
}
