internal import ShoulderTap

/// Collects what is secret in a JSON text, in the order of the bytes: texts and numbers under secret names and paths,
/// also of JSON that stands in a text, and what other texts tell behind such names.
struct SecretFinder {
    /// Texts in texts in texts: deeper nobody writes.
    private static let mostLayers = 4
    /// A shorter text that stands elsewhere too is no secret.
    private static let leastWord = 8

    private let paths: [SecretPath]
    private let texts: TextPlaces?
    private(set) var secrets: [PayloadMask.Secret] = []
    /// What stands under secret names, and is secret elsewhere too.
    private(set) var words: [String] = []
    /// The paths that led somewhere.
    private(set) var matched: Set<SecretPath> = []

    private struct Place {
        var steps: [SecretPath.Places]
        /// Whether a path ended on the way here, or a secret name was passed.
        var isSecret = false
        /// Whether a text for people stands here, and those are secret.
        var isText = false
        /// Whether it was a name.
        var isNamed = false
        var path = ""
        var layer = 0
    }

    init(_ paths: [SecretPath], _ texts: TextPlaces? = nil) { (self.paths, self.texts) = (paths, texts) }

    /// - Parameter text: The bytes that the value stands in.
    mutating func find(in root: PayloadElement, of text: ReadText) {
        self.walk(root, Place(steps: self.paths.map { _ in [0] }), text)
    }

    private mutating func walk(_ element: PayloadElement, _ place: Place, _ text: ReadText) {
        var place = place
        for (path, steps) in zip(self.paths, place.steps) where path.ends(at: steps) {
            place.isSecret = true
            self.matched.insert(path)
        }
        for (key, value) in element.members ?? [] {
            var next = place
            next.steps = zip(self.paths, place.steps).map { $0.places($1, behind: key) }
            next.isNamed = place.isNamed || SecretName.isSecret(key)
            next.isSecret = place.isSecret || next.isNamed
            next.isText = place.isText || self.texts?.holdsTexts(key, below: place.path, layer: place.layer) ?? false
            next.path = place.path.isEmpty ? key : "\(place.path).\(key)"
            self.walk(value, next, text)
        }
        for value in element.elements ?? [] { self.walk(value, place, text) }
        switch element.kind {
        case .string: self.take(text: element, place, text)
        case .number where place.isSecret: self.take(number: element, place, text)
        default: break
        }
    }

    private mutating func take(number: PayloadElement, _ place: Place, _ text: ReadText) {
        let range = text.origin(of: number.rawBytes.indices)
        if place.isNamed, range.count >= Self.leastWord { self.words.append(number.number?.text ?? "") }
        self.secrets.append(PayloadMask.Secret(range, .number, place.path))
    }

    private mutating func take(text element: PayloadElement, _ place: Place, _ text: ReadText) {
        let raw = element.rawBytes
        guard raw.count > 2 else { return }
        let content = text.part(raw.startIndex + 1..<raw.endIndex - 1)
        let inner = self.inner(content, place)
        guard place.isSecret || place.isText else {
            self.secrets += inner ?? self.phrases(in: content, place)
            return
        }
        if place.isNamed, inner == nil {
            let words = Credentials.words(in: Array((element.string ?? "").utf8)).filter { $0.count >= Self.leastWord }
            self.words += words.map { String(decoding: $0, as: UTF8.self) }
        }
        let range = content.origin(of: content.bytes.indices)
        self.secrets.append(PayloadMask.Secret(range, .text, place.path, inner: inner ?? []))
    }

    /// What is secret in a text that is JSON itself; nil where it is none.
    private mutating func inner(_ content: ReadText, _ place: Place) -> [PayloadMask.Secret]? {
        guard place.layer < Self.mostLayers, let first = content.bytes.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\\")
        else { return nil }
        let text = content.withoutEscapes ?? content
        guard let root = (try? JSONDocument(text.bytes, limit: text.bytes.count))?.root,
            root.kind == .object || root.kind == .array
        else { return nil }
        var next = place
        next.layer += 1
        let outer = self.secrets
        self.secrets = []
        defer { self.secrets = outer }
        self.walk(root, next, text)
        return self.secrets
    }

    private func phrases(in content: ReadText, _ place: Place) -> [PayloadMask.Secret] {
        // What the text means, so that a line break in it is none of its letters.
        let text = content.withoutEscapes ?? content
        var marks = TextMarks(text.bytes.count)
        SecretPhrases.mark(ReadText(text.bytes[...]).readings, &marks)
        return marks.ranges.map { PayloadMask.Secret(text.origin(of: $0), .text, place.path) }
    }
}
