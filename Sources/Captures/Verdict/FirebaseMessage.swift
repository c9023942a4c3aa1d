import ShoulderTap

/// An FCM message in one of its three forms: the body of the v1 API, the body of the legacy API, or only the data.
struct FirebaseMessage {
    let data: [String: String]
    /// Whether the system shows the message without running the app.
    let isShown: Bool

    /// Reads a message. Returns nil for JSON in none of these forms.
    init?(_ root: PayloadElement) {
        let message = root["message"].flatMap { $0.kind == .object ? $0 : nil } ?? root
        let places = [message, message["android"]].compactMap(\.self)
        self.isShown = places.contains { $0["notification"]?.kind == .object }
        if let data = message["data"] {
            guard let texts = Self.texts(of: data) else { return nil }
            self.data = texts
        } else if self.isShown {
            self.data = [:]
        } else {
            guard let texts = Self.texts(of: root), !texts.isEmpty else { return nil }
            self.data = texts
        }
    }

    /// Returns a relevant key that occurs more than once. Different readers may understand such a message differently.
    /// Returns nil if there is no such key.
    static func repeatedKey(in root: PayloadElement) -> String? {
        let places = [root, root["message"], root["android"], root["message"]?["android"]].compactMap(\.self)
        for place in places {
            if let key = ["message", "android", "data", "notification"].first(where: place.repeats) { return key }
        }
        let texts = places.compactMap { $0["data"] } + [root]
        return texts.contains { $0.repeats(Self.envelopeKey) } ? Self.envelopeKey : nil
    }

    /// The key of the envelope in the data of a tap.
    static let envelopeKey = "shoulderTap"

    /// Returns the values as texts. Returns nil if a value is not a text, because FCM does not carry other values.
    private static func texts(of element: PayloadElement) -> [String: String]? {
        guard let members = element.members else { return nil }
        var texts: [String: String] = [:]
        for (key, value) in members {
            guard let text = value.string else { return nil }
            texts[key] = text
        }
        return texts
    }
}

extension PayloadElement {
    fileprivate func repeats(_ key: String) -> Bool { self.members.map { $0.count { $0.key == key } > 1 } ?? false }
}
