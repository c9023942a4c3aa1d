/// A measured quantity, under its name in scenarios and reports.
package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The time from sending a tap to the first change that the app makes on the screen for it.
    case tapToCallback = "tap_to_callback_ms"
    /// The time from the commit of another device's or a publisher's change until the app shows it, however long the
    /// device was away.
    case commitToCallback = "commit_to_callback_ms"
    /// The fetch requests of a device between the arrival of a tap and its completion.
    case fetchesPerTap = "fetches_per_tap"
    /// The taps that wake an app which is suspended or does not run: one value for each device of a run.
    case wakes = "wakes"
    /// The bytes of a device's requests and answers, as JSON: one value for each device of a run.
    case bytes = "bytes"

    /// Alternative names in scenarios.
    package static let nicknames: KeyValuePairs<String, Measure> = ["fetches_per_signal": .fetchesPerTap]

    /// The factor from a counted unit to thousandths of the printed unit.
    ///
    /// Times are counted in microseconds.
    package var thousandths: UInt64 { self == .tapToCallback || self == .commitToCallback ? 1 : 1_000 }

    /// Formats a value in thousandths: `812.5`.
    package static func text(_ thousandths: UInt64) -> String {
        let (whole, part) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        guard part > 0 else { return "\(whole)" }
        var digits = String(part + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}

/// The measured values of one run or of many.
package struct Measures: Hashable, Sendable {
    private var histograms: [Histogram] = Array(repeating: Histogram(), count: Measure.allCases.count)

    package init() {}

    package subscript(measure: Measure) -> Histogram {
        get { self.histograms[Self.place(of: measure)] }
        set { self.histograms[Self.place(of: measure)] = newValue }
    }

    package static func += (sum: inout Measures, other: Measures) {
        for place in sum.histograms.indices { sum.histograms[place] += other.histograms[place] }
    }

    mutating func record(_ value: UInt64, of measure: Measure) {
        self.histograms[Self.place(of: measure)].record(value)
    }

    private static func place(of measure: Measure) -> Int {
        switch measure {
        case .tapToCallback: 0
        case .commitToCallback: 1
        case .fetchesPerTap: 2
        case .wakes: 3
        case .bytes: 4
        }
    }
}
