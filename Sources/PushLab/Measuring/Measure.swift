/// A measured quantity. Its raw value is its name in scenarios and reports.
package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The time from sending a tap until the first change that the app makes on the screen because of the tap.
    case tapToCallback = "tap_to_callback_ms"
    /// The time between two events: another device or a publisher commits a change, and the app shows the change. It
    /// includes the time for which the device was away.
    case commitToCallback = "commit_to_callback_ms"
    /// The number of fetch requests that a device sends between the arrival of a tap and its completion.
    case fetchesPerTap = "fetches_per_tap"
    /// The number of taps that wake a suspended or stopped app: one value for each device of a run.
    case wakes = "wakes"
    /// The number of bytes in a device's requests and answers, as JSON: one value for each device of a run.
    case bytes = "bytes"

    /// Alternative names in scenarios.
    package static let nicknames: KeyValuePairs<String, Measure> = ["fetches_per_signal": .fetchesPerTap]

    /// The factor that converts the counted unit to thousandths of the printed unit.
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
