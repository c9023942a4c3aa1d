internal import Basics
internal import ShoulderTap

/// Masks the secrets of a payload, and nothing that decides what the payload is.
struct PayloadMask {
    /// A value that is secret: the bytes that change, and the way to it.
    struct Secret {
        let range: Range<Int>
        let isNumber: Bool
        let path: String
    }

    private let channel: CaptureEntry.Channel
    private let type: String?
    private var verdict: PayloadVerdict
    private(set) var bytes: [UInt8]
    /// The ways to secrets that had to stay, because the verdict hangs on them.
    private(set) var kept: [String] = []

    /// `type` is what the headers say of a notification of WNS.
    init(_ payload: [UInt8], over channel: CaptureEntry.Channel = .apns, _ type: String? = nil, paths: [SecretPath]) {
        (self.channel, self.type) = (channel, type)
        self.bytes = payload
        self.verdict = PayloadVerdict(payload, over: channel, type)
        let document = try? JSONDocument(payload, limit: max(payload.count, 1))
        if let root = document?.root ?? PushPayload.inspect(payload, .lenient).root {
            var finder = SecretFinder(paths)
            finder.find(in: root)
            self.mask(finder.secrets[...])
        } else {
            self.maskEverything()
        }
    }

    /// Where no reader finds keys, a secret may stand anywhere.
    private mutating func maskEverything() {
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
    private mutating func maskClosely(_ secret: PayloadMask.Secret) {
        let choices = Mask.Shape.allCases.map { self.masking([secret], $0) }
        let verdicts = choices.map(self.verdict(on:))
        let best =
            verdicts.firstIndex { $0 == self.verdict }
            ?? verdicts.firstIndex { $0.isSame(as: self.verdict, butFor: secret.range) }
        if let best {
            self.bytes = choices[best]
            self.verdict = verdicts[best]
        } else {
            self.kept.append(secret.path)
        }
    }

    private func verdict(on bytes: [UInt8]) -> PayloadVerdict { PayloadVerdict(bytes, over: self.channel, self.type) }

    private func masking(_ secrets: ArraySlice<Secret>, _ shape: Mask.Shape) -> [UInt8] {
        var bytes = self.bytes
        for secret in secrets {
            let old = bytes[secret.range]
            bytes.replaceSubrange(secret.range, with: secret.isNumber ? Mask.number(old) : Mask.text(old, shape))
        }
        return bytes
    }
}

/// Collects the texts and numbers under secret paths, in the order of the bytes.
private struct SecretFinder {
    private let paths: [SecretPath]
    private(set) var secrets: [PayloadMask.Secret] = []

    init(_ paths: [SecretPath]) { self.paths = paths }

    mutating func find(in root: PayloadElement) {
        self.walk(root, self.paths.map { _ in [0] }, isSecret: false, path: "")
    }

    private mutating func walk(_ element: PayloadElement, _ places: [SecretPath.Places], isSecret: Bool, path: String) {
        let isSecret = isSecret || zip(self.paths, places).contains { $0.ends(at: $1) }
        for (key, value) in element.members ?? [] {
            let next = zip(self.paths, places).map { $0.places($1, behind: key) }
            self.walk(value, next, isSecret: isSecret, path: path.isEmpty ? key : "\(path).\(key)")
        }
        for value in element.elements ?? [] { self.walk(value, places, isSecret: isSecret, path: path) }
        guard isSecret else { return }
        let raw = element.rawBytes
        switch element.kind {
        case .string where raw.count > 2:
            self.secrets.append(.init(range: raw.startIndex + 1..<raw.endIndex - 1, isNumber: false, path: path))
        case .number: self.secrets.append(.init(range: raw.indices, isNumber: true, path: path))
        default: break
        }
    }
}
