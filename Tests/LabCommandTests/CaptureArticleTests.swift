import Foundation
import TestSupport
import Testing

/// What the articles on captures show is what the tool says, command by command.
@Suite("The commands of the articles on captures", .serialized)
struct CaptureArticleTests {
    @Test(
        "The tool says what an article shows", arguments: ["ImportingPayloads", "HidingSecrets", "ReplayingCaptures"])
    func transcripts(_ name: String) throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let blocks = try #require(Article(name, of: "Captures")).blocks(of: "console")
        #expect(!blocks.isEmpty)
        for block in blocks {
            var said: [String] = []
            for line in block where line.hasPrefix("$ ") {
                #expect(line.hasPrefix("$ shouldertap "))
                let words = line.dropFirst("$ shouldertap ".count)
                let outcome = try tool.shell("\"$0\" \(words) 2>&1")
                said += [line] + lines(of: outcome.output).dropLast()
            }
            #expect(said == block)
        }
    }
}
