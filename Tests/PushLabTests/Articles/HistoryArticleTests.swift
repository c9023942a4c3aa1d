import PushLab
import TestSupport
import Testing

@Suite("The article on histories")
struct HistoryArticleTests {
    @Test("It has a row for each kind of event, in the order of their numbers")
    func words() throws {
        let rows = try #require(Article("Histories", of: "PushLab")).rows(under: "## The words")
        #expect(rows.map { $0.first } == HistoryEvent.Kind.allCases.map { "`\($0)`" })
        #expect(rows.allSatisfy { $0.count == 5 })
    }

    @Test("It names the keys of a line, in their order")
    func keys() throws {
        let article = try #require(Article("Histories", of: "PushLab"))
        let rows = article.rows(under: "## Overview")
        let named = rows.compactMap(\.first).flatMap { $0.split(separator: ", ") }.map {
            String($0.filter { $0 != "`" })
        }
        let lab = Lab(seed: 7)
        _ = lab.user("alice").device("phone")
        try lab.publish(.raw("lunch?", id: "n1"), to: lab.user("alice"))
        try lab.settle()
        let lines = lab.historyLines
        #expect(article.blocks(of: "json").first == [lines[0]])
        var seen: Set<String> = []
        for line in lines.dropFirst() {
            let keys = line.matches(of: /[{,]"([a-z]+)":/).map { String($0.1) }
            #expect(keys == named.filter { keys.contains($0) }, "\(line)")
            seen.formUnion(keys)
        }
        #expect(seen == Set(named))
    }

    @Test("The text history has one line for each event, with any names and texts")
    func oneLine() throws {
        let lab = Lab(seed: 7)
        let user = lab.user("a\nb")
        let phone = user.device("pho\tne\u{2028}")
        try lab.publish(.raw("x", id: "n\r\n1\u{1B}"), to: user)
        try lab.settle()
        #expect(phone.list == ["n\r\n1\u{1B}"])
        let controls = lab.trace.filter { $0.contains { $0.isNewline } || $0.contains("\u{1B}") || $0.contains("\t") }
        #expect(controls == [] && lab.trace.count == lab.historyLines.count - 1)
        #expect(
            lab.trace.contains { $0.contains(#"a\nb.pho\tne\u{2028}"#) && $0.hasSuffix(#"n\r\n1\u{1B}, version 1"#) })
    }
}
