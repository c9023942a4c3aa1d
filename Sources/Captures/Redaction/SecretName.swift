internal import Basics

/// Which names stand for secrets: of headers, of keys, and of what a query asks for.
enum SecretName {
    /// How such names end, in small letters and without what only parts their words.
    static let endings = [
        "token", "tokens", "secret", "password", "passwd", "passphrase", "apikey", "privatekey", "authorization",
        "cookie", "credential", "credentials", "registrationid", "registrationids", "notificationkey", "channeluri",
    ]
    private static let reversed = endings.map { Array($0.utf8.reversed()) }
    private static let mostBytes = endings.map(\.utf8.count).max() ?? 0

    /// Whether a name is one, whatever the case of its letters, and whatever parts its words.
    static func isSecret(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        var end: [UInt8] = []
        for byte in name.reversed() where !Self.partsWords(byte) {
            end.append(ASCII.lowercase(byte))
            if end.count == Self.mostBytes { break }
        }
        return Self.reversed.contains { end.starts(with: $0) }
    }

    static func isSecret(_ name: String) -> Bool { Self.isSecret(name.utf8) }

    private static func partsWords(_ byte: UInt8) -> Bool {
        ASCII.isBlank(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
}
