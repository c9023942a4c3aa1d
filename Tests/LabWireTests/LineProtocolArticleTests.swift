import Foundation
@testable import LabWire
import PushLab
import TestSupport
import Testing

@Suite("The article on the line protocol and the code say the same")
struct LineProtocolArticleTests {
    private static func article() throws -> Article {
        try #require(Article("TheLineProtocol", of: "LabWire"))
    }

    /// A word as its row has it: the name, and its members, those that may be missing with a question mark.
    private static func row(_ word: WireWord) -> [[String]] {
        [[word.name], word.members.map { $0.name + ($0.isOptional ? "?" : "") }]
    }

    @Test("every event and action is in its table with its members, and no other")
    func words() throws {
        let article = try Self.article()
        for (heading, words) in [
            ("## Events for an app", WireLanguage.app.events), ("## Actions of an app", WireLanguage.app.actions),
            ("## Events for a server", WireLanguage.backend.events),
            ("## Actions of a server", WireLanguage.backend.actions),
        ] {
            let rows = article.rows(under: heading)
            #expect(rows.map { $0.prefix(2).map { Article.code(in: $0) } } == words.map(Self.row))
            #expect(rows.allSatisfy { $0.count == 3 && $0[2].hasSuffix(".") })
        }
    }

    @Test("the members with a choice of words, each with its words")
    func choices() throws {
        var expected: [[[String]]] = []
        func add(_ word: WireWord, _ members: [WireWord.Member]) {
            for member in members {
                if case .objects(let inner) = member.kind { add(word, inner) }
                guard case .word(let words) = member.kind else { continue }
                let row = [[member.name], words]
                if !expected.contains(row) { expected.append(row) }
            }
        }
        for language in [WireLanguage.app, .backend] {
            for word in language.events + language.actions { add(word, word.members) }
        }
        let rows = try Self.article().rows(under: "## Words")
        #expect(rows.map { $0.map { Article.code(in: $0) } } == expected)
    }

    @Test("members of changes")
    func changes() throws {
        let answer = try #require(WireLanguage.app.events.first { $0.name == "answer" })
        let changes = try #require(answer.members.first { $0.name == "changes" })
        guard case .objects(let members) = changes.kind else { throw Complaint() }
        let rows = try Self.article().rows(under: "## What changed")
        #expect(rows.map { Article.code(in: $0[0]) } == members.map { [$0.name + ($0.isOptional ? "?" : "")] })
    }

    private struct Complaint: Error {}

    @Test("limits")
    func limits() throws {
        let limits = LineTalk.Limits()
        let rows = try Self.article().rows(under: "## Limits").map { $0[1] }
        let sizes = [limits.bytes, limits.worldBytes].map { "\($0 >> 20) MB" }
        #expect(rows == ["\(limits.line >> 20) MB", "\(limits.actions)"] + sizes + ["10 s"])
    }

    @Test("the exchange takes place as shown")
    func exchange() throws {
        try Examples.requirePython()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (told, said) = (folder.path + "/told", folder.path + "/said")
        do {
            let app = "python3 '\(Examples.folder)/list_app.py'"
            let program = AppProgram("tee '\(told)' | \(app) | tee '\(said)'", answerTime: .seconds(120))
            let lab = Lab(seed: 7, app: program.inNewWorld())
            let alice = lab.user("alice")
            let phone = alice.device("phone")
            try lab.advance(by: .seconds(1))
            try lab.publish(.raw("lunch?", id: "n1"), to: alice)
            try lab.advance(by: .seconds(2))
            try phone.dismiss("n1")
            #expect(phone.list == ["n1"])
        }
        var answers = try Self.lines(said)[...]
        var exchange: [String] = []
        for line in try Self.lines(told) {
            exchange.append("> " + line)
            let end = try #require(answers.firstIndex { $0.contains("\"done\"") || $0.contains("shouldertapApp") })
            exchange += answers[...end].map { "< " + $0 }
            answers = answers[(end + 1)...]
        }
        let shown = try Self.article().blocks(of: "jsonl").first ?? []
        let isShown = shown.map(Self.withoutChance) == exchange.map(Self.withoutChance)
        #expect(isShown, "the exchange is now:\n\(exchange.joined(separator: "\n"))")
    }

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Without what another seed would change: times, numbers of the die, and what is opaque.
    private static func withoutChance(_ line: String) -> String {
        line.replacing(/"(t|clock|random)":[0-9]+/) { "\"\($0.output.1)\":0" }
            .replacing(/"(token|pushToken|cursor|subscription)": ?"[^"]*"/) { "\"\($0.output.1)\":\"\"" }
            .replacing(/"text": ?"[\[{].*[\]}]"/, with: "\"text\":\"\"")
            .replacing(/"payload":".*"/, with: "\"payload\":\"\"")
    }
}
