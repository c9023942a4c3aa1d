package import Basics
internal import ShoulderTap

/// Removes the secrets from captures, so that they can be stored and shown.
///
/// Authorization and device tokens are always removed. A token is replaced by a pseudonym. The same token and key
/// always give the same pseudonym.
package struct Redactor: Sendable {
    /// An entry without its secrets.
    package struct Redacted: Hashable, Sendable {
        package let entry: CaptureEntry
        /// The paths of secret values that were kept, because they decide the payload's verdict.
        package let kept: [String]
        /// The paths that matched something in this entry.
        package let matched: Set<SecretPath>
    }

    /// The minimum number of hexadecimal digits of a token; a pseudonym has fewer.
    private static let tokenDigits = 64
    private static let mostInEnding = 5
    private static let mostLooks = 3

    private let key: KeyedHash
    private let paths: [SecretPath]
    private let masksTexts: Bool

    /// - Parameters:
    ///   - paths: The paths of additional secret values.
    ///   - masksTexts: Whether texts for people and unknown custom texts are secret.
    package init(key: KeyedHash, paths: [SecretPath] = [], masksTexts: Bool = false) {
        self.key = key
        self.paths = paths
        self.masksTexts = masksTexts
    }

    /// Returns an entry without the secrets outside its payload. The payload is unchanged.
    package func redactedBesidePayload(_ entry: CaptureEntry) -> CaptureEntry {
        self.redacted(entry, masksPayload: false).entry
    }

    /// Returns an entry without its secrets. Some secrets become visible only after other secrets are masked. These
    /// secrets are removed too.
    package func redacted(_ entry: CaptureEntry) -> Redacted {
        let first = self.redacted(entry, masksPayload: true)
        var (last, result) = (entry, first.entry)
        // A placeholder may reveal another secret, because an escape in front of it is gone.
        for _ in 0..<Self.mostLooks where result != last {
            (last, result) = (result, self.redacted(result, masksPayload: true).entry)
        }
        return Redacted(entry: result, kept: first.kept, matched: first.matched)
    }

    private func redacted(_ entry: CaptureEntry, masksPayload: Bool) -> Redacted {
        var result = entry
        let paths = self.paths + (entry.channel == .fcm ? SecretPath.ofFCM : [])
        // A message of FCM names its target, which may occur outside the payload too.
        let texts = self.masksTexts && masksPayload ? TextPlaces(entry.channel) : nil
        let payload =
            masksPayload || entry.channel == .fcm ? ReadPayload(entry.payload, paths, texts: texts) : nil
        let body = entry.answer?.body.map { ReadPayload($0, paths) }
        let token = self.token(of: entry, payload)
        let words = SecretWords(self.words(of: entry, token) + (payload?.words ?? []) + (body?.words ?? []))
        switch entry.device {
        case .token(let token): result.device = .named(self.pseudonym(of: token))
        case .named(let name): result.device = .named(self.name(name, token) ?? Self.masked(name, words))
        case nil:
            let named = masksPayload ? token : self.token(of: entry, nil)
            result.device = named.map { .named(self.pseudonym(of: $0)) }
        }
        let mask = masksPayload ? payload.map { self.mask($0, of: entry, words) } : nil
        result.payload = mask?.bytes ?? entry.payload
        result.headers = HeaderMask.masked(entry.headers, words)
        var matched = mask?.matched ?? []
        if let answer = entry.answer {
            result.answer?.headers = HeaderMask.masked(answer.headers, words)
            // No verdict depends on the answer, so all of its secrets may be masked.
            let mask = body.map { PayloadMask($0, over: .rest, words: words) }
            result.answer?.body = mask?.bytes
            matched.formUnion(mask?.matched ?? [])
        }
        result.source = entry.source.map { Self.masked(source: $0, words) }
        return Redacted(entry: result, kept: mask?.kept ?? [], matched: matched)
    }

    private func mask(_ payload: ReadPayload, of entry: CaptureEntry, _ words: SecretWords) -> PayloadMask {
        PayloadMask(payload, over: entry.channel, entry.headers["x-wns-type"], words: words)
    }

    /// Masks the source of an entry: a file name, often with a line number. Keeps the line number and the file name
    /// extension, because they are not secret.
    private static func masked(source: String, _ words: SecretWords) -> String {
        var end = source.endIndex
        if let colon = source.utf8.lastIndex(of: UInt8(ascii: ":")),
            source.utf8[colon...].dropFirst().allSatisfy(ASCII.isDigit)
        {
            end = colon
        }
        if let dot = source[..<end].utf8.lastIndex(of: UInt8(ascii: ".")) {
            let ending = source.utf8[dot..<end].dropFirst()
            if 1...self.mostInEnding ~= ending.count, ending.allSatisfy(ASCII.isLetter) { end = dot }
        }
        return self.masked(source, words, toldIn: source[..<end].utf8.count)
    }

    /// Masks a name that may contain a token.
    ///
    /// - Parameter stem: The length of the start of the name. Only in this part, secrets that are not in `words` are
    ///   recognised. Nil for the whole name.
    private static func masked(_ name: String, _ words: SecretWords, toldIn stem: Int? = nil) -> String {
        let bytes = Array(name.utf8)
        var marks = words.marks(in: bytes)
        let told = bytes[..<(stem ?? bytes.count)]
        SecretPhrases.mark(ReadText(told).readings, &marks)
        for run in told.indices.split(whereSeparator: { Hex.value(of: bytes[$0]) == nil })
        where run.count >= self.tokenDigits { marks.add(run) }
        // Blanks are kept, because a long name without blanks would look like a token.
        let masked = zip(bytes, marks.masking(bytes)).map { $0 <= 0x20 ? $0 : $1 }
        return String(decoding: masked, as: UTF8.self)
    }

    /// Returns a pseudonym of 32 hexadecimal digits. It cannot be computed or reversed without the key.
    package func pseudonym(of token: String) -> String {
        let isHex = Hex.bytes(of: token) != nil
        return Hex.text(of: self.key.longCode(of: token.utf8.map { isHex ? ASCII.lowercase($0) : $0 }))
    }

    /// Whether a token was recorded in place of the device's name. Real names do not look like tokens.
    private static func isToken(_ name: String) -> Bool {
        name.lowercased().hasPrefix("https://")
            || name.utf8.count >= Self.tokenDigits && name.utf8.allSatisfy { $0 > 0x20 }
    }

    /// If the name is a token, returns its pseudonym. Otherwise returns nil.
    private func name(_ name: String, _ token: String?) -> String? {
        if let token, name.utf8.map(ASCII.lowercase) == token.utf8.map(ASCII.lowercase) {
            return self.pseudonym(of: token)
        }
        return Self.isToken(name) ? self.pseudonym(of: name) : nil
    }

    /// Returns the token that the entry was sent to. It may be anywhere in the entry. Placeholders are ignored.
    private func token(of entry: CaptureEntry, _ payload: ReadPayload?) -> String? {
        if case .token(let token) = entry.device { return token }
        let token = HeaderMask.token(in: entry.headers) ?? (entry.channel == .fcm ? Self.token(of: payload?.root) : nil)
        return token.flatMap { $0.allSatisfy { $0 == "x" } ? nil : $0 }
    }

    /// Returns the target device of an FCM message. Returns nil for a message to a topic.
    private static func token(of message: PayloadElement?) -> String? {
        let token = message?["message"]?["token"]?.string ?? message?["to"]?.string
        return token.flatMap { $0.hasPrefix("/topics/") ? nil : $0 }
    }

    /// Returns the words outside the payload that are masked in all places: tokens and credentials of the sender.
    private func words(of entry: CaptureEntry, _ token: String?) -> [String] {
        var words = [token, HeaderMask.token(in: entry.headers)].compactMap(\.self)
        if case .named(let name) = entry.device, Self.isToken(name) { words.append(name) }
        words += HeaderMask.words(in: entry.headers) + HeaderMask.words(in: entry.answer?.headers ?? HeaderList())
        return words
    }
}
