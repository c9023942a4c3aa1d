/// A place in a feed that a device may compare with its own, and that tells a stranger nothing.
///
/// It stands in the clear in taps and pages. The mark is a place in the log moved by a secret of the feed, so it orders
/// two positions without saying how much was ever published.
package struct FeedPosition: Hashable, Sendable {
    /// Which life of the feed; marks of two epochs have no order.
    package var epoch: UInt64
    package var mark: UInt64

    package init(epoch: UInt64, mark: UInt64) {
        self.epoch = epoch
        self.mark = mark
    }

    /// Whether whoever is here has seen all that led to `other`, and need not fetch.
    package func covers(_ other: FeedPosition) -> Bool { self.epoch == other.epoch && self.mark >= other.mark }

    /// As it stands in the `head` of a tap.
    package var text: String { "\(self.epoch)-\(self.mark)" }

    /// Reads a head. Nil for anything that this type did not write, and then the device fetches.
    package init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = Self.number(parts[0]), let mark = Self.number(parts[1]) else { return nil }
        self.init(epoch: epoch, mark: mark)
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt64? {
        guard let number = UInt64(Substring(digits)) else { return nil }
        // No second spelling: neither a sign nor zeros in front.
        return String(number).utf8.elementsEqual(digits) ? number : nil
    }
}
