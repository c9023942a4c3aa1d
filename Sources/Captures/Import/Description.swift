internal import Basics

/// A dictionary as Foundation or Swift prints it in a log.
///
///     { aps =     { "content-available" = 1; }; ids = ( n1, n2 ); }
///     [AnyHashable("aps"): { "content-available" = 1; }, AnyHashable("note"): Hello, you]
enum Description {
    indirect enum Value: Hashable, Sendable {
        case dictionary([Member])
        case array([Value])
        /// A text in quotes.
        case text(String)
        /// A text without quotes, which may have been a number.
        case word(String)
        case data([UInt8])
        case null
    }

    struct Member: Hashable, Sendable {
        let key: String
        let value: Value
    }

    /// Returns the payload as JSON. Returns nil for a dictionary without `aps`.
    static func payload(of text: [UInt8]) throws(TextFault) -> [UInt8]? {
        var reader = DescriptionReader(text)
        let value = try reader.read()
        guard case .dictionary(let members) = value, members.contains(where: { $0.key == "aps" }) else { return nil }
        return DescriptionWriter.json(of: value)
    }
}
