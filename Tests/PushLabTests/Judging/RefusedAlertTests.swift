import PushGateway
import Testing

@testable import PushLab

@Suite("Refused alerts and the judges")
struct RefusedAlertTests {
    /// Commits a change for a reachable phone, has its push refused, and settles.
    private static func mistakes(_ kind: HistoryEvent.Kind, _ status: UInt32) -> [String] {
        JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.add(kind, JudgedHistory.phone, "address", detail: status, second: history.time)
            history.settle()
        }
    }

    @Test("a refused alert is not a tap: its device is still owed one", arguments: [413, 410] as [UInt32])
    func owed(status: UInt32) {
        #expect(!Self.mistakes(.tapRefused, status).contains("P19 left out"))
        #expect(Self.mistakes(.alertRefused, status).contains("P19 left out"))
    }

    @Test("the death of an address counts, whichever push finds it", arguments: [410, 413] as [UInt32])
    func death(status: UInt32) {
        for kind in [HistoryEvent.Kind.tapRefused, .alertRefused] {
            let mistakes = JudgeTests.mistakes { history in
                history.add(kind, JudgedHistory.phone, "address", detail: status, second: 1)
                let decided = history.time + 1
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: decided)
            }
            #expect(mistakes.contains("P28 still used") == (status == 410), "\(kind)")
        }
    }

    @Test("a device with an address that an alert found dead is owed no tap for later changes", arguments: [410, 413])
    func reach(status: UInt32) {
        let mistakes = JudgeTests.mistakes { history in
            history.add(.alertRefused, JudgedHistory.phone, "address", detail: status, second: 1)
            history.commit("n", .new, version: 1, generation: 1)
            history.settle()
        }
        #expect(mistakes.contains("P19 left out") == (status == 413))
    }
}
