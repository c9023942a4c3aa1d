package import Basics
package import FeedContract

/// The row of one feed, under which its sequences are allocated: whoever changes the feed changes this row.
package struct FeedRow: Hashable, Sendable {
    /// Which life of the log; cursors of another are of no use.
    package var epoch: UInt64
    /// What positions are moved by in the clear.
    package var mask: UInt64
    /// The last sequence given out. They start at one and leave no gap.
    package var head: UInt64 = 0
    /// The highest sequence about which something was forgotten. Whoever stands below it may have missed a deletion.
    package var floor: UInt64 = 0
    /// Until when publishing for this user is paid for, where it is limited.
    package var paidUntil: Instant?

    package init(_ fresh: Fresh) {
        self.epoch = fresh.number >> 32
        self.mask = fresh.number & 0xFFFF_FFFF
    }

    package func position(at sequence: UInt64) -> FeedPosition {
        FeedPosition(epoch: self.epoch, mark: sequence &+ self.mask)
    }

    package var position: FeedPosition { self.position(at: self.head) }
}
