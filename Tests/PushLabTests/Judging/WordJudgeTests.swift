import Basics
import FeedContract
import PushGateway
import Testing

@testable import PushLab

@Suite("Judges of users' actions and of pushes")
struct WordJudgeTests {
    typealias Story = (inout JudgedHistory) -> Void

    private static let phone = JudgedHistory.phone

    private static func mistakes(of property: Property, _ story: Story) -> [String] {
        var history = JudgedHistory()
        history.add(.syncStatus, Self.phone)
        history.commit("n", .new, version: 1, generation: 1)
        history.add(.changeArrived, Self.phone, "n", first: 1, second: 1)
        history.add(.shown, Self.phone, "n", first: 1, second: 1)
        story(&history)
        history.add(.calmed, .lab)
        history.settle()
        return history.violations.filter { $0.property == property }.map(\.kind)
    }

    /// The user does something, and the app shows that it is done.
    private static func act(_ act: UserAct, showing states: UInt32, in history: inout JudgedHistory) {
        history.add(.userActed(act), Self.phone, "n")
        history.pace = .zero
        if act == .delete {
            history.add(.hidden, Self.phone, "n")
        } else {
            history.add(.shown, Self.phone, "n", detail: states, first: 1, second: 1)
        }
        history.pace = .seconds(1)
    }

    private static func save(
        _ states: UInt32, version: UInt64, leaving left: UInt32? = nil, in history: inout JudgedHistory
    ) {
        history.ask(.save, about: "n", generation: 1, wanting: states) {
            $0.commit("n", .updated, version: version, generation: 1, states: left ?? states)
        }
    }

    @Test("An action that the app showed reaches the service, unless another device changes it or it is refused")
    func lost() {
        func story(_ rest: Story) -> [String] {
            Self.mistakes(of: .p44) { history in
                Self.act(.dismiss, showing: 2, in: &history)
                rest(&history)
            }
        }
        #expect(story { _ in } == ["lost"])
        #expect(story { Self.save(2, version: 2, in: &$0) } == [])
        #expect(story { $0.commit("n", .updated, version: 2, generation: 1, states: 3) } == [])
        #expect(story { $0.ask(.save, about: "n", generation: 1, wanting: 2, status: 404) } == [])
        #expect(story { $0.add(.tokenRefused, Self.phone) } == [])
        #expect(story { $0.add(.installed(from: .nothing, count: 1), Self.phone) } == [])
    }

    @Test("A change that the device received counts only if the app showed it before the action")
    func receivedAndNotShown() {
        func story(isShown: Bool) -> [String] {
            Self.mistakes(of: .p44) { history in
                history.commit("n", .updated, version: 2, generation: 1, states: 3)
                history.add(.changeArrived, Self.phone, "n", detail: 3, first: 2, second: 1)
                if isShown { history.add(.shown, Self.phone, "n", detail: 3, first: 2, second: 1) }
                Self.act(.dismiss, showing: 2, in: &history)
            }
        }
        #expect(story(isShown: true) == ["lost"])
        #expect(story(isShown: false) == [])
    }

    @Test("Of several actions the last one counts")
    func order() {
        func story(_ first: UInt32, _ second: UInt32) -> [String] {
            Self.mistakes(of: .p44) { history in
                Self.act(.snooze, showing: 3, in: &history)
                Self.act(.dismiss, showing: 2, in: &history)
                Self.save(first, version: 2, in: &history)
                Self.save(second, version: 3, in: &history)
            }
        }
        #expect(story(3, 2) == [])
        #expect(story(2, 3) == ["lost"])
    }

    @Test("A shown action is not undone on the screen")
    func takenBack() {
        func story(_ act: UserAct, _ states: UInt32, _ between: Story = { _ in }) -> [String] {
            Self.mistakes(of: .p44) { history in
                Self.act(act, showing: states, in: &history)
                between(&history)
                history.add(.shown, Self.phone, "n", first: 1, second: 1)
                history.commit("n", .deleted, version: 9, generation: 1)
            }
        }
        #expect(story(.dismiss, 2) == ["taken back"])
        #expect(story(.read, 0x10) == ["taken back"])
        #expect(story(.delete, 0) == ["taken back"])
        #expect(story(.dismiss, 2) { $0.commit("n", .updated, version: 2, generation: 1) } == [])
        // An app that shows nothing of it gave no word.
        #expect(story(.dismiss, 0) == [])
    }

    @Test("A repeated write does not overwrite a later change of another device")
    func again() {
        func story(isOtherThere: Bool, acts: Int = 1) -> [String] {
            Self.mistakes(of: .p44) { history in
                for _ in 0..<acts { Self.act(.dismiss, showing: 2, in: &history) }
                Self.save(2, version: 2, in: &history)
                if isOtherThere { history.commit("n", .updated, version: 3, generation: 1, states: 3) }
                Self.save(2, version: 4, in: &history)
            }
        }
        #expect(story(isOtherThere: true) == ["again"])
        #expect(story(isOtherThere: false) == [])
        #expect(story(isOtherThere: true, acts: 2) == [])
    }

    @Test("A push arrives, or is dropped for a true reason")
    func pushes() {
        func story(_ rest: Story) -> [String] {
            Self.mistakes(of: .p45) { history in
                history.add(.pushTokenGiven, Self.phone, "address")
                history.add(.tapSent(7), Self.phone, "address")
                rest(&history)
            }
        }
        func drop(_ loss: WakeLoss) -> Story {
            { $0.add(.tapDropped(7, loss, by: .ios), .service) }
        }
        #expect(story { _ in } == ["never came"])
        #expect(story { $0.add(.pushArrived(7, isStrange: false), Self.phone) } == [])
        #expect(story(drop(.apple(.lost))) == [])
        #expect(story(drop(.apple(.forceQuit))) == ["wrong reason"])
        #expect(story(drop(.apple(.noBackgroundMode))) == ["wrong reason"])
        #expect(story(drop(.apple(.tokenNotActive))) == ["not gone"])
        #expect(story(drop(.apple(.replaced))) == [])
        #expect(story { $0.add(.tapRefused(status: 400), Self.phone, "address") } == ["bad request", "never came"])
        let quit: Story = { history in
            history.add(.appState(.forceQuit), Self.phone)
            drop(.apple(.forceQuit))(&history)
            history.add(.appState(.foreground), Self.phone)
        }
        #expect(story(quit) == [])
        let moved: Story = { history in
            drop(.apple(.tokenNotActive))(&history)
            history.add(.pushTokenGiven, Self.phone, "another")
        }
        #expect(story(moved) == [])
    }

    @Test("An app that is opened with a network shows within two minutes what the service had then")
    func fresh() {
        func story(_ between: Story) -> [String] {
            Self.mistakes(of: .p30) { history in
                history.add(.appState(.background), Self.phone)
                history.commit("m", .new, version: 2, generation: 1)
                history.add(.appState(.foreground), Self.phone)
                between(&history)
                history.add(.badge(0), Self.phone)
                history.add(.shown, Self.phone, "m", first: 2, second: 1, pause: .minutes(3))
            }
        }
        #expect(story { _ in } == ["stale when opened"])
        #expect(story { $0.add(.shown, Self.phone, "m", first: 2, second: 1) } == [])
        #expect(story { $0.add(.link(isOnline: false), Self.phone) } == [])
        #expect(story { $0.add(.appState(.background), Self.phone) } == [])
        #expect(story { $0.ask(.fetch, status: 503) } == [])
    }
}
