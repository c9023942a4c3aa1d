import Foundation
import TestSupport
import Testing

/// The shell lines that the guide to CI shows are run, workflow by workflow.
@Suite("The guide to captures in CI", .serialized)
struct RunningInCITests {
    private static func lines(of block: [String]) -> [String] {
        block.compactMap { line in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("run: ") { return String(text.dropFirst("run: ".count)) }
            guard text.hasPrefix("- "), !text.contains(": ") else { return nil }
            return String(text.dropFirst(2))
        }
    }

    @Test("Each line of a workflow passes with the files of the guide", arguments: [0, 1])
    func workflows(_ number: Int) throws {
        let article = try #require(Article("RunningInCI", of: "Captures"))
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        for block in article.blocks(of: "console") {
            for line in block where line.hasPrefix("$ shouldertap ") {
                #expect(try tool.shell("\"$0\" \(line.dropFirst("$ shouldertap ".count))").status == 0)
            }
        }
        let workflows = article.blocks(of: "yaml")
        #expect(workflows.count == 2)
        var reports: [String] = []
        let lines = Self.lines(of: workflows[number])
        #expect(lines.count >= 4)
        for line in lines {
            // What installs and builds is run by the gate workflows, with all the rest.
            guard line.hasPrefix("shouldertap ") else { continue }
            let outcome = try tool.shell("\"$0\" \(line.dropFirst("shouldertap ".count))")
            #expect(outcome.status == 0, "\(line): \(outcome.output)\(outcome.errors)")
            let words = line.split(separator: " ").map(String.init)
            if let place = words.firstIndex(of: "--junit") { reports.append(words[place + 1]) }
        }
        #expect(!reports.isEmpty && Set(reports).count == reports.count)
        for report in reports {
            let text = try tool.read(report)
            #expect(text.hasPrefix("<?xml") && text.contains("failures=\"0\""))
            #expect(report.hasSuffix(".xml"))
        }
    }

    @Test("A gate runs all lines of both, from what they install to their reports")
    func gate() throws {
        let gates = String(decoding: try #require(ProjectFiles.bytes(ProjectFiles.root + "/.ci/run")), as: UTF8.self)
        #expect(gates.contains("RunningInCI.md") && gates.contains(" shares workflows "))
    }

    @Test("A step fails if the app misbehaves")
    func canFail() throws {
        let article = try #require(Article("RunningInCI", of: "Captures"))
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        for block in article.blocks(of: "console") {
            for line in block where line.hasPrefix("$ shouldertap ") {
                _ = try tool.shell("\"$0\" \(line.dropFirst("$ shouldertap ".count))")
            }
        }
        let lines = Self.lines(of: try #require(article.blocks(of: "yaml").first)).filter { $0.contains("--app") }
        #expect(lines.count >= 2)
        for line in lines {
            let words = line.replacing("list_app.py", with: "hasty_app.py").dropFirst("shouldertap ".count)
            #expect(try tool.shell("\"$0\" \(words)").status == 1)
        }
    }
}
