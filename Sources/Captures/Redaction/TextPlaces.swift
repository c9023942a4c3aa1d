/// The places in a payload that contain texts for people or custom texts of an app.
struct TextPlaces: Hashable, Sendable {
    private let channel: CaptureEntry.Channel

    init(_ channel: CaptureEntry.Channel) { self.channel = channel }

    /// The top-level keys of an APNs payload that describe its kind or target.
    private static let known: Set<String> = [
        "aps", "shoulderTap", "ck", "mdm", "container-identifier", "domain", "Simulator Target Bundle",
    ]
    /// The parts of an FCM message whose members are checked further.
    private static let messageParts: Set<String> = ["message", "android", "data", "shoulderTap", "apns", "payload"]

    /// Whether the value of a key is a text for people or a custom text, or contains only such texts.
    ///
    /// - Parameters:
    /// - path: The path of the object that has the key.
    /// - layer: How deep the object is inside JSON texts. Zero if the object is not inside a text.
    func holdsTexts(_ key: String, below path: String, layer: Int) -> Bool {
        if layer > 0 { return false }
        switch self.channel {
        case .apns, .wns:
            return path == "aps" ? key == "alert" : path.isEmpty && !Self.known.contains(key)
        case .fcm:
            if key == "notification" || path.hasSuffix("aps") && key == "alert" { return true }
            let isData = path.isEmpty || path == "data" || path.hasSuffix(".data")
            return isData && !Self.messageParts.contains(key) && key != "token" && key != "to" && key != "topic"
        case .rest:
            return path == "payload" && (key == "rawContent" || key == "visualContent")
        }
    }
}
