/// The frequencies of values, in a fixed number of counters.
///
/// Values below 64 are exact; larger ones are grouped in steps of at most 1/32 of their size.
package struct Histogram: Hashable, Sendable {
    /// The number of counters between one power of two and the next, for values from 64 upwards.
    private static let steps = 32
    private static let exact: UInt64 = 64
    /// The maximum of one counter.
    ///
    /// The maximum is so low that the sum of all counters does not overflow.
    private static let mostCount = 1 << 40

    /// The counters, up to the counter of the largest value.
    private var counts: [Int] = []
    package private(set) var count = 0
    package private(set) var smallest: UInt64 = .max
    package private(set) var largest: UInt64 = 0
    /// The sum of the values. It stops at the largest possible number.
    package private(set) var total: UInt64 = 0

    package init() {}

    package mutating func record(_ value: UInt64) {
        let place = Self.place(of: value)
        self.counts.grow(to: place + 1, with: 0)
        self.counts[place] += 1
        self.count += 1
        self.smallest = min(self.smallest, value)
        self.largest = max(self.largest, value)
        self.add(value)
    }

    package static func += (sum: inout Histogram, other: Histogram) {
        sum.counts.grow(to: other.counts.count, with: 0)
        for (place, count) in other.counts.enumerated() { sum.counts[place] += count }
        sum.count += other.count
        sum.smallest = min(sum.smallest, other.smallest)
        sum.largest = max(sum.largest, other.largest)
        sum.add(other.total)
    }

    private mutating func add(_ amount: UInt64) {
        let (total, overflow) = self.total.addingReportingOverflow(amount)
        self.total = overflow ? .max : total
    }

    /// The counters above zero with their indices, in order.
    package var counters: [(place: Int, count: Int)] {
        self.counts.enumerated().filter { $0.element > 0 }.map { (place: $0.offset, count: $0.element) }
    }

    /// Restores a histogram from its counters and totals. Returns nil if the counters do not match the totals.
    package init?(counters: [(place: Int, count: Int)], smallest: UInt64, largest: UInt64, total: UInt64) {
        var last = -1
        for (place, count) in counters {
            guard place > last, place <= Self.place(of: .max), (1...Self.mostCount).contains(count) else { return nil }
            self.counts.grow(to: place + 1, with: 0)
            self.counts[place] = count
            self.count += count
            last = place
        }
        guard let first = counters.first, Self.place(of: smallest) == first.place, Self.place(of: largest) == last,
            smallest <= largest, total >= largest
        else { return nil }
        (self.smallest, self.largest, self.total) = (smallest, largest, total)
    }

    /// Returns a percentile, given in thousandths of a percent.
    ///
    /// The result is never too low, and it is too high by at most 1/32. Returns nil when there are no values.
    package func percentile(_ thousandths: Int) -> UInt64? {
        guard self.count > 0 else { return nil }
        let (whole, part) = self.count.quotientAndRemainder(dividingBy: 100_000)
        // The rank is rounded up: the 50th percentile of three values is the second value.
        let rank = max(1, whole * thousandths + (part * thousandths + 99_999) / 100_000)
        var seen = 0
        for (place, count) in self.counts.enumerated() {
            seen += count
            if seen >= rank { return min(Self.top(of: place), self.largest) }
        }
        return self.largest
    }

    private static func place(of value: UInt64) -> Int {
        guard value >= Self.exact else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        let step = Int(value >> UInt64(power - 5)) - Self.steps
        return Int(Self.exact) + (power - 6) * Self.steps + step
    }

    /// Returns the largest of the values that are counted by the counter with this index.
    private static func top(of place: Int) -> UInt64 {
        guard place >= Int(Self.exact) else { return UInt64(place) }
        let (power, step) = (place - Int(Self.exact)).quotientAndRemainder(dividingBy: Self.steps)
        let width = UInt64(1) << UInt64(power + 1)
        return (UInt64(step + Self.steps) << UInt64(power + 1)) + (width - 1)
    }
}
