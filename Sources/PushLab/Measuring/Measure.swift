/// Something that runs are measured by, under the name that scenarios and reports have for it.
package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// From the moment that a tap is sent to the first thing that the app does for it on the screen.
    case tapToCallback = "tap_to_callback_ms"
    /// From the commit of somebody else's change to the moment that the app shows it, however long a device was away.
    case commitToCallback = "commit_to_callback_ms"
    /// Requests to read that a device sends between the arrival of a tap and the word that it is finished.
    case fetchesPerTap = "fetches_per_tap"
    /// Taps that wake an app which does not run or sleeps: one value for each device of a run.
    case wakes = "wakes"
    /// Requests and answers of a device, as JSON: one value for each device of a run.
    case bytes = "bytes"

    /// Other names that scenarios may have for them.
    package static let nicknames: KeyValuePairs<String, Measure> = ["fetches_per_signal": .fetchesPerTap]

    /// How many thousandths of what is printed a counted unit is: times are counted in microseconds.
    package var thousandths: UInt64 { self == .tapToCallback || self == .commitToCallback ? 1 : 1_000 }

    /// A value in thousandths as people write it: `812.5`.
    package static func text(_ thousandths: UInt64) -> String {
        let (whole, part) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        guard part > 0 else { return "\(whole)" }
        var digits = String(part + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}

/// What was measured, in a run or in many.
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
