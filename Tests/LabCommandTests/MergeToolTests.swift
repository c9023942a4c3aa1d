import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("The verb merge", .serialized)
struct MergeToolTests {
    static let small = ExploreToolTests.small
    static let other = small.replacing("20..30", with: "5..9").replacing("[T6]", with: "[]")

    /// A folder in which three machines have left their shares.
    static func shared() throws -> Tool {
        let tool = try Tool(files: ["a.yaml": Self.small, "b.yaml": Self.other])
        for number in 1...3 {
            let words = "explore a.yaml b.yaml --seeds 15 --shard \(number)/3 --json --bugs bugs\(number)"
            _ = try tool.shell("\"$0\" \(words) > \(number).json")
        }
        return tool
    }

    @Test("The sum equals the output of one machine exactly")
    func sum() throws {
        let tool = try Self.shared()
        defer { tool.remove() }
        let merged = try tool.shell("\"$0\" merge 3.json 1.json 2.json --table --junit sum.xml --html sum.html")
        let whole = try tool.shell(
            "\"$0\" explore a.yaml b.yaml --seeds 15 --table --junit whole.xml --bugs none 2>&1")
        // Where plans were kept is another matter.
        func told(_ outcome: Tool.Outcome) -> [Substring] {
            outcome.output.split(separator: "\n").filter { !$0.hasPrefix("reproduce: ") }
        }
        #expect(merged.status == 1 && merged.errors == "" && told(merged) == told(whole))
        #expect(merged.output.contains("reproduce: shouldertap run bugs"))
        #expect(try tool.read("sum.html").contains("</html>"))
        let cases = try ["sum.xml", "whole.xml"].map { try tool.read($0).split(separator: "<testcase ").count }
        #expect(cases[0] == cases[1] && cases[0] > 80)
    }

    @Test("If several shares shrank the same mistake, the plan of the first seed is printed")
    func oneMistake() throws {
        let tool = try Tool(files: ["a.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        let words = "explore a.yaml --seeds 40 --bugs none --trap S4 --json"
        for number in 1...3 { _ = try tool.shell("\"$0\" \(words) --shard \(number)/3 > \(number).json") }
        let merged = try ExploreToolTests.object(try tool.shell("\"$0\" merge 1.json 2.json 3.json --json"))
        let whole = try ExploreToolTests.object(try tool.shell("\"$0\" \(words)"))
        let (found, wanted) = (merged["violations"] as? [NSDictionary], whole["violations"] as? [NSDictionary])
        #expect(found == wanted && (wanted?.count ?? 0) > 1)
    }

    @Test("A file that is longer than any share is not read to its end", arguments: ["/dev/zero", "- < /dev/zero"])
    func endless(_ input: String) throws {
        let tool = try Tool(files: [:])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" merge \(input)")
        #expect(
            outcome.status == 65 && outcome.errors.hasSuffix(": the share is larger than the limit of 256 MB\n"),
            "\(outcome)")
    }

    @Test("Standard input is read, and the object of the sum has no share of its own")
    func input() throws {
        let tool = try Self.shared()
        defer { tool.remove() }
        let object = try ExploreToolTests.object(try tool.shell("\"$0\" merge 1.json - 3.json --json < 2.json"))
        #expect(object["seeds"] as? Int == 15 && object["share"] == nil)
        let one = try ExploreToolTests.object(try tool.shell("cat 1.json"))
        #expect(one["share"] != nil)
        let slow = try SlowInputTests.fed(tool, "pipe", "1.json", cut: 50, "merge pipe 2.json 3.json --json")
        #expect(try ExploreToolTests.object(slow)["hash"] as? String == object["hash"] as? String)
    }

    @Test("The reason why a share was cut short is in the sum, too")
    func cut() throws {
        let tool = try Tool(files: ["a.yaml": Self.small])
        defer { tool.remove() }
        for (number, limit) in [(1, "--failures 1"), (2, ""), (3, "--failures 2")] {
            let words = "explore a.yaml --seeds 30 --bugs none --shard \(number)/3 \(limit) --json"
            _ = try tool.shell("\"$0\" \(words) > \(number).json")
        }
        let reasons = try [1, 3].map { number in
            let share = try ExploreToolTests.object(try tool.shell("cat \(number).json"))
            return "\(number)/3: \(try #require(share["cut"] as? String))"
        }.joined(separator: "; ")
        let lines = try tool.shell("\"$0\" merge 2.json 3.json 1.json").output.split(separator: "\n")
        #expect(lines.contains(Substring(reasons)), "\(lines)")
        let object = try ExploreToolTests.object(try tool.shell("\"$0\" merge 1.json 2.json 3.json --json"))
        #expect(object["cut"] as? String == reasons)
    }

    @Test("A missing share makes a pass inconclusive, and is reported")
    func missing() throws {
        let tool = try Tool(files: ["b.yaml": Self.other])
        defer { tool.remove() }
        for number in [1, 3, 4] {
            let words = "explore b.yaml --seeds 12 --bugs none --shard \(number)/4 --json"
            _ = try tool.shell("\"$0\" \(words) > \(number).json")
        }
        let outcome = try tool.shell("\"$0\" merge 1.json 3.json 4.json")
        #expect(outcome.status == 2 && outcome.output.hasSuffix("inconclusive: 2/4 is missing\n"), "\(outcome)")
        let one = try tool.shell("\"$0\" merge 3.json")
        #expect(one.status == 2 && one.output.hasSuffix("inconclusive: 1/4, 2/4 and 4/4 are missing\n"), "\(one)")
    }

    @Test("Files that do not belong together are refused with the reason and an exit status")
    func refused() throws {
        let tool = try Self.shared()
        defer { tool.remove() }
        let strangers = [
            "explore a.yaml b.yaml --seeds 16 --shard 2/3", "explore b.yaml --seeds 15 --shard 2/3",
            "explore a.yaml b.yaml --seeds 15 --shard 2/4", "explore a.yaml b.yaml --seeds 15 --seed 2 --shard 2/3",
            "explore a.yaml b.yaml --seeds 15 --trap T5 --shard 2/3",
        ]
        for words in strangers {
            _ = try tool.shell("\"$0\" \(words) --bugs none --json > stranger.json")
            let outcome = try tool.shell("\"$0\" merge 1.json stranger.json")
            let complaint = "stranger.json: this share and 1.json belong to different explorations"
            #expect(outcome.status == 65 && outcome.output == "" && outcome.errors.contains(complaint), "\(words)")
        }
        let rows: [(words: String, status: Int32, message: String)] = [
            ("merge", 64, "merge needs a FILE, or '-' for standard input"),
            ("merge - -", 64, "standard input ('-') is given twice; give it once"),
            ("merge 1.json nosuch.json", 66, "nosuch.json: No such file or directory"),
            ("merge 1.json 4.json", 66, "4.json: No such file or directory: did you mean '1.json'?"),
            ("merge .", 66, ".: Is a directory"),
            ("merge a.yaml", 65, "a.yaml: this is not a result of 'explore --json'"),
            ("merge 1.json 2.json 1.json", 65, "1.json: this is share 1/3, and so is 1.json; give each share once"),
            ("merge 1.json --junit - --html -", 64, "'--junit -' and '--html -' both write to standard output"),
            ("merge 1.json --json --table", 64, "'--json' cannot be used with '--table'; remove one"),
            ("merge 1.json 2.json 3.json --junit no/where", 74, "no/where"),
        ]
        for row in rows {
            let outcome = try tool.shell("\"$0\" \(row.words)")
            #expect(outcome.status == row.status && outcome.errors.contains(row.message), "\(row.words): \(outcome)")
        }
    }
}
