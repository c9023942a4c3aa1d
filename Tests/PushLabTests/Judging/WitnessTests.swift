import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("Witnesses describe the history")
struct WitnessTests {
    private static func witnesses(of property: Property, _ story: JudgeTests.Story) -> [String] {
        var history = JudgedHistory()
        story(&history)
        return history.violations.filter { $0.property == property }.map(\.witness)
    }

    /// The phone reads what is new, its app does something with it, and all becomes quiet while its user looks.
    private static func silence(_ deeds: JudgeTests.Story) -> [String] {
        self.witnesses(of: .p13) { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.read(from: 0, to: 1) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
            }
            deeds(&history)
            history.add(.calmed, .lab)
            history.add(.appState(.foreground), JudgedHistory.phone)
            history.read(from: 1, to: 1)
            history.settle()
        }
    }

    @Test("An app that shows and hides what it read has done something")
    func hidden() {
        let never = Self.silence { _ in }
        let ending = "but its app still had not shown it at 00:29.000, when everything had settled"
        #expect(never.count == 1 && never.first?.hasSuffix(ending) == true, "\(never)")
        let hidden = Self.silence { history in
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            history.add(.hidden, JudgedHistory.phone, "n")
        }
        #expect(hidden.count == 1, "\(hidden)")
        #expect(
            hidden.first?.wholeMatch(
                of: /alice.phone read n at [0-9:.]+, but its app showed it at [0-9:.]+ and hid it at [0-9:.]+/)
                != nil, "\(hidden)")
    }

    @Test("An app that showed what it read, and then an older generation, did show it")
    func shownInAnotherGeneration() {
        let shown = Self.silence { history in
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 0)
        }
        #expect(
            shown.first?.contains(
                /but its app showed it at [0-9:.]+ and replaced it with another one of the same id at [0-9:.]+/)
                == true, "\(shown)")
    }

    @Test(
        "A handled notification comes back with the state that the app shows",
        arguments: [(0, "new"), (0x10, "read"), (3, "snoozed")] as [(UInt32, String)])
    func cameBackInState(states: UInt32, words: String) {
        let shown = Self.witnesses(of: .p16) { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.commit("n", .updated, version: 2, generation: 1, states: 2)
            history.read(from: 0, to: 2) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", detail: 1 << 8 | 2, first: 2, second: 1)
            }
            history.add(.shown, JudgedHistory.phone, "n", detail: states, first: 2, second: 1)
        }
        #expect(shown.first?.hasPrefix("alice.phone showed n as \(words) at ") == true, "\(shown)")
    }

    @Test("A notification that comes back is shown or alerted, and no witness claims more")
    func cameBack() {
        func story(_ deed: @escaping JudgeTests.Story) -> [String] {
            Self.witnesses(of: .p15) { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", .deleted, version: 2, generation: 1)
                history.read(from: 0, to: 2) {
                    $0.add(.changeArrived, JudgedHistory.phone, "n", detail: 2 << 8, first: 2, second: 1)
                }
                deed(&history)
            }
        }
        let shown = story { $0.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1) }
        let wanted = /alice.phone showed n at .*, although it had read its deletion at .*/
        #expect(shown.first?.wholeMatch(of: wanted) != nil, "\(shown)")
        let alerted = story { $0.add(.alerted, JudgedHistory.phone, "n") }
        #expect(alerted.first?.hasPrefix("alice.phone alerted its user of n at ") == true, "\(alerted)")
    }
}
