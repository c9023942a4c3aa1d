internal import Basics
internal import ShoulderTap

/// Masks the secrets of a payload without changing its verdict.
struct PayloadMask {
    /// A secret value: the bytes to mask, and their path.
    struct Secret {
        enum Nature {
            case text, number, comment
        }

        let range: Range<Int>
        let nature: Nature
        let path: String
        /// The secrets inside the text, if the text is itself JSON. They are masked one by one if the text as a whole
        /// must be kept.
        let inner: [Secret]

        init(_ range: Range<Int>, _ nature: Nature, _ path: String, inner: [Secret] = []) {
            (self.range, self.nature, self.path, self.inner) = (range, nature, path, inner)
        }
    }

    private static let mostLooks = 4

    private let channel: CaptureEntry.Channel
    private let type: String?
    /// The verdict on the original payload. It is updated when masking a secret removes a finding about that secret.
    ///
    /// The verdict is lazy, because most payloads have no secret.
    private lazy var verdict = self.verdict(on: self.bytes)
    private(set) var bytes: [UInt8]
    /// Whether everything was masked in a single pass.
    private var isWhole = true
    /// The paths of secrets that were kept, because the verdict depends on them.
    private(set) var kept: [String] = []
    /// The paths that matched something.
    private(set) var matched: Set<SecretPath> = []

    /// - Parameters:
    ///   - type: The type of a WNS notification from its headers.
    ///   - words: The words that are secret in all places.
    init(
        _ payload: ReadPayload, over channel: CaptureEntry.Channel = .apns, _ type: String? = nil,
        words: SecretWords = SecretWords([])
    ) {
        (self.channel, self.type) = (channel, type)
        self.bytes = payload.bytes
        let found = words.marks(in: payload.bytes).ranges.map { Secret($0, .text, "a token at byte \($0.lowerBound)") }
        self.mask(found[...])
        let keptWords = self.kept
        // A value that was kept may become maskable after other values were replaced. If everything was masked in one
        // pass, no further pass is needed.
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

    /// Masks everything. No reader finds keys in the payload, so a secret may be anywhere.
    private mutating func maskEverything() {
        self.isWhole = false
        let masked = Mask.everything(self.bytes)
        let isSame = self.verdict(on: masked).isSame(as: self.verdict, butFor: masked.indices)
        self.bytes = isSame ? masked : Array(repeating: UInt8(ascii: "x"), count: masked.count)
    }

    /// Masks many secrets at once. If this changes the verdict, masks them in smaller groups instead.
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

    /// Masks one secret. A finding about the secret may disappear, but nothing else may change.
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
            // The slice is taken from `self.bytes`. A slice of `bytes` would make each replacement copy the whole
            // array.
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
