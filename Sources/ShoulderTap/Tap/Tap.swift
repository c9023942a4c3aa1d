/// A recognised shoulder tap: whom it wakes, and nothing of what happened.
///
/// It keeps the bytes it was found in and where its parts stand; texts are made when somebody asks.
///
///     if let tap = Tap.tryParse(payload) {
///         print(tap.host ?? "", tap.head ?? "fetch everything")
///     }
public struct Tap: Sendable {
    /// Bytes of an APNs payload for a device.
    public static let payloadLimit = 4096

    package let bytes: [UInt8]
    private let envelope: Envelope
    /// Whether the bytes are what this library writes for the tap.
    let isAsWritten: Bool

    init(_ envelope: Envelope, in bytes: [UInt8], isAsWritten: Bool = false) {
        self.bytes = bytes
        self.envelope = envelope
        self.isAsWritten = isAsWritten
    }

    /// Whether the hint names only some of the ids, because more did not fit.
    public var isHintTruncated: Bool { self.envelope.isHintTruncated }

    /// The app's cross-platform id; nil only for the short form of a WNS raw notification.
    public var host: String? { self.envelope.host.string(in: self.bytes.span) }

    /// Whom the tap wakes; nil only for the short form of a WNS raw notification.
    public var subscription: String? { self.envelope.subscription.string(in: self.bytes.span) }

    /// Where the host stands among the bytes, unless some of it is escaped.
    package var hostPlace: Range<Int>? { self.envelope.host.plainPlace }

    /// Where the subscription stands among the bytes, unless some of it is escaped.
    package var subscriptionPlace: Range<Int>? { self.envelope.subscription.plainPlace }

    /// Where the head stands among the bytes, unless some of it is escaped.
    package var headPlace: Range<Int>? { self.envelope.head.plainPlace }

    /// The opaque feed position that spares a client already there the fetch.
    public var head: String? { self.envelope.head.string(in: self.bytes.span) }

    /// Ids of the notifications touched: a hint, never content.
    ///
    /// - Complexity: O(length of the list), each time.
    public var activities: [String] {
        guard self.envelope.activities != 0 else { return [] }
        var scanner = StrictScanner()
        var collector = ActivityCollector(capacity: self.envelope.activityCount)
        // The list was validated when the tap was recognised, so the walk cannot fail here.
        _ = try? scanner.readValue(self.bytes.span, from: self.envelope.activities, &collector)
        return collector.ids
    }
}

extension Tap: Hashable {
    /// Two taps are equal when they say the same, however it is spelt.
    public static func == (left: Tap, right: Tap) -> Bool { left.parts == right.parts }

    /// Hashes what the tap says.
    public func hash(into hasher: inout Hasher) { hasher.combine(self.parts) }

    private struct Parts: Hashable {
        var host: [UInt8]?
        var subscription: [UInt8]?
        var head: [UInt8]?
        var activities: [[UInt8]]
        var isHintTruncated: Bool
    }

    // As bytes: two texts that look alike are not the same address.
    private var parts: Parts {
        Parts(
            host: self.host.map { Array($0.utf8) }, subscription: self.subscription.map { Array($0.utf8) },
            head: self.head.map { Array($0.utf8) }, activities: self.activities.map { Array($0.utf8) },
            isHintTruncated: self.isHintTruncated)
    }
}
