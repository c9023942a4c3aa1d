import BenchCorpus
import BenchReport

/// The allocation gate. It counts allocations and does not measure time, so it works on any machine.
enum AllocationSection {
    static func run(_ options: BenchOptions) -> Findings {
        guard AllocationCounter.isAvailable else {
            let reason = "not available: needs glibc's allocator, without a sanitizer"
            let complaints = options.isCanary ? ["without a counter no canary can fail"] : []
            return Findings(rows: [Row("allocations", nil, reason)], complaints: complaints)
        }
        if let complaint = AllocationCounter.selfCheck() {
            return Findings(complaints: [complaint], status: .internalBug)
        }
        var findings = Findings()
        for set in Self.sets() {
            findings.rows += Self.rows(set.name, taps: set.taps, refused: set.refused)
        }
        if options.isCanary {
            let most = AllocationCounter.count { UInt64(AllocationCounter.allocatingOnce(64)) }
            findings.rows.append(Self.none("allocations canary, an array each", most))
        }
        return findings
    }

    /// The payloads of a set in two groups: the payloads that must be accepted, and the payloads that must be refused.
    private struct Group {
        let name: String
        let taps: [[UInt8]]
        let refused: [[UInt8]]

        init(_ name: String, _ samples: [SamplePayload]) {
            self.name = name
            self.taps = samples.filter(\.isTap).map(\.bytes)
            self.refused = samples.filter { !$0.isTap }.map(\.bytes)
        }

        init(_ name: String, refused: [[UInt8]]) {
            self.name = name
            self.taps = []
            self.refused = refused
        }
    }

    private static func sets() -> [Group] {
        [
            Group("mixed", Corpus.mixed()), Group("background-89", Corpus.backgrounds()),
            Group("tap-171", Corpus.taps()), Group("malformed", refused: MalformedPayloads.all().map(\.bytes)),
        ]
    }

    private static func rows(_ set: String, taps: [[UInt8]], refused: [[UInt8]]) -> [Row] {
        let all = taps + refused
        var rows = [
            Row(
                "allocations \(set) taken for taps", Double(all.count(where: AllocationProbes.isTap)), "payloads",
                target: Target(.exactly, Double(taps.count))),
            Self.none("allocations \(set) classify", Self.most(all, AllocationProbes.classify)),
            Self.none("allocations \(set) classify, lenient", Self.most(all, AllocationProbes.classifyLeniently)),
            Self.none("allocations \(set) tryParse data map", Self.most(all, AllocationProbes.tryParseDataMap)),
        ]
        if !refused.isEmpty {
            rows += [
                Self.none("allocations \(set) tryParse refused", Self.most(refused, AllocationProbes.tryParse)),
                Self.none(
                    "allocations \(set) tryParse refused, span", Self.most(refused, AllocationProbes.tryParseSpan)),
                Self.none("allocations \(set) tryParse refused, raw", Self.most(refused, AllocationProbes.tryParseRaw)),
            ]
        }
        if !taps.isEmpty { rows += Self.accepted(set, taps) }
        let inspect = Self.most(all, AllocationProbes.inspect)
        return rows + [
            Row(
                "allocations \(set) inspect", Double(inspect), "most a payload",
                target: InspectThresholds.most[set].map { Target(.atMost, Double($0)) })
        ]
    }

    private static func accepted(_ set: String, _ taps: [[UInt8]]) -> [Row] {
        [
            Self.none("allocations \(set) tryParse accepted", Self.most(taps, AllocationProbes.tryParse)),
            Row(
                "allocations \(set) tryParse accepted, span", Double(Self.most(taps, AllocationProbes.tryParseSpan)),
                "most a payload", target: Target(.atMost, 1)),
            Row(
                "allocations \(set) tryParse and all strings",
                Double(Self.most(taps, AllocationProbes.excessOverStrings)), "more than strings",
                target: Target(.atMost, 0)),
        ]
    }

    private static func none(_ metric: String, _ most: Int) -> Row {
        Row(metric, Double(most), "most a payload", target: Target(.exactly, 0))
    }

    /// Returns the maximum count of a probe.
    ///
    /// The second call for each payload is counted: the first may allocate data that the runtime keeps, such as
    /// metadata.
    private static func most(_ payloads: [[UInt8]], _ probe: ([UInt8]) -> Int) -> Int {
        payloads.reduce(0) { most, bytes in
            _ = probe(bytes)
            return max(most, probe(bytes))
        }
    }
}
