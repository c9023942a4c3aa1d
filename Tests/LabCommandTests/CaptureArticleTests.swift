import Foundation
import TestSupport
import Testing

/// What the articles on captures show is what the tool says, command by command.
@Suite("The commands of the articles on captures", .serialized)
struct CaptureArticleTests {
    @Test(
        "The tool says what an article shows",
        arguments: ["ImportingPayloads", "HidingSecrets", "ReplayingCaptures", "FromFieldToRegression", "RunningInCI"])
    func transcripts(_ name: String) throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let article = try #require(Article(name, of: "Captures"))
        let blocks = article.blocks(of: "console")
        #expect(!blocks.isEmpty)
        for (file, language) in [("requests.log", "log"), ("convert.py", "python")]
        where article.text.contains("`\(file)`") {
            let block = try #require(article.blocks(of: language).last)
            try tool.write(block.joined(separator: "\n") + "\n", to: file)
        }
        for block in blocks {
            var said: [String] = []
            for line in block where line.hasPrefix("$ ") {
                let command = line.dropFirst("$ ".count)
                #expect(["shouldertap ", "cat ", "python3 "].contains { command.hasPrefix($0) })
                let words = command.replacing("shouldertap ", with: "\"$0\" ", maxReplacements: 1)
                let outcome = try tool.shell("\(words) 2>&1")
                said += [line] + lines(of: outcome.output).dropLast()
            }
            #expect(said.map(Self.steady) == block.map(Self.steady))
        }
    }

    /// A line without the times and figures of a lab's history, which golden files hold, and which are others in each
    /// version.
    private static func steady(_ line: String) -> String {
        line.replacing(/(\d\d:)+\d\d\.\d{3}/, with: "#").replacing(/\d+ events/, with: "# events").replacing(
            /fingerprint [0-9a-f]{16}/, with: "fingerprint #")
    }
}
