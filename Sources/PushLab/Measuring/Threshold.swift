import Basics

/// A limit for a measured quantity, in the syntax of k6: `p(99)<2000`, `max<=2`, `avg<1.5`.
package struct Threshold: Hashable, Sendable {
    /// The way in which the values are combined.
    package enum Aggregate: Hashable, Sendable {
        case average
        case smallest
        case largest
        case count
        /// A percentile in thousandths of a percent.
        case percentile(Int)
    }

    package enum Comparison: String, Hashable, Sendable, CaseIterable {
        // The order matters: if two operators begin with the same character, the longer operator comes first.
        case atMost = "<="
        case below = "<"
        case atLeast = ">="
        case above = ">"
        case equal = "=="
        case unequal = "!="
    }

    package let measure: Measure
    /// The expression as written, without spaces.
    package let text: String
    package let aggregate: Aggregate
    package let comparison: Comparison
    /// The limit in thousandths.
    package let limit: UInt64

    /// The combined value, and whether it is within the limit.
    package struct Outcome: Hashable, Sendable {
        package var threshold: Threshold
        /// The combined value in thousandths; nil when there was no value.
        package var measured: UInt64?
        /// The number of values.
        package var values: Int
        /// Whether the value is within the limit; nil when there was no value.
        package var isKept: Bool?
    }

    /// Parses an expression, or returns nil if the text is not a valid expression.
    package init?(_ text: String, of measure: Measure) {
        let text = String(decoding: text.utf8.filter { $0 != 0x20 }, as: UTF8.self)
        guard let comparison = Comparison.allCases.first(where: { text.range(ofFirst: $0.rawValue) != nil }),
            let place = text.range(ofFirst: comparison.rawValue),
            let aggregate = Self.aggregate(text[..<place.lowerBound]),
            let limit = Self.thousandths(text[place.upperBound...])
        else { return nil }
        self.measure = measure
        self.text = text
        self.aggregate = aggregate
        self.comparison = comparison
        self.limit = limit
    }

    private static func aggregate(_ text: Substring) -> Aggregate? {
        switch text {
        case "avg": return .average
        case "min": return .smallest
        case "max": return .largest
        case "count": return .count
        case "med": return .percentile(50_000)
        default:
            guard text.hasPrefix("p("), text.hasSuffix(")"), let share = Self.thousandths(text.dropFirst(2).dropLast()),
                share <= 100_000
            else { return nil }
            return .percentile(Int(share))
        }
    }

    /// Parses a decimal number: `12.5` as 12500, with at most three decimals.
    private static func thousandths(_ text: Substring) -> UInt64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...12).contains(whole.utf8.count), whole.utf8.allSatisfy(ASCII.isDigit),
            let number = UInt64(whole)
        else { return nil }
        guard parts.count == 2 else { return number * 1_000 }
        guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(ASCII.isDigit) else { return nil }
        let decimals = parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count)
        return UInt64(decimals).map { number * 1_000 + $0 }
    }

    /// Returns the outcome for a histogram of the measure.
    package func outcome(_ values: Histogram) -> Outcome {
        var outcome = Outcome(threshold: self, values: values.count)
        outcome.measured = self.measured(values)
        outcome.isKept = outcome.measured.map { self.holds($0) }
        return outcome
    }

    private func measured(_ values: Histogram) -> UInt64? {
        if self.aggregate == .count { return UInt64(values.count) * 1_000 }
        guard values.count > 0 else { return nil }
        let unit = self.measure.thousandths
        switch self.aggregate {
        case .count: return nil
        case .average:
            // The result is rounded up, so that rounding cannot make a value meet its limit.
            let product = values.total.multipliedReportingOverflow(by: unit)
            let total = product.overflow ? UInt64.max : product.partialValue
            let (whole, part) = total.quotientAndRemainder(dividingBy: UInt64(values.count))
            return part > 0 ? whole + 1 : whole
        case .smallest: return values.smallest * unit
        case .largest: return values.largest * unit
        case .percentile(let share): return values.percentile(share).map { $0 * unit }
        }
    }

    private func holds(_ measured: UInt64) -> Bool {
        switch self.comparison {
        case .below: measured < self.limit
        case .atMost: measured <= self.limit
        case .above: measured > self.limit
        case .atLeast: measured >= self.limit
        case .equal: measured == self.limit
        case .unequal: measured != self.limit
        }
    }
}

extension Threshold.Outcome {
    /// The threshold with its measure: `tap_to_callback_ms p(99)<2000`
    package var title: String { "\(self.threshold.measure.rawValue) \(self.threshold.text)" }

    /// The measured value in words: `measured 2304.5, of 118 values`
    package var figure: String {
        guard let measured else { return "there was nothing to measure" }
        return "measured \(Measure.text(measured)), of \(self.values) \(self.values == 1 ? "value" : "values")"
    }
}

extension String {
    fileprivate func range(ofFirst part: String) -> Range<String.Index>? {
        var start = self.startIndex
        while start < self.endIndex {
            if self[start...].hasPrefix(part) {
                return start..<self.index(start, offsetBy: part.count)
            }
            start = self.index(after: start)
        }
        return nil
    }
}
