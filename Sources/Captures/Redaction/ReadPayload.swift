internal import Basics
internal import ShoulderTap

/// A parsed payload and its secrets.
struct ReadPayload {
    let bytes: [UInt8]
    let paths: [SecretPath]
    let texts: TextPlaces?
    /// The root value, found by a strict reader. If the strict reader fails, a lenient reader is used.
    let root: PayloadElement?
    /// The secrets in the order of the bytes. Nil if no reader finds a value.
    let secrets: [PayloadMask.Secret]?
    /// The values under secret names. They are masked in all other places too.
    let words: [String]
    /// The paths that matched something.
    let matched: Set<SecretPath>

    /// - Parameter texts: The places of texts for people. Nil if such texts are not secret.
    init(_ bytes: [UInt8], _ paths: [SecretPath], texts: TextPlaces? = nil) {
        self.texts = texts
        (self.bytes, self.paths) = (bytes, paths)
        let strict = (try? JSONDocument(bytes, limit: max(bytes.count, 1)))?.root
        self.root = strict ?? PushPayload.inspect(bytes, strictness: .lenient, limit: bytes.count).root
        guard let root = self.root else {
            (self.secrets, self.words, self.matched) = (nil, [], [])
            return
        }
        var finder = SecretFinder(paths, texts)
        finder.find(in: root, of: ReadText(bytes[...]))
        self.secrets = finder.secrets + (strict == nil ? Self.comments(in: bytes) : [])
        (self.words, self.matched) = (finder.words, finder.matched)
    }

    /// Returns the content of comments, which a lenient reader skips.
    private static func comments(in payload: [UInt8]) -> [PayloadMask.Secret] {
        var (secrets, place, isQuoted) = ([PayloadMask.Secret](), 0, false)
        while place < payload.count {
            let rest = payload[place...]
            if isQuoted || payload[place] != UInt8(ascii: "/") {
                if payload[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
                place += isQuoted && payload[place] == UInt8(ascii: "\\") ? 2 : 1
                continue
            }
            let isBlock = rest.starts(with: "/*".utf8)
            let start = min(place + 2, payload.count)
            place = start
            while place < payload.count,
                isBlock ? !payload[place...].starts(with: "*/".utf8) : payload[place] != 0x0A
            { place += 1 }
            secrets.append(PayloadMask.Secret(start..<place, .comment, "a comment at byte \(start)"))
            if isBlock { place += 2 }
        }
        return secrets
    }
}
