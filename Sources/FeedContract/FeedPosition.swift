/// A place in a feed. A device can compare it with its own place, but it reveals nothing to others.
///
/// It is sent unencrypted in taps and pages. The mark is a place in the log plus a secret of the feed. So marks give
/// the order of two positions, but they do not reveal how much was ever published.
package struct FeedPosition: Hashable, Sendable {
    /// The epoch of the feed. Marks of different epochs have no order.
    package var epoch: UInt64
    package var mark: UInt64

    package init(epoch: UInt64, mark: UInt64) {
        self.epoch = epoch
        self.mark = mark
    }

    /// Whether a reader at this position has seen everything up to `other` and need not fetch.
    package func covers(_ other: FeedPosition) -> Bool { self.epoch == other.epoch && self.mark >= other.mark }

    /// The text in the `head` of a tap.
    package var text: String {
        let longest = 2 * 20 + 1
        // The text is written from its end, because its length is not known in advance.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { buffer in
            var start = Self.write(self.mark, to: buffer, before: longest) - 1
            buffer[start] = UInt8(ascii: "-")
            start = Self.write(self.epoch, to: buffer, before: start)
            return String(decoding: UnsafeBufferPointer(rebasing: buffer[start...]), as: UTF8.self)
        }
    }

    /// Writes the digits of a number so that the last one is just before `end`. Returns the index of the first digit.
    private static func write(_ number: UInt64, to buffer: UnsafeMutableBufferPointer<UInt8>, before end: Int) -> Int {
        var (rest, place) = (number, end)
        repeat {
            place -= 1
            buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        return place
    }

    /// Reads the head of a tap. Returns nil for any other text; the device then fetches.
    package init?(text: String) {
        var text = text
        guard let position = text.withUTF8({ FeedPosition(digits: $0.span) }) else { return nil }
        self = position
    }

    /// Reads a head from bytes.
    package init?(digits text: Span<UInt8>) {
        var hyphen = 0
        while hyphen < text.count, text[hyphen] != UInt8(ascii: "-") { hyphen += 1 }
        guard hyphen < text.count, let epoch = Self.number(text, 0..<hyphen),
            let mark = Self.number(text, hyphen + 1..<text.count)
        else { return nil }
        self.init(epoch: epoch, mark: mark)
    }

    /// Parses a number in its canonical form, which has no sign and no leading zeros.
    private static func number(_ text: Span<UInt8>, _ places: Range<Int>) -> UInt64? {
        guard !places.isEmpty, text[places.lowerBound] != UInt8(ascii: "0") || places.count == 1 else { return nil }
        var number: UInt64 = 0
        for place in places {
            let digit = text[place] &- 0x30
            guard digit < 10 else { return nil }
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit))
            guard !overflow, !carry else { return nil }
            number = sum
        }
        return number
    }
}
