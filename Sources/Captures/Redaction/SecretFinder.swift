internal import ShoulderTap

/// Collects the secrets of a JSON text, in the order of the bytes.
///
/// It finds texts and numbers under secret names and paths. It also searches JSON inside a text. In other texts it
/// finds secrets by their form.
struct SecretFinder {
    /// The maximum nesting of JSON in texts.
    private static let mostLayers = 4
    /// The minimum length of a text that is also secret in other places.
    private static let leastWord = 8

    private let paths: [SecretPath]
    private let texts: TextPlaces?
    private(set) var secrets: [PayloadMask.Secret] = []
    /// The values under secret names. They are masked in all other places too.
    private(set) var words: [String] = []
    /// The paths that matched something.
    private(set) var matched: Set<SecretPath> = []

    private struct Place {
        var steps: [SecretPath.Places]
        /// Whether the value is secret because of the keys that lead to it: a secret path ends at one of these keys, or
        /// one of these keys is a secret name.
        var isSecret = false
        /// Whether this place contains texts for people or custom texts, and such texts count as secret.
        var isText = false
        /// Whether one of the keys that lead to the value is a secret name.
        var isNamed = false
        var path = ""
        var layer = 0
    }

    init(_ paths: [SecretPath], _ texts: TextPlaces? = nil) { (self.paths, self.texts) = (paths, texts) }

    /// - Parameter text: The text that contains the value.
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

    /// If the text is itself JSON, returns the secrets in it. Otherwise returns nil.
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
        // The text is decoded first. Otherwise an escaped line break would be read as letters.
        let text = content.withoutEscapes ?? content
        var marks = TextMarks(text.bytes.count)
        SecretPhrases.mark(ReadText(text.bytes[...]).readings, &marks)
        return marks.ranges.map { PayloadMask.Secret(text.origin(of: $0), .text, place.path) }
    }
}
