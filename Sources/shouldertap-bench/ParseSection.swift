import BenchFoundationPeers
import BenchReport

/// The time for one payload, compared with simdjson and Foundation.
enum ParseSection {
    static func run(_ options: BenchOptions) -> Findings {
        var findings = Findings()
        let simdjson = [false, true].compactMap(SimdjsonContender.init)
        if simdjson.isEmpty {
            findings.rows.append(Row("parse simdjson", nil, "not available", reference: SimdjsonContender.description))
        }
        let race = Race(rounds: options.rounds ?? (options.isQuick ? 3 : 15))
        for set in PayloadSet.all() {
            Platform.progress("measuring \(set.name): \(set.samples.count) payloads, \(set.byteCount) bytes")
            let contenders = Self.contenders(for: set, simdjson)
            let (agreeing, complaints) = Self.agreeing(contenders, on: set)
            findings.complaints += complaints
            let results = race.run(agreeing, over: set)
            let report = ParseReport(
                set: set, results: results,
                reasonNotJudged: options.reasonNotToJudge(rounds: race.rounds, atLeast: 9))
            findings.rows += report.rows()
        }
        return findings
    }

    private static func contenders(for set: PayloadSet, _ simdjson: [SimdjsonContender]) -> [any Contender] {
        let peers = FoundationPeers(set.arrays)
        let foundation: [FoundationContender.Way] = [.minimal, .full, .serialization]
        var contenders: [any Contender] = [
            ClassifyContender(), TryParseContender(), TryParseSpanContender(), InspectContender(),
        ]
        contenders += simdjson
        return contenders + foundation.map { FoundationContender(way: $0, peers: peers) }
    }

    /// Returns the contenders whose answers are all correct. The others are reported and not timed.
    private static func agreeing(
        _ contenders: [any Contender], on set: PayloadSet
    ) -> (agreeing: [any Contender], complaints: [String]) {
        var agreeing: [any Contender] = []
        var complaints: [String] = []
        for contender in contenders {
            let wrong = contender.disagreements(in: set)
            guard let first = wrong.first else {
                agreeing.append(contender)
                continue
            }
            let verdict = contender.question.answer(of: set.samples[first]) ? "is" : "is not"
            complaints.append(
                "\(contender.name) disagrees about \(wrong.count) of \(set.samples.count) payloads of \(set.name): "
                    + "number \(first) \(verdict) \(contender.question.rawValue): "
                    + String(decoding: set.arrays[first].prefix(200), as: UTF8.self))
        }
        return (agreeing, complaints)
    }
}
