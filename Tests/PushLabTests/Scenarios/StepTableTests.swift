import Basics
import TestSupport
import Testing

@testable import PushLab

@Suite("The table of steps")
struct StepTableTests {
    static let plan = Scenario(people: [
        .init("alice", [.init("phone", .ios), .init("tablet", .android)]), .init("bob", [.init("desk", .windows)]),
    ])

    /// A step of each kind with all of its fields, or only with those that it needs.
    static func sample(_ kind: StepKind, isFull: Bool) -> Scenario.Deed? {
        var values = StepValues()
        for field in kind.fields where isFull || field.isNeeded || field.key == "user" {
            values[field.key] = Self.value(field)
        }
        if isFull, let exclusion = kind.exclusion { values[exclusion.other] = nil }
        if kind.reading == .expectation { values = ["everywhere": .text("n1"), "state": .word("gone")] }
        return kind.make(values)
    }

    private static func value(_ field: StepField) -> StepValue? {
        switch field.value {
        case .device: .device(.init(user: "alice", device: "phone"))
        case .sibling: .device(.init(user: "alice", device: "tablet"))
        case .user: .text("alice")
        case .id, .notification, .text: .text("n1")
        case .flag: .flag(true)
        case .time: .time(.minutes(7))
        case .count: .number(3)
        case .numbers: .numbers(3...8)
        case .rate: nil
        case .word(_, let choices, _): .word(choices[choices.count - 1])
        case .devices: .devices([.init(user: "alice", device: "phone")])
        case .platforms: .words(["ios"])
        case .steps: .words(["crash"])
        case .extraSteps: .words(["slow"])
        }
    }

    @Test("A step that a row makes has that row and the same values", arguments: StepTable.words, [false, true])
    func unmade(_ word: String, _ isFull: Bool) throws {
        let kind = try #require(StepTable.kind(word))
        let deed = try #require(Self.sample(kind, isFull: isFull))
        #expect(deed.kind.word == word)
        #expect(kind.make(deed.values) == deed)
        #expect(StepTable.all.filter { $0.values(deed) != nil }.map(\.word) == [word])
    }

    @Test("Every case of a step has a row")
    func complete() throws {
        for (type, file, isOnDevice) in [("Deed", "Step", false), ("DeviceDeed", "DeviceDeed", true)] {
            let path = ProjectFiles.root + "/Sources/PushLab/Scenario/\(file).swift"
            let text = String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self)
            let body = try #require(text.firstRange(of: "package enum \(type):")).upperBound
            let end = try #require(text[body...].firstRange(of: "\n    }")).lowerBound
            let cases = text[body..<end].matches(of: /case (\w+)/).map { String($0.output.1) }
            let made = StepTable.all.compactMap { kind -> String? in
                let deed = Self.sample(kind, isFull: true)
                if case .device(let deed, _)? = deed { return isOnDevice ? Self.name("\(deed)") : "device" }
                return isOnDevice ? nil : deed.map { Self.name("\($0)") }
            }
            #expect(cases.count > 9 && Set(cases) == Set(made), "\(type)")
        }
    }

    private static func name(_ text: String) -> String { String(text.prefix { $0 != "(" }) }

    @Test("Every step has its own word, sentence and phrase")
    func distinct() {
        let deeds = StepTable.all.compactMap { Self.sample($0, isFull: true) }
        let phrases = deeds.map { Self.plan.phrase(of: $0) }
        #expect(Set(phrases).count == StepTable.all.count)
        #expect(phrases.allSatisfy { $0.count > 8 && !$0.contains("\n") })
        #expect(Set(StepTable.words).count == StepTable.all.count)
        #expect(Set(StepTable.all.map(\.sentence)).count == StepTable.all.count)
    }

    @Test("Simpler steps are other steps, and get simpler until none is left", arguments: StepTable.words)
    func simpler(_ word: String) throws {
        let kind = try #require(StepTable.kind(word))
        var deed = try #require(Self.sample(kind, isFull: true))
        var count = 0
        while let next = deed.simpler.last {
            #expect(next != deed && deed.simpler.allSatisfy { $0 != deed })
            deed = next
            count += 1
            try #require(count < 20)
        }
    }

    @Test("Each face of a die has steps, or another die", arguments: StepDie.allCases)
    func faces(_ die: StepDie) {
        for (face, kinds) in die.lots.enumerated() {
            let next = die == .any ? StepDie.second(after: face) : nil
            #expect(kinds.isEmpty == (next != nil), "\(die), \(face)")
            let lots = kinds.map { kind in if case .faces(_, _, let lot) = kind.chance { lot } else { -1 } }
            #expect(lots == Array(kinds.indices), "\(die), \(face)")
        }
    }

    @Test("A step of random choice says how it is chosen, and uses only faces of its die")
    func choices() {
        for kind in StepTable.all {
            switch kind.chance {
            case .faces(let die, let faces, _):
                #expect(kind.choose != nil && (0..<die.rawValue).contains(faces.upperBound), "\(kind.word)")
            case .with(let other): #expect(StepTable.kind(other)?.chance.isNamed == true, "\(kind.word)")
            case .never, .inGroups: break
            }
        }
    }
}
