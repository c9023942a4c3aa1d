import PushLab
import Testing

@testable import LabReports

@Suite("Shares of an exploration, written and read")
struct ShareTests {
    static func report() throws -> ExplorationReport {
        var exploration = SampleExploration.failing(words: "n\"1\n", source: "a b.yaml")
        exploration.goals = Goals.Name.allCases.enumerated().map { .init($1.rawValue, hits: $0) }
        let shard = try #require(Jobs.Shard(2, of: 3))
        exploration.share = Exploration.Share(shard, of: .max)
        exploration.parts[0].wanted = [.p7, .p15]
        exploration.parts[0].thresholds = [try #require(Threshold("p(99)<2000", of: .tapToCallback))]
        for value in [1, 2, 9_000_000] as [UInt64] { exploration.parts[0].measures[.tapToCallback].record(value) }
        exploration.parts[1].isKnown = true
        return ExplorationReport(exploration, evidence: [1: .init(plan: SampleExploration.plan())])
    }

    @Test("What is read is what was written")
    func again() throws {
        let report = try Self.report()
        let reading = try ShareReading(Array(report.json.utf8))
        let (one, other) = (report.exploration, reading.exploration)
        #expect(reading.share == one.share && other.share == one.share)
        #expect(other.code == one.code && other.seeds == one.seeds && other.events == one.events)
        #expect(other.goals == one.goals && other.isWhole == one.isWhole)
        for (part, read) in zip(one.parts, other.parts) {
            #expect(read.source == part.source && read.about == part.about && read.seeds == part.seeds)
            #expect(read.counts == part.counts && read.measures == part.measures && read.wanted == part.wanted)
            #expect(read.thresholds == part.thresholds && read.isKnown == part.isKnown)
        }
        for (finding, read) in zip(one.findings, other.findings) {
            var violation = finding.violation
            violation.events = []
            #expect(read.violation == violation && read.job == finding.job && read.seed == finding.seed)
            #expect(read.part == finding.part && read.steps == finding.steps && read.plan == finding.plan)
            #expect(read.shrunkSteps == finding.shrunkSteps && read.isRepeated == finding.isRepeated)
            #expect(read.reproduction == finding.reproduction)
        }
        #expect(other.parts.count == 2 && other.findings.count == 3)
        #expect(reading.plans.map(\.finding) == [1] && reading.plans[0].text == SampleExploration.plan().yaml)
    }

    static func fault(_ json: String) throws -> String? {
        do throws(ShareFault) {
            _ = try ShareReading(Array(json.utf8))
            return nil
        } catch { return error.reason }
    }

    @Test(
        "What is no share says why",
        arguments: [
            ("", "this is no result of 'explore --json'"), ("{}", "this is no result of 'explore --json'"),
            ("[1]", "this is no result of 'explore --json'"),
            (
                #"{"verdict":"pass"}"#,
                "this is a whole exploration; 'merge' takes what 'explore --shard K/N --json' writes"
            ),
            (#"{"verdict":"pass","share":7}"#, "its share is damaged at 'share.format'"),
            (#"{"verdict":"pass","share":{"format":0}}"#, "it was written by another version of shouldertap"),
            (
                #"{"verdict":"pass","share":{"format":1,"number":4,"count":3}}"#,
                "its share is damaged at 'share.number'"
            ),
        ])
    func none(_ json: String, _ reason: String) throws { #expect(try Self.fault(json) == reason) }

    @Test("A share that is cut anywhere, or has another kind of value anywhere, is refused and hurts nobody")
    func damaged() throws {
        let json = try Self.report().json
        for count in stride(from: 0, to: json.utf8.count, by: 7) {
            #expect(try Self.fault(String(decoding: json.utf8.prefix(count), as: UTF8.self)) != nil, "\(count)")
        }
        let begin = try #require(json.firstRange(of: "\"share\":{"))
        let (head, share) = (json[..<begin.upperBound], json[begin.upperBound...])
        var refused = 0
        for place in share.indices where share[place] == ":" {
            let rest = share[share.index(after: place)...]
            for odd in ["-1", "null", "\"odd\"", "1e999", "18446744073709551616"] {
                // The value goes to the next sign that can end one; nothing here is a deeper value.
                guard let end = rest.firstIndex(where: { ",}]".contains($0) }), rest.first?.isNumber == true else {
                    continue
                }
                if try Self.fault(String(head + share[...place]) + odd + String(share[end...])) != nil { refused += 1 }
            }
        }
        #expect(refused > 100)
    }
}
