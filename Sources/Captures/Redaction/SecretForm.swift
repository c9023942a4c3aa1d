internal import Basics

/// Secrets that show by their form what they are: JSON web tokens, and private keys as files hold them.
enum SecretForm {
    private static let leastToken = 30
    private static let token = Array("eyJ".utf8)
    private static let begin = Array("-----BEGIN ".utf8)
    private static let key = Array("PRIVATE KEY-----".utf8)

    /// Three parts of base64url with dots between, of which the first is that of an object.
    static func token(at place: Int, in text: [UInt8]) -> Range<Int>? {
        guard text[place...].starts(with: Self.token), place == 0 || !Self.isOfToken(text[place - 1]) else {
            return nil
        }
        let token = text[place...].prefix(while: Self.isOfToken)
        let dots = token.count { $0 == UInt8(ascii: ".") }
        return dots >= 2 && token.count >= Self.leastToken ? token.indices : nil
    }

    /// What stands between the lines that a key begins and ends with.
    static func key(at place: Int, in text: [UInt8]) -> Range<Int>? {
        guard text[place...].starts(with: Self.begin) else { return nil }
        let title = text[(place + Self.begin.count)...].prefix { ASCII.isLetter($0) || $0 == 0x20 }
        guard title.suffix(11).elementsEqual(Self.key.prefix(11)),
            text[title.endIndex...].starts(with: Self.key.suffix(5))
        else { return nil }
        let start = title.endIndex + 5
        return start..<start + text[start...].prefix { $0 != UInt8(ascii: "-") }.count
    }

    private static func isOfToken(_ byte: UInt8) -> Bool { SecretName.isOfWord(byte) }
}
