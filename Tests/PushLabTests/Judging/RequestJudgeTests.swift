import FeedContract
import Testing

@testable import PushLab

@Suite("Judges of the service's handling of requests")
struct RequestJudgeTests {
    typealias Story = (inout JudgedHistory) -> Void

    private static func mistakes(of property: Property, _ story: Story) -> [String] {
        var history = JudgedHistory()
        story(&history)
        return history.violations.filter { $0.property == property }.map(\.kind)
    }

    /// A notification that was read before, and a save that dismisses it.
    private static func dismissal(
        leaving states: UInt32, generation: UInt64 = 1, after change: AppChange.Kind = .updated
    ) -> [String] {
        Self.mistakes(of: .p41) { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.commit("n", change, version: 2, generation: 1, states: 0x10)
            history.ask(.save, about: "n", generation: 1, wanting: 2) {
                $0.commit("n", .updated, version: 3, generation: generation, states: states)
            }
        }
    }

    @Test("A commit changes what its request names, and nothing else")
    func fields() {
        #expect(Self.dismissal(leaving: 0x12) == [])
        #expect(Self.dismissal(leaving: 0x02) == ["more than asked"])
        #expect(Self.dismissal(leaving: 0x11) == ["another state"])
    }

    @Test("A commit changes the current generation")
    func lives() {
        #expect(Self.dismissal(leaving: 0x12, generation: 2) == ["over"])
        #expect(Self.dismissal(leaving: 0x12, after: .deleted) == ["over"])
    }

    @Test("A save deletes nothing, and a deletion saves nothing")
    func kinds() {
        func story(_ request: RequestKind, _ change: AppChange.Kind) -> [String] {
            Self.mistakes(of: .p41) { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.ask(request, about: "n", generation: 1) {
                    $0.commit("n", change, version: 2, generation: 1)
                }
            }
        }
        #expect(story(.save, .updated) == [] && story(.delete, .deleted) == [])
        #expect(story(.save, .deleted) == ["another change"] && story(.delete, .updated) == ["another change"])
    }

    @Test("A publication whose answer was lost is stored once")
    func publications() {
        func story(asked: Int, stored: Int, byServer: Bool = false) -> [String] {
            Self.mistakes(of: .p42) { history in
                for _ in 0..<asked {
                    history.add(.publishAsked, .backend, "n", party: byServer ? JudgedHistory.alice : .lab)
                }
                for version in 1...UInt64(stored) {
                    history.commit("n", .new, version: version, generation: version)
                    history.add(.publishAnswerLost, .backend, "n")
                }
                history.add(.publishAnswered, .backend, "n", detail: 201)
            }
        }
        #expect(story(asked: 1, stored: 1) == [] && story(asked: 2, stored: 2) == [])
        #expect(story(asked: 1, stored: 2) == ["stored again"])
        #expect(story(asked: 1, stored: 2, byServer: true) == [])
    }

    @Test("An odd request is answered as documented")
    func oddRequests() {
        func story(_ answer: String, _ post: String) -> [String] {
            Self.mistakes(of: .p43) { history in
                history.add(.oddPushAnswered(.noTopic), .service, answer)
                history.add(.oddPostAnswered(.noHost), .service, post)
            }
        }
        #expect(story("400 MissingTopic", "400 MissingProperty") == [])
        #expect(story("200 background 5", "400 MissingProperty") == ["noTopic"])
        #expect(story("400 MissingTopic", "201 7d") == ["noHost"])
    }

    @Test("A part does what its model does", arguments: ModelComparison.allCases)
    func comparisons(_ model: ModelComparison) {
        func story(_ answer: String) -> [String] {
            Self.mistakes(of: .p43) { $0.add(.compared(model), .service, answer) }
        }
        #expect((1...20).allSatisfy { model.answer(seed: $0) == ModelComparison.agreement })
        #expect(story(ModelComparison.agreement) == [])
        #expect(story("a push never ended") == [model.rawValue])
    }
}
