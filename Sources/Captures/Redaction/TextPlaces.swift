/// The places of a payload at which texts for people stand, and texts that an app alone understands.
struct TextPlaces: Hashable, Sendable {
    private let channel: CaptureEntry.Channel

    init(_ channel: CaptureEntry.Channel) { self.channel = channel }

    /// Keys of a payload for Apple's push service that say what it is or whom it is for.
    private static let known: Set<String> = [
        "aps", "shoulderTap", "ck", "mdm", "container-identifier", "domain", "Simulator Target Bundle",
    ]
    /// Parts of a message of FCM that are read further.
    private static let messageParts: Set<String> = ["message", "android", "data", "shoulderTap", "apns", "payload"]

    /// Whether the value of a key is such a text, or holds nothing else.
    ///
    /// - Parameters:
    ///   - path: The keys that lead to the object that has the key.
    ///   - layer: The number of texts around that object which are JSON themselves.
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
