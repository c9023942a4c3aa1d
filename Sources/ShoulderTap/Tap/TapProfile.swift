/// A declaration of the places in another app's pushes that correspond to the fields of our envelope.
///
///     let courier = TapProfile(
///         name: "courier", push: .silent, required: [["c", "v"]],
///         host: ["c", "app"], ids: ["c", "changed", .each, "id"])
///     let ids = courier.match(payload)?.ids
public struct TapProfile: Hashable, Sendable {
    /// The kinds of push that may be taps of the app.
    public enum Push: Hashable, Sendable {
        /// Strictly silent background pushes, and no others.
        case silent
        /// Pushes that wake the app, with or without something to show.
        case waking
        /// Any push with the required keys, even without `aps`.
        case any
    }

    /// The name of the app or system.
    public var name: String
    /// The kinds of push that may be taps.
    public var push: Push
    /// The paths that must exist, whatever their value.
    public var required: [PayloadPath]
    /// The path of the app's id.
    public var host: PayloadPath?
    /// The path of the subscription to wake.
    public var subscription: PayloadPath?
    /// The path of the feed position.
    public var head: PayloadPath?
    /// The path of the ids of the changed items; ``PayloadPath/Step/each`` collects the elements of an array.
    public var ids: PayloadPath?

    /// Creates a profile. A field without a path is never found.
    public init(
        name: String, push: Push, required: [PayloadPath], host: PayloadPath? = nil,
        subscription: PayloadPath? = nil, head: PayloadPath? = nil, ids: PayloadPath? = nil
    ) {
        self.name = name
        self.push = push
        self.required = required
        self.host = host
        self.subscription = subscription
        self.head = head
        self.ids = ids
    }

    /// Returns the fields that this profile finds in a payload. Returns nil if the payload is not one of the app's
    /// taps.
    ///
    /// The match is as strict as `Tap.tryParse`: the whole payload is refused if a field exists but is neither a text
    /// nor a number, or if a key on its path occurs twice.
    public func match(_ bytes: [UInt8], limit: Int = Tap.payloadLimit) -> Match? {
        guard bytes.count <= limit else { return nil }
        let kind = PushPayload.classify(bytes.span)
        guard kind != .malformed, self.admits(kind) else { return nil }
        var scanner = StrictScanner()
        let drawing = PayloadMap.draw(bytes, with: &scanner)
        guard drawing.fault == nil else { return nil }
        let root = PayloadElement(map: drawing.map, index: 0)
        do throws(Mismatch) {
            for path in self.required where try Self.values(at: path, in: root).isEmpty { return nil }
            return Match(
                host: try Self.texts(at: self.host, in: root).first,
                subscription: try Self.texts(at: self.subscription, in: root).first,
                head: try Self.texts(at: self.head, in: root).first,
                ids: try Self.texts(at: self.ids, in: root))
        } catch { return nil }
    }

    /// The fields of a tap of the profile's app.
    public struct Match: Hashable, Sendable {
        /// The app's id, if the profile has a path for it and the payload has a value there.
        public let host: String?
        /// The subscription to wake.
        public let subscription: String?
        /// The feed position.
        public let head: String?
        /// The ids of the changed items. Numbers keep their spelling in the payload.
        public let ids: [String]
    }

    private func admits(_ kind: PayloadKind) -> Bool {
        switch self.push {
        case .silent: kind == .background || kind == .shoulderTap
        case .waking: kind == .background || kind == .shoulderTap || kind == .alertWithWake
        case .any: true
        }
    }
}

extension TapProfile {
    private struct Mismatch: Error {}

    /// Returns the values at a path. There is at most one value, unless the path collects the elements of arrays.
    private static func values(at path: PayloadPath, in root: PayloadElement) throws(Mismatch) -> [PayloadElement] {
        var found = [root]
        for step in path.steps {
            var next: [PayloadElement] = []
            for element in found {
                switch step {
                case .key(let key): next += try self.member(key, of: element)
                case .position(let position): next += element[position].map { [$0] } ?? []
                case .each: next += element.elements ?? []
                }
            }
            found = next
        }
        return found
    }

    private static func member(_ key: String, of element: PayloadElement) throws(Mismatch) -> [PayloadElement] {
        let named = (element.members ?? []).filter { $0.key.utf8.elementsEqual(key.utf8) }
        guard named.count <= 1 else { throw Mismatch() }
        return named.map(\.value)
    }

    private static func texts(at path: PayloadPath?, in root: PayloadElement) throws(Mismatch) -> [String] {
        guard let path else { return [] }
        var texts: [String] = []
        for value in try self.values(at: path, in: root) {
            guard let text = value.string ?? value.number?.text else { throw Mismatch() }
            texts.append(text)
        }
        return texts
    }
}
