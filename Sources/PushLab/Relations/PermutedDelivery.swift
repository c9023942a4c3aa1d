import Basics
import FeedContract
import PushGateway

/// P25: changes of different notifications arrive in another order and at other times, and they reach other devices
/// first.
struct PermutedDelivery: Variation {
    private static let longestTap = Interval.seconds(10)
    private static let longestAnswer = Interval.seconds(3)

    var words: String { "in which the same changes reach the devices in another order" }

    func change(_ fate: inout Fate, _ roll: (UInt64) -> Draw) -> Bool {
        fate.delay = roll(0).within(.zero...Self.longestTap)
        return !fate.isLost
    }

    func lag(_ roll: (UInt64) -> Draw) -> Interval { roll(0).within(.zero...Self.longestAnswer) }

    /// Keeps changes of the same notification in order, because their order is part of the meaning of a page.
    func change(_ page: inout FeedPage, _ roll: (UInt64) -> Draw) -> Bool {
        // Used for lookup only: iteration order is not deterministic.
        var keys: [String: UInt64] = [:]
        for change in page.changes where keys[change.id] == nil { keys[change.id] = roll(UInt64(keys.count) + 1).bits }
        let order = page.changes.indices.sorted { one, other in
            (keys[page.changes[one].id] ?? 0, one) < (keys[page.changes[other].id] ?? 0, other)
        }
        page.changes = order.map { page.changes[$0] }
        return !page.changes.isEmpty
    }

    func endangers(_ tale: Ending.Tale) -> Bool { tale.authors > 1 }
}
