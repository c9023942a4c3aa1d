package import Basics
internal import ShoulderTap

/// Takes the secrets out of captures, so that they can be kept and shown.
///
/// Authorization and device tokens always go; a token becomes a pseudonym, the same for the same token and key.
package struct Redactor: Sendable {
    /// An entry without its secrets.
    package struct Redacted: Hashable, Sendable {
        package let entry: CaptureEntry
        /// Ways to values that were to be masked and had to stay, because they decide what the payload is.
        package let kept: [String]
    }

    private let key: KeyedHash
    private let paths: [SecretPath]

    /// - Parameter paths: What is secret besides.
    package init(key: KeyedHash, paths: [SecretPath] = []) {
        self.key = key
        self.paths = SecretPath.always + paths
    }

    package func redacted(_ entry: CaptureEntry) -> Redacted {
        var result = entry
        let token = self.token(of: entry)
        if let token, entry.device.map(Self.isToken) ?? true {
            result.device = .named(self.pseudonym(of: token))
        }
        let paths = self.paths + (entry.channel == .fcm ? SecretPath.ofFCM : [])
        let words = SecretWords(token)
        if case .named(let name)? = entry.device, let token {
            // Somebody took the token for a name.
            let isToken = name.utf8.map(ASCII.lowercase) == token.utf8.map(ASCII.lowercase)
            let masked = String(decoding: words.masked(Array(name.utf8)), as: UTF8.self)
            result.device = .named(isToken ? self.pseudonym(of: token) : masked)
        }
        let mask = PayloadMask(
            words.masked(entry.payload), over: entry.channel, entry.headers["x-wns-type"], paths: paths)
        result.payload = mask.bytes
        result.headers = HeaderMask.masked(entry.headers, words)
        if let answer = entry.answer {
            result.answer?.headers = HeaderMask.masked(answer.headers, words)
            // Nobody judges an answer, so nothing of it has to stay.
            result.answer?.body = answer.body.map { PayloadMask(words.masked($0), over: .rest, paths: paths).bytes }
        }
        result.source = entry.source.map { String(decoding: words.masked(Array($0.utf8)), as: UTF8.self) }
        return Redacted(entry: result, kept: mask.kept)
    }

    /// 32 hexadecimal digits that nobody without the key can make of a token, or go back from.
    package func pseudonym(of token: String) -> String {
        let isHex = Hex.bytes(of: token) != nil
        return Hex.text(of: self.key.longCode(of: token.utf8.map { isHex ? ASCII.lowercase($0) : $0 }))
    }

    private static func isToken(_ device: CaptureEntry.Device) -> Bool {
        if case .token = device { true } else { false }
    }

    /// The token that the entry was sent to, wherever it stands.
    private func token(of entry: CaptureEntry) -> String? {
        if case .token(let token) = entry.device { return token }
        if let token = HeaderMask.token(in: entry.headers) { return token }
        guard entry.channel == .fcm, let root = PushPayload.inspect(entry.payload).root else { return nil }
        return root["message"]?["token"]?.string ?? root["to"]?.string
    }
}

/// A text that is secret wherever it stands.
struct SecretWords {
    /// Shorter ones would be found in half of all words.
    private static let least = 8

    private let word: [UInt8]

    init(_ token: String?) { self.word = (token ?? "").utf8.map(ASCII.lowercase) }

    /// The same text with `x` in place of the word, in either case of its letters.
    func masked(_ text: [UInt8]) -> [UInt8] {
        guard self.word.count >= Self.least, text.count >= self.word.count else { return text }
        var masked = text
        var start = 0
        while start + self.word.count <= text.count {
            let range = start..<start + self.word.count
            if zip(text[range], self.word).allSatisfy({ ASCII.lowercase($0) == $1 }) {
                masked.replaceSubrange(range, with: repeatElement(UInt8(ascii: "x"), count: self.word.count))
                start = range.upperBound
            } else {
                start += 1
            }
        }
        return masked
    }
}
