import ShoulderTap
import TestSupport

/// What a tap says, as bytes: Swift strings are equal when merely equivalent.
struct TapParts: Equatable, CustomStringConvertible {
    private let host: [UInt8]?
    private let subscription: [UInt8]?
    private let head: [UInt8]?
    private let activities: [[UInt8]]
    private let isHintTruncated: Bool

    init(_ tap: Tap) {
        self.init(
            host: tap.host, subscription: tap.subscription, head: tap.head, activities: tap.activities,
            isHintTruncated: tap.isHintTruncated)
    }

    init(
        host: String?, subscription: String?, head: String? = nil, activities: [String] = [],
        isHintTruncated: Bool = false
    ) {
        self.host = host.map { Array($0.utf8) }
        self.subscription = subscription.map { Array($0.utf8) }
        self.head = head.map { Array($0.utf8) }
        self.activities = activities.map { Array($0.utf8) }
        self.isHintTruncated = isHintTruncated
    }

    var description: String {
        let texts = [self.host, self.subscription, self.head].map { $0.map(escapedForShell) ?? "nil" }
        let activities = self.activities.map(escapedForShell)
        return "host, subscription, head \(texts), activities \(activities), truncated \(self.isHintTruncated)"
    }
}
