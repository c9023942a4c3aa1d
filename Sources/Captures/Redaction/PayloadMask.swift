internal import Basics
internal import ShoulderTap

/// Masks the secrets of a payload, and nothing that decides what the payload is.
struct PayloadMask {
    /// A value that is secret: the bytes that change, and the way to it.
    struct Secret {
        enum Nature {
            case text, number, comment
        }

        let range: Range<Int>
        let nature: Nature
        let path: String
        /// What is secret in a text that is JSON itself, for the case that the text as a whole has to stay.
        let inner: [Secret]

        init(_ range: Range<Int>, _ nature: Nature, _ path: String, inner: [Secret] = []) {
            (self.range, self.nature, self.path, self.inner) = (range, nature, path, inner)
        }
    }

    private static let mostLooks = 4

    private let channel: CaptureEntry.Channel
    private let type: String?
    /// Of the payload as it was, and of what became of it where a remark on a secret had to go. Most have no secret.
    private lazy var verdict = self.verdict(on: self.bytes)
    private(set) var bytes: [UInt8]
    /// Whether everything was masked as it was found.
    private var isWhole = true
    /// The ways to secrets that had to stay, because the verdict hangs on them.
    private(set) var kept: [String] = []
    /// The paths that led to something.
    private(set) var matched: Set<SecretPath> = []

    /// - Parameters:
    ///   - type: What the headers say of a notification of WNS.
    ///   - words: What is secret wherever it stands.
    init(
        _ payload: ReadPayload, over channel: CaptureEntry.Channel = .apns, _ type: String? = nil,
        words: SecretWords = SecretWords([])
    ) {
        (self.channel, self.type) = (channel, type)
        self.bytes = payload.bytes
        let found = words.marks(in: payload.bytes).ranges.map { Secret($0, .text, "a token at byte \($0.lowerBound)") }
        self.mask(found[...])
        let keptWords = self.kept
        // What had to stay may go once other values are placeholders. What was masked in one go stays as it is.
        for _ in 0..<Self.mostLooks {
            let before = self.bytes
            (self.kept, self.isWhole) = (keptWords, true)
            self.maskValues(
                before == payload.bytes ? payload : ReadPayload(before, payload.paths, texts: payload.texts))
            if self.isWhole || self.bytes == before { break }
        }
    }

    private mutating func maskValues(_ payload: ReadPayload) {
        guard let secrets = payload.secrets else { return self.maskEverything() }
        self.matched.formUnion(payload.matched)
        self.mask(secrets[...])
    }

    /// Where no reader finds keys, a secret may stand anywhere.
    private mutating func maskEverything() {
        self.isWhole = false
        let masked = Mask.everything(self.bytes)
        let isSame = self.verdict(on: masked).isSame(as: self.verdict, butFor: masked.indices)
        self.bytes = isSame ? masked : Array(repeating: UInt8(ascii: "x"), count: masked.count)
    }

    /// Masks many at once where that changes nothing, and looks closer where it does.
    private mutating func mask(_ secrets: ArraySlice<Secret>) {
        guard !secrets.isEmpty else { return }
        let masked = self.masking(secrets, .bytes)
        if self.verdict(on: masked) == self.verdict {
            self.bytes = masked
        } else if secrets.count > 1 {
            let middle = secrets.startIndex + secrets.count / 2
            self.mask(secrets[..<middle])
            self.mask(secrets[middle...])
        } else {
            secrets.forEach { self.maskClosely($0) }
        }
    }

    /// A secret outweighs a remark on it, but nothing else that can be said of the payload.
    private mutating func maskClosely(_ secret: Secret) {
        self.isWhole = false
        let choices = Mask.Shape.allCases.map { self.masking([secret], $0) }
        let verdicts = choices.map(self.verdict(on:))
        let best =
            verdicts.firstIndex { $0 == self.verdict }
            ?? verdicts.firstIndex { $0.isSame(as: self.verdict, butFor: secret.range) }
        if let best {
            self.bytes = choices[best]
            self.verdict = verdicts[best]
        } else if secret.inner.isEmpty {
            self.kept.append(secret.path)
        } else {
            self.mask(secret.inner[...])
        }
    }

    private func verdict(on bytes: [UInt8]) -> PayloadVerdict { PayloadVerdict(bytes, over: self.channel, self.type) }

    private func masking(_ secrets: ArraySlice<Secret>, _ shape: Mask.Shape) -> [UInt8] {
        var bytes = self.bytes
        for secret in secrets {
            // A slice of what changes would be a copy of it, for every secret.
            let old = self.bytes[secret.range]
            let new =
                switch secret.nature {
                case .text: Mask.text(old, shape)
                case .number: Mask.number(old)
                case .comment: Mask.prose(old)
                }
            bytes.replaceSubrange(secret.range, with: new)
        }
        return bytes
    }
}
