package import Basics
package import FeedContract

/// The row of one feed. It contains the last sequence number of the feed, so every change to the feed also changes this
/// row.
package struct FeedRow: Hashable, Sendable {
    /// The epoch of the log. Cursors of another epoch are invalid.
    package var epoch: UInt64
    /// The offset that hides sequence numbers: it is added to positions that are sent in the clear.
    package var mask: UInt64
    /// The last assigned sequence number. Sequence numbers start at one and have no gaps.
    package var head: UInt64 = 0
    /// The highest sequence number of all removed marks. A reader that has read only up to a lower sequence number may
    /// have missed a deletion.
    package var floor: UInt64 = 0
    /// The time up to which this user's rate limit has already been used, or nil if there is no limit.
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
