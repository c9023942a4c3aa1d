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
        guard let hyphen = text.utf8.firstIndex(of: UInt8(ascii: "-")),
            let epoch = Self.number(text.utf8[..<hyphen]),
            let mark = Self.number(text.utf8[text.utf8.index(after: hyphen)...])
        else { return nil }
        self.init(epoch: epoch, mark: mark)
    }

    /// A number in its only spelling: neither a sign nor zeros in front.
    private static func number(_ digits: Substring.UTF8View) -> UInt64? {
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit - 0x30))
            guard !overflow, !carry else { return nil }
            number = sum
        }
        return number
    }
}
