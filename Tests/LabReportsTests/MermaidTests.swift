import Basics
import LabReports
import PushLab
import TestSupport
import Testing

@Suite("Mermaid diagrams")
struct MermaidTests {
    /// One user with two devices; a tap for the second gets lost.
    static func lab(seed: UInt64 = 3, id: String = "n1", names: [String] = ["phone", "tablet"]) throws -> Lab {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let devices = names.map { alice.device($0, on: $0 == names[0] ? .ios : .windows) }
        try lab.advance(by: .seconds(2))
        devices[1].loseTaps()
        try lab.publish(.raw("?", id: id), to: alice)
        try lab.advance(by: .seconds(5))
        // The service takes no id that is too long.
        if devices[0].shows(id) { try devices[0].dismiss(id) }
        try lab.advance(by: .seconds(5))
        return lab
    }

    @Test(
        "A flow is drawn from the publisher to the app's list",
        arguments: [
            "participant d0 as alice.phone", "participant d1 as alice.tablet", "backend->>service: publish n1",
            "Note over service: commits new n1 as version 1", "service-->>backend: 201 for n1",
            "service-)push: tap for phone", "push-xd1: tap 1 is dropped", "push-)d0: tap", "d0->>service: fetch",
            "service-->>d0: fetch 200, 1 changed", "d0->>d0: callback, data changed", "Note over d0: shows n1",
            "Note over d0: user dismisses n1", "d0->>service: save", "Note over d1: shows n1",
        ])
    func flow(_ start: String) throws {
        let lines = Mermaid.text(of: try Self.lab().view).split(separator: "\n").map { $0.dropFirst(4) }
        #expect(lines.contains { $0.hasPrefix(start) }, "no line begins with “\(start)”:\n\(lines)")
    }

    @Test("A lost request ends nowhere, and a lost answer starts nowhere")
    func lostLinks() throws {
        let lab = Lab(seed: 1)
        let phone = lab.user("alice").device("phone")
        try lab.advance(by: .seconds(2))
        phone.loseRequests()
        try lab.publish(.raw("?", id: "n1"), to: lab.user("alice"))
        try lab.advance(by: .seconds(120))
        phone.loseAnswers()
        try lab.publish(.raw("?", id: "n2"), to: lab.user("alice"))
        try lab.advance(by: .seconds(120))
        let text = Mermaid.text(of: lab.view)
        #expect(text.contains("    d0-xservice: fetch ("))
        #expect(text.contains("    service-xd0: answer ("))
        #expect(MermaidGrammar.faults(of: text) == [])
    }

    @Test("Devices of several users have both names")
    func severalUsers() {
        let lab = Lab(seed: 1)
        for user in ["alice", "bob"] { _ = lab.user(user).device("phone") }
        let text = Mermaid.text(of: lab.view)
        #expect(text.contains("participant d0 as alice.phone\n") && text.contains("participant d1 as bob.phone\n"))
    }

    @Test("Real runs with hostile names stay within the grammar", arguments: RandomHistory.hostile)
    func hostileNames(_ name: String) throws {
        // The service takes no longer id; names of people may be of any length.
        let id = String(name.unicodeScalars.prefix(128))
        let lab = try Self.lab(id: id, names: [name, name + "2"])
        #expect(MermaidGrammar.faults(of: Mermaid.text(of: lab.view)) == [])
    }

    @Test("Random histories stay within the grammar")
    func randomHistories() {
        var wrong: [String] = []
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomHistory(seed: seed)
            let faults = MermaidGrammar.faults(of: Mermaid.text(of: random.view(events: Int(seed))))
            if !faults.isEmpty { wrong.append("seed \(seed): \(faults[0])") }
        }
        #expect(wrong.isEmpty, "\(Complaints(wrong, of: 200))")
    }

    @Test("A diagram without room says how much is left out, and no line follows a missing one", arguments: 1...40)
    func capped(_ step: Int) {
        var random = RandomHistory(seed: UInt64(step))
        let view = random.view(events: 300)
        let whole = Mermaid.text(of: view, mostUnits: .max).split(separator: "\n")
        let most = 400 + 300 * step
        let text = Mermaid.text(of: view, mostUnits: most)
        let lines = text.split(separator: "\n")
        #expect(text.utf16.count <= most)
        #expect(MermaidGrammar.faults(of: text) == [])
        guard lines.count < whole.count else { return }
        let note = "    Note over backend: the diagram is full, "
        #expect(lines.last?.hasPrefix(note) == true)
        let said = whole.filter { !$0.hasPrefix("    participant ") }
        let kept = lines.dropLast().filter { !$0.hasPrefix("    participant ") }
        #expect(kept.elementsEqual(said.prefix(kept.count)))
        #expect(lines.last?.dropFirst(note.count).hasPrefix("\(said.count - kept.count) more") == true)
    }

    @Test("A long run fits Mermaid's limit")
    func longRun() {
        var random = RandomHistory(seed: 7)
        let text = Mermaid.text(of: random.view(events: 20_000))
        #expect(text.utf16.count > 40_000 && MermaidGrammar.faults(of: text) == [])
    }
}

@Suite("The checker of Mermaid's grammar")
struct MermaidGrammarTests {
    static let good = "sequenceDiagram\n    participant a as A\n    participant b2 as the B\n"

    @Test(
        "accepts our output",
        arguments: ["a->>b2: x", "a-->>a: x y", "b2-)a: #35;1 #59;", "a-xb2: é (…)", "Note over b2: endless, bend"])
    func passes(_ line: String) { #expect(MermaidGrammar.faults(of: Self.good + "    \(line)\n") == []) }

    @Test(
        "reports everything else",
        arguments: [
            "a->>c: x", "a->b2: x", "a->>b2 x", "a->>b2: ", "a->>b2:  x", "a->>b2: x ", "a->>b2: end",
            "a->>b2: The END.",
            "a->>b2: x;", "a->>b2: #", "a->>b2: #x;", "a->>b2: #35", "a->>b2: x: y", "a->>b2: <br/>", "a->>b2: %%",
            "a->>b2: \u{202E}", "a->>b2: a\u{A0}b", "a->>b2: \"x\"", "a->>b2: °", "Note over c: x", "Note over a,b2: x",
            "Note left of a: x", "participant a as C", "participant end as C", "participant C as C", "participant c",
            "loop x", "end", " a->>b2: x", "",
        ])
    func notices(_ line: String) { #expect(MermaidGrammar.faults(of: Self.good + "    \(line)\n").count == 1) }

    @Test("reports a wrong frame", arguments: ["", "graph TD\n", "sequenceDiagram", "sequenceDiagram\na->>b: x\n"])
    func frame(_ text: String) { #expect(!MermaidGrammar.faults(of: text).isEmpty) }

    @Test("reports a text that is too long")
    func tooLong() {
        let lines = String(repeating: "    a->>b2: xxxxxxxxxx\n", count: 2_300)
        #expect(MermaidGrammar.faults(of: Self.good + lines).count == 1)
    }
}
