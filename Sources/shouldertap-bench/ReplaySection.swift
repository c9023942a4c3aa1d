private import BenchCorpus
import BenchReport
private import Captures
private import ShoulderTap

/// The cost of classifying the payloads of a capture, compared with reading its file and finding its lines.
enum ReplaySection {
    static func run(_ options: BenchOptions) -> Findings {
        guard let folder = Platform.makeTemporaryFolder() else {
            return Findings(complaints: ["there is no folder for a capture"], status: .outputFailed)
        }
        defer { Platform.remove([Self.file], in: folder) }
        let capture = FieldCapture(copies: options.isQuick ? 1 : 12)
        let path = "\(folder)/\(Self.file)"
        guard Platform.makeFile(path, holding: String(decoding: capture.bytes, as: UTF8.self)) else {
            return Findings(complaints: ["the capture cannot be written to \(folder)"], status: .outputFailed)
        }
        var findings = Self.race(path, capture, options)
        findings.rows += FlowRace.rows(options)
        return findings
    }

    private static let file = "capture.jsonl"
    /// The target for the speed, relative to finding newlines.
    private static let firstTarget = 0.35

    private static func race(_ path: String, _ capture: FieldCapture, _ options: BenchOptions) -> Findings {
        var contenders: [(name: String, run: (String) -> Int)] = [
            ("lines", Self.lines), ("verdicts", Self.verdicts), ("entries", Self.entries),
        ]
        if let peer = JSONLinePeer() { contenders += [("lines", peer.lines), ("payloads", peer.silentPayloads)] }
        var findings = Findings()
        let results = [capture.lines, capture.sum, capture.sum, capture.lines, capture.silent]
        for (contender, wanted) in zip(contenders, results) {
            let found = contender.run(path)
            if found != wanted { findings.complaints.append("\(contender.name): \(found), not \(wanted)") }
        }
        var times = contenders.map { _ in [Double]() }
        for round in 0..<(options.rounds ?? (options.isQuick ? 3 : 15)) {
            for step in contenders.indices {
                let lane = (round + step) % contenders.count
                let start = Platform.threadNanoseconds()
                _ = contenders[lane].run(path)
                times[lane].append(Double(Platform.threadNanoseconds() - start))
            }
        }
        let medians = times.map(Figure.median)
        // If the fastest parser that reads every byte misses the target, no reader can reach it.
        let bound = contenders.count > 3 ? medians[0] / medians[4] : .infinity
        let outOfReach = bound < Self.firstTarget ? "out of reach: \(JSONLinePeer.name): \(Figure.text(bound))x" : nil
        let target = Target(.atLeast, Self.firstTarget, "x")
            .notJudged(because: options.isQuick ? "quick run" : outOfReach)
        func row(_ name: String, _ lane: Int, _ target: Target?) -> Row {
            Row(
                "replay \(name)", Double(capture.bytes.count) * 1_000 / medians[lane], "MB/s",
                reference: "reading the file and finding its newlines", ratio: medians[0] / medians[lane],
                target: target)
        }
        findings.rows = [
            Row("replay lines of \(capture.lines)", Double(capture.bytes.count) * 1_000 / medians[0], "MB/s"),
            row("verdicts", 1, target), row("entries and their verdicts", 2, nil),
        ]
        guard contenders.count > 3 else { return findings }
        // The rows show how close any reader can come to the first target, and add a target for the same work.
        findings.rows += [row("lines by simdjson", 3, nil), row("lines and payloads by simdjson", 4, nil)]
        findings.rows.append(
            Row(
                "replay verdicts beside simdjson", Double(capture.bytes.count) * 1_000 / medians[1], "MB/s",
                reference: "\(JSONLinePeer.name) of lines and payloads", ratio: medians[4] / medians[1],
                target: Target(.atLeast, 0.9, "x").notJudged(because: options.isQuick ? "quick run" : nil)))
        return findings
    }

    // MARK: Contenders

    private static func lines(_ path: String) -> Int {
        var count = 0
        Platform.read(path) { count += Platform.newlines(in: $0) }
        return count
    }

    /// Does the same work as a replay that only counts.
    private static func verdicts(_ path: String) -> Int {
        var (reader, sum) = (CaptureReader(), 0)
        func take(_ item: CaptureReader.Item, _: Int) { sum &+= Self.weight(of: item) }
        Platform.read(path) { chunk in
            reader.read(
                chunk,
                kinds: { kind in
                    sum &+= FieldCapture.weight(of: kind)
                    return true
                }, take)
        }
        reader.finish(take)
        return sum
    }

    private static func entries(_ path: String) -> Int {
        var (reader, sum) = (CaptureReader(), 0)
        func take(_ item: CaptureReader.Item, _: Int) { sum &+= Self.weight(of: item) }
        Platform.read(path) { reader.read($0, take) }
        reader.finish(take)
        return sum
    }

    private static func weight(of item: CaptureReader.Item) -> Int {
        guard case .entry(let entry) = item else { return 0 }
        return FieldCapture.weight(of: ChannelVerdict(of: entry).kind)
    }
}

/// The mixed corpus as a realistic capture.
private struct FieldCapture {
    let bytes: [UInt8]
    let lines: Int
    /// A sum over the kinds of all payloads.
    let sum: Int
    /// The number of payloads that wake an app without showing anything.
    let silent: Int

    init(copies: Int) {
        var (bytes, lines, sum, silent) = (CaptureWriter.line(of: CaptureHeader()), 1, 0, 0)
        let payloads = Corpus.mixed().map(\.bytes)
        for copy in 0..<copies {
            for (number, payload) in payloads.enumerated() {
                let device = String(0xF000_0000_0000_0000 | UInt64(number % 997), radix: 16)
                let entry = CaptureEntry(
                    time: Int64(copy * payloads.count + number) * 1_000_003, device: .named(device + device),
                    headers: FieldHeaders.usual, payload: payload, answer: .init(status: 200))
                bytes += CaptureWriter.line(of: entry)
                lines += 1
                let kind = PushPayload.classify(payload.span)
                sum &+= Self.weight(of: kind)
                if kind == .shoulderTap || kind == .background { silent += 1 }
            }
        }
        (self.bytes, self.lines, self.sum, self.silent) = (bytes, lines, sum, silent)
    }

    static func weight(of kind: PayloadKind) -> Int { kind == .shoulderTap ? 10_000 : kind == .malformed ? 100 : 1 }
}
