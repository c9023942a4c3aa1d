import LabReports
import PushLab
import TestSupport
import Testing

@Suite("The article on reports and the reports say the same")
struct ReportArticleTests {
    static func article() throws -> Article { try #require(Article("Reports", of: "PushLab")) }

    static func keys(_ json: ReferenceJSON?) -> [String] {
        (json?.members ?? []).map { String(decoding: $0.key, as: UTF8.self) }
    }

    @Test("The members of the object and of its violations are in the tables, in order")
    func members() throws {
        let rows = try Self.article().rows(under: "## The object of --json").map { Article.code(in: $0[0])[0] }
        let json = try ExplorationJSONTests.json(SampleExploration.report())
        let shrunk = try #require(json["violations"]?.elements?[1])
        // These are there where there is something to tell.
        let always = rows.filter { !["cut", "replayed", "minimal"].contains($0) }
        #expect(always == Self.keys(json) + Self.keys(shrunk) && always.count == rows.count - 3)
        for verdict in [Exploration.Verdict.pass, .fail, .inconclusive] {
            #expect(try Self.article().text.contains("`\(verdict.rawValue)`: "))
        }
    }

    @Test("The counts of a promise are explained")
    func counts() throws {
        let json = try ExplorationJSONTests.json(SampleExploration.report())
        let names = ["name", "applicable", "judged", "atRisk", "violations"]
        #expect(Self.keys(json["properties"]?["P1"]) == names && Self.keys(json["expectations"]) == names)
        #expect(Self.keys(json["scenarios"]?.elements?.first) == ["file", "about", "seeds"])
    }
}
