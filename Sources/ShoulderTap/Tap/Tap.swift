/// A recognised shoulder tap: it names the app and user to wake, and no content.
///
/// It keeps the original bytes and the places of its parts; texts are created on demand.
///
///     if let tap = Tap.tryParse(payload) {
///         print(tap.host ?? "", tap.head ?? "fetch everything")
///     }
public struct Tap: Sendable {
    /// The maximum number of bytes of an APNs payload for a device.
    public static let payloadLimit = 4096

    package let bytes: [UInt8]
    private let envelope: Envelope
    /// Whether the bytes are exactly the bytes that this library writes for the tap.
    let isAsWritten: Bool

    init(_ envelope: Envelope, in bytes: [UInt8], isAsWritten: Bool = false) {
        self.bytes = bytes
        self.envelope = envelope
        self.isAsWritten = isAsWritten
    }

    /// Whether the hint contains only some of the ids, because more did not fit.
    public var isHintTruncated: Bool { self.envelope.isHintTruncated }

    /// The app's cross-platform id; nil only for the short form of a WNS raw notification.
    public var host: String? { self.envelope.host.string(in: self.bytes.span) }

    /// The subscription to wake; nil only for the short form of a WNS raw notification.
    public var subscription: String? { self.envelope.subscription.string(in: self.bytes.span) }

    /// The range of the host in the bytes; nil if it has escapes.
    package var hostPlace: Range<Int>? { self.envelope.host.plainPlace }

    /// The range of the subscription in the bytes; nil if it has escapes.
    package var subscriptionPlace: Range<Int>? { self.envelope.subscription.plainPlace }

    /// The range of the head in the bytes; nil if it has escapes.
    package var headPlace: Range<Int>? { self.envelope.head.plainPlace }

    /// The opaque feed position. A client that has already reached it need not fetch.
    public var head: String? { self.envelope.head.string(in: self.bytes.span) }

    /// The ids of the changed notifications: a hint, never content.
    ///
    /// - Complexity: O(length of the list), each time.
    public var activities: [String] {
        guard self.envelope.activities != 0 else { return [] }
        var scanner = StrictScanner()
        var collector = ActivityCollector(capacity: self.envelope.activityCount)
        // The list was validated when the tap was recognised, so this cannot fail.
        _ = try? scanner.readValue(self.bytes.span, from: self.envelope.activities, &collector)
        return collector.ids
    }
}

extension Tap: Hashable {
    /// Whether two taps have the same contents, regardless of their spelling.
    public static func == (left: Tap, right: Tap) -> Bool { left.parts == right.parts }

    /// Hashes the contents of the tap.
    public func hash(into hasher: inout Hasher) { hasher.combine(self.parts) }

    private struct Parts: Hashable {
        var host: [UInt8]?
        var subscription: [UInt8]?
        var head: [UInt8]?
        var activities: [[UInt8]]
        var isHintTruncated: Bool
    }

    // Compares bytes, because two texts that look alike may be different addresses.
    private var parts: Parts {
        Parts(
            host: self.host.map { Array($0.utf8) }, subscription: self.subscription.map { Array($0.utf8) },
            head: self.head.map { Array($0.utf8) }, activities: self.activities.map { Array($0.utf8) },
            isHintTruncated: self.isHintTruncated)
    }
}
