import Foundation
import TestSupport
import Testing

/// What the article on many seeds shows is what the tool says.
@Suite("The commands of the article on many seeds", .serialized)
struct ManySeedsArticleTests {
    static func article() throws -> Article { try #require(Article("ManySeeds", of: "PushLab")) }

    static func tool() throws -> Tool {
        let scenario = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Scenarios") + "/dismiss-everywhere.yaml"))
        let files = ["dismiss.yaml": String(decoding: scenario, as: UTF8.self)]
        return try Tool(files: files.merging(DeterminismToolTests.restless("os.getpid()")) { $1 })
    }

    @Test("The tool prints what the article shows, except figures that change with each version")
    func transcripts() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let blocks = try Self.article().blocks(of: "console")
        #expect(blocks.count == 2)
        for block in blocks {
            for (place, line) in block.enumerated() where line.hasPrefix("$ ") {
                let words = line.dropFirst("$ ".count).replacing("shouldertap ", with: "\"$0\" ", maxReplacements: 1)
                let said = lines(of: try tool.shell(String(words)).output).dropLast().map(Self.steady)
                let shown = block[(place + 1)...].prefix { !$0.hasPrefix("$ ") }.map(Self.steady)
                // What two processes say is another word each time.
                #expect(Array(said.prefix(shown.count)) == shown && said.count <= shown.count + 2, "\(said)")
            }
        }
    }

    private static func steady(_ line: String) -> String {
        line.replacing(/\d+ events, hash [0-9a-f]{16}/, with: "#").replacing(/line that differs is \d+/, with: "#")
            .replacing(/\d+ promises judged.*/, with: "#").replacing(/\d+ of \d+ goals.*/, with: "#")
    }

    @Test("The line for the shell lets a share be inconclusive, and fail")
    func share() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let line = try #require(try Self.article().blocks(of: "sh").first?.first)
        let words = line.replacing("shouldertap ", with: "\"$0\" ").replacing("scenarios", with: "dismiss.yaml")
            .replacing("100000", with: "4")
        for (options, status) in [("", 0), ("--goals", 0), ("--seed none", 1)] as [(String, Int32)] {
            let line = words.replacing("--json", with: "\(options) --json")
            #expect(try tool.shell("K=1; N=3; \(line)").status == status, "\(line)")
        }
    }
}
