@testable import LabWire
import Testing

@Suite("The time of a child for an answer")
struct AnswerTimeTests {
    /// What happens while an answer is waited for.
    enum Event {
        /// A line comes.
        case line
        /// Somebody looks at the clock; the process runs, or is over.
        case look(at: Int, isProcessOver: Bool = false)
    }

    /// What each look comes to, of an answer that is to be there within 10 s.
    private static func standings(_ events: [Event]) -> [AnswerTime.Standing] {
        var time = AnswerTime(from: 500, limit: 10_000, moment: 1_000)
        return events.compactMap { event in
            switch event {
            case .line:
                time.hear()
                return nil
            case .look(let now, let isProcessOver):
                return time.standing(at: now, isProcessOver: isProcessOver)
            }
        }
    }

    @Test("a silent child has exactly this time")
    func silent() {
        #expect(Self.standings([.look(at: 500), .look(at: 10_499), .look(at: 10_500)]) == [.open, .open, .over])
    }

    @Test("incomplete lines do not extend it, however many come")
    func endless() {
        let events = (1...6).flatMap { [Event.line, .look(at: 500 + 2_000 * $0)] }
        #expect(Self.standings(events) == [.open, .open, .open, .open, .over, .over])
    }

    @Test("children of an ended process have a moment to write, and another after each line, within the time")
    func survivor() {
        let silent: [Event] = [.look(at: 600, isProcessOver: true), .look(at: 1_599, isProcessOver: true)]
        #expect(Self.standings(silent + [.look(at: 1_600, isProcessOver: true)]) == [.open, .open, .ended])
        let speaks: [Event] = [.line, .look(at: 1_600, isProcessOver: true), .look(at: 2_600, isProcessOver: true)]
        #expect(Self.standings(silent + speaks) == [.open, .open, .open, .ended])
        let endless = (1...11).flatMap { [Event.line, .look(at: 500 + 999 * $0, isProcessOver: true)] }
        #expect(Self.standings(endless).dropLast().allSatisfy { $0 == .open })
        #expect(Self.standings(endless).last == .over)
    }

    @Test("it knows from lines whether the child has written")
    func spoken() {
        var time = AnswerTime(from: 0, limit: 1, moment: 1)
        _ = time.standing(at: 5, isProcessOver: false)
        #expect(!time.hasSpoken)
        time.hear()
        #expect(time.hasSpoken)
    }
}
