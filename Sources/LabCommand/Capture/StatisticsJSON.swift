import Captures
import ShoulderTap

/// The statistics of captures as one JSON object on one line.
///
/// The keys and their order are part of the interface.
enum StatisticsJSON {
    static func render(_ statistics: CaptureStatistics) -> [UInt8] {
        var json = JSONText()
        json.raw("{\"payloads\":")
        json.number(statistics.payloads)
        json.raw(",\"bytes\":")
        json.number(statistics.bytes)
        json.raw(",\"unreadable\":")
        json.number(statistics.unreadable)
        json.raw(",\"timed\":")
        json.number(statistics.timed)
        json.raw(",\"devices\":")
        json.number(statistics.deviceCount)
        let channels = CaptureEntry.Channel.allCases.compactMap { channel in
            statistics.channels[channel].map { (channel.rawValue, $0) }
        }
        json.raw(",\"channels\":")
        Self.counts(channels, to: &json)
        json.raw(",\"kinds\":")
        let kinds = PayloadKind.all.compactMap { kind in statistics.kinds[kind].map { (kind.description, $0) } }
        Self.counts(kinds, to: &json)
        json.raw(",\"diagnostics\":")
        Self.counts(StatisticsText.oddities(statistics), to: &json)
        json.raw(",\"headers\":")
        Self.counts(StatisticsText.headerFindings(statistics), to: &json)
        json.raw(",\"priorities\":")
        Self.counts(statistics.priorities.sorted.map { ($0.word, $0.count) }, to: &json)
        json.raw(",\"pushTypes\":")
        Self.counts(statistics.types.sorted.map { ($0.word, $0.count) }, to: &json)
        json.raw(",\"sizes\":")
        Self.steps(statistics.sizes, to: &json)
        json.raw(",\"hourlyTaps\":")
        Self.steps(statistics.hourlyTaps, to: &json)
        Self.order(statistics, to: &json)
        json.raw("}\n")
        return json.bytes
    }

    private static func order(_ statistics: CaptureStatistics, to json: inout JSONText) {
        json.raw(",\"hoursOverBudget\":")
        json.number(statistics.hoursOverBudget)
        json.raw(",\"busiestHour\":")
        json.number(statistics.busiestHour)
        json.raw(",\"doubles\":")
        json.number(statistics.doubles)
        json.raw(",\"bursts\":")
        json.number(statistics.bursts)
        json.raw(",\"longestBurst\":")
        json.number(statistics.longestBurst)
        json.raw(",\"inversions\":")
        json.number(statistics.inversions)
        json.raw(",\"urgentWakes\":")
        json.number(statistics.urgentWakes)
    }

    private static func counts(_ counts: [(String, Int)], to json: inout JSONText) {
        json.raw("{")
        for (index, (name, count)) in counts.enumerated() {
            if index > 0 { json.raw(",") }
            json.string(name)
            json.raw(":")
            json.number(count)
        }
        json.raw("}")
    }

    private static func steps(_ histogram: Histogram, to json: inout JSONText) {
        json.array(histogram.steps) { json, step in
            json.raw("{\"from\":")
            json.number(step.from)
            json.raw(",\"count\":")
            json.number(step.count)
            json.raw("}")
        }
    }
}
