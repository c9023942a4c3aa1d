import Basics
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
        exploration.seeds = exploration.parts[0].seeds
        (exploration.findings[1].job, exploration.findings[1].isMinimal) = (10, false)
        exploration.failed = 41
        exploration.failing = [exploration.findings[0].mistake: 40, exploration.findings[2].mistake: 1]
        exploration.parts[0].counts[.p15]?.violations = 44
        exploration.gaps = ["seed 7 gave two histories"]
        exploration.cut = "stopped by '--for' after 50 of 60 seeds"
        return ExplorationReport(exploration, evidence: [1: .init(plan: SampleExploration.plan())])
    }

    @Test("A share is read as it was written")
    func again() throws {
        let report = try Self.report()
        let reading = try ShareReading(Array(report.json.utf8))
        let (one, other) = (report.exploration, reading.exploration)
        #expect(reading.share == one.share && other.share == one.share)
        #expect(other.code == one.code && other.seeds == one.seeds && other.events == one.events)
        #expect(other.failed == one.failed && other.failing == one.failing)
        #expect(other.gaps == one.gaps && other.goals == one.goals && other.isWhole == one.isWhole)
        #expect(other.cut == one.cut)
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
            #expect(read.reproduction == finding.reproduction && read.isMinimal == finding.isMinimal)
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
        "A file that is not a share is refused with the reason",
        arguments: [
            ("", "this is not a result of 'explore --json'"), ("{}", "this is not a result of 'explore --json'"),
            ("[1]", "this is not a result of 'explore --json'"),
            (
                #"{"verdict":"pass"}"#,
                "this is a whole exploration; 'merge' reads results of 'explore --shard K/N --json'"
            ),
            (#"{"verdict":"pass","share":7}"#, "its share is damaged at 'share.format'"),
            (#"{"verdict":"pass","share":{"format":0}}"#, "another version of shouldertap wrote it"),
            (
                #"{"verdict":"pass","share":{"format":3,"number":4,"count":3}}"#,
                "its share is damaged at 'share.number'"
            ),
        ])
    func none(_ json: String, _ reason: String) throws { #expect(try Self.fault(json) == reason) }

    @Test("A share that is cut anywhere is refused, and harms nothing")
    func cut() throws {
        let json = try Self.report().json
        for count in stride(from: 0, to: json.utf8.count, by: 7) {
            #expect(try Self.fault(String(decoding: json.utf8.prefix(count), as: UTF8.self)) != nil, "\(count)")
        }
    }

    @Test("Every member must be present and have its type")
    func damaged() throws {
        let json = try Self.report().json
        let begin = try #require(json.firstRange(of: "\"share\":{"))
        let (head, share) = (String(json[..<begin.upperBound]), json[begin.upperBound...])
        let names = [
            "format", "number", "count", "of", "seeds", "failed", "events", "code", "complete", "gaps", "goals",
            "parts",
            "source",
            "about", "known", "wanted", "thresholds", "counts", "measures", "smallest", "largest", "total", "counters",
            "findings", "job", "part", "seed", "property", "kind", "failing", "witness", "time", "involved", "steps",
        ]
        for name in names {
            let key = try #require(share.firstRange(of: "\"\(name)\":"), "\(name)")
            let rest = String(share[key.upperBound...])
            let front = head + share[..<key.lowerBound]
            #expect(try Self.fault(front + "\"else\":" + rest) != nil, "\(name) is not there")
            // A second member of the name stands behind the odd one, and the first counts.
            let odds = ["-1", "null", "1e999", "18446744073709551616", "[[7]]", "{\"a\":1}"]
            for odd in odds {
                let text = front + "\"\(name)\":\(odd),\"\(name)\":" + rest
                #expect(try Self.fault(text) != nil, "\(name): \(odd)")
            }
        }
    }

    @Test(
        "Contradicting figures are refused with the contradiction",
        arguments: [
            (
                #""seeds":50,"known":false"#, #""seeds":51,"known":false"#,
                "its figures are inconsistent: its scenarios ran 51 seeds, but the total is 50"
            ),
            (
                #""job":10"#, #""job":11"#,
                "its figures are inconsistent: the finding at place 11 does not belong to share 2/3"
            ),
            (
                #""P7":[50,"#, #""P7":[51,"#,
                "its figures are inconsistent: P7 was applicable in 51 of 50 seeds in a b.yaml"
            ),
            (
                #""P5":[50,20,5,"#, #""P5":[50,4,5,"#,
                "its figures are inconsistent: P5 was at risk 5 times, but judged 4 times in a b.yaml"
            ),
            (
                #""P5":[50,"#, #""P5":[0,"#,
                "its figures are inconsistent: P5 was judged but never applicable in a b.yaml"
            ),
            (
                #""P5":[50,20,5,0]"#, #""P5":[50,20,5,1]"#,
                "its figures are inconsistent: P5 was broken 1 times, but reported 0 times in a b.yaml"
            ),
            (
                #""P15":[50,60,15,44]"#, #""P15":[50,60,15,1]"#,
                "its figures are inconsistent: P15 was broken 1 times, but reported 2 times in a b.yaml"
            ),
            (#""failing":40"#, #""failing":41"#, "its share is damaged at 'share.findings[1].failing'"),
            (#""shrunkSteps":9"#, #""shrunkSteps":1048577"#, "its share is damaged at 'share.findings[0].shrunkSteps'"),
            (#""failed":41"#, #""failed":51"#, "its figures are inconsistent: 51 of its 50 seeds failed"),
            (
                #""failing":1,"#, #""failing":51,"#,
                "its figures are inconsistent: P7 was broken by 51 of 50 seeds, but reported for 1, in b.yaml"
            ),
            (#""code":8"#, #""code":9"#, "its share belongs to another result: their 'hash' differ"),
            (
                #""events":12345,"code""#, #""events":12346,"code""#,
                "its share belongs to another result: their 'events' differ"
            ),
        ])
    func impossible(_ right: String, _ wrong: String, _ reason: String) throws {
        let json = try Self.report().json
        let begin = try #require(json.firstRange(of: "\"share\":{"))
        let place = try #require(json[begin.upperBound...].firstRange(of: right))
        #expect(try Self.fault(json[..<place.lowerBound] + wrong + json[place.upperBound...]) == reason)
    }

    @Test("A plan that fails again has no more findings than before, and perhaps fewer")
    func known() throws {
        var exploration = try Self.report().exploration
        exploration.parts[1].counts[.p15]?.violations = 2
        #expect(try Self.fault(ExplorationReport(exploration).json) == nil)
        exploration.parts[1].counts[.p7]?.violations = 0
        let reason = "its figures are inconsistent: P7 was broken 0 times, but reported 1 times in b.yaml"
        #expect(try Self.fault(ExplorationReport(exploration).json) == reason)
    }

    @Test("A finding of a later day is as good as any other")
    func late() throws {
        var exploration = try Self.report().exploration
        exploration.findings[0].violation.time = .days(400)
        let reading = try ShareReading(Array(ExplorationReport(exploration).json.utf8))
        #expect(reading.exploration.findings[0].violation.time == .days(400))
    }

    @Test("The scenario of a kept plan has no place in a share")
    func order() throws {
        var exploration = try Self.report().exploration
        exploration.parts.swapAt(0, 1)
        #expect(try Self.fault(ExplorationReport(exploration).json) == "its share is damaged at 'share.parts'")
    }
}
