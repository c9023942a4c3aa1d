import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// The article *Getting started in ten minutes*, followed as its reader does.
@Suite("Getting started", .serialized)
struct GettingStartedTests {
    private static func files() throws -> (files: [String: String], fixed: String, console: [String]) {
        let article = try #require(Article("GettingStarted", of: "LabCommand"))
        let python = article.blocks(of: "python").map { $0.joined(separator: "\n") + "\n" }
        let scenario = try #require(article.blocks(of: "yaml").first)
        let helper = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Apps") + "/shouldertap_app.py"))
        try #require(python.count == 2)
        let files = [
            "inbox.py": python[0], "lunch.yaml": scenario.joined(separator: "\n") + "\n",
            "shouldertap_app.py": String(decoding: helper, as: UTF8.self),
        ]
        // The second listing takes the place of the two methods that it names.
        let start = try #require(python[0].range(of: "    def read(self"))
        let end = try #require(python[0].range(of: "    def on_user(self"))
        let fixed = python[0].replacingCharacters(in: start.lowerBound..<end.lowerBound, with: python[1] + "\n")
        return (files, fixed, try #require(article.blocks(of: "console").first))
    }

    private static func steady(_ line: String) -> String {
        line.replacing(/\d+ events in \S+/, with: "# events")
            .replacing(/fingerprint [0-9a-f]{16}/, with: "fingerprint #")
    }

    @Test("The scenario passes with the shown output, and exploring finds that only the first page is read")
    func steps() throws {
        let (files, fixed, console) = try Self.files()
        let tool = try Tool(files: files)
        defer { tool.remove() }
        let run = try tool.shell("\"$0\" run lunch.yaml --app 'python3 inbox.py'")
        #expect(lines(of: run.output).dropLast().map(Self.steady) == console.dropFirst().map(Self.steady), "\(run)")
        let found = try tool.shell("\"$0\" explore --app 'python3 inbox.py' --seeds 20")
        #expect(found.status == 1 && found.output.contains("P7 no lost change: alice."), "\(found)")
        let many = (2...5).map { "  - {publish: {as: r\($0)}}\n" }.joined()
        let plan = "version: 1\nusers: {alice: {laptop: windows}}\nservice: {page: 1..3}\nsteps:\n\(many)"
        try tool.write(plan, to: "many.yaml")
        #expect(try tool.shell("\"$0\" run many.yaml --app 'python3 inbox.py'").status == 1)
        try tool.write(fixed, to: "inbox.py")
        let repeated = try tool.shell("\"$0\" run many.yaml --app 'python3 inbox.py'")
        #expect(repeated.status == 0, "\(repeated)")
    }
}
