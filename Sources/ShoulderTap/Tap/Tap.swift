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

    let bytes: [UInt8]
    private let hostToken: StringToken?
    private let subscriptionToken: StringToken?
    private let headToken: StringToken?
    private let activityList: Int?
    private let activityCount: Int
    /// Whether the hint names only some of the ids, because more did not fit.
    public let isHintTruncated: Bool

    init(_ envelope: Envelope, in bytes: [UInt8]) {
        self.bytes = bytes
        self.hostToken = envelope.host
        self.subscriptionToken = envelope.subscription
        self.headToken = envelope.head
        self.activityList = envelope.activities
        self.activityCount = envelope.activityCount
        self.isHintTruncated = envelope.isHintTruncated
    }

    /// The app's cross-platform id; nil only for the short form of a WNS raw notification.
    public var host: String? { self.hostToken?.string(in: self.bytes.span) }

    /// Whom the tap wakes; nil only for the short form of a WNS raw notification.
    public var subscription: String? { self.subscriptionToken?.string(in: self.bytes.span) }

    /// The opaque feed position that spares a client already there the fetch.
    public var head: String? { self.headToken?.string(in: self.bytes.span) }

    /// Ids of the notifications touched: a hint, never content.
    ///
    /// - Complexity: O(length of the list), each time.
    public var activities: [String] {
        guard let start = self.activityList else { return [] }
        var scanner = StrictScanner()
        var collector = ActivityCollector(capacity: self.activityCount)
        // The list was validated when the tap was recognised, so the walk cannot fail here.
        _ = try? scanner.readValue(self.bytes.span, from: start, &collector)
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
