import Basics
import Testing

@testable import PushLab

@Suite("What judges say of apps that do right in a way of their own")
struct UnusualAppTests {
    private static let read = RequestKind.fetch.rawValue

    @Test("A push that is no tap is finished at once, whatever is being read for another")
    func foreignPush() {
        func story(isStrange: Bool) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.pushArrived, JudgedHistory.phone, first: 1)
                history.add(.pushArrived, JudgedHistory.phone, detail: isStrange ? 1 : 0, first: 2)
                history.read(from: 0, to: 1) {
                    $0.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                }
                history.add(.finished, JudgedHistory.phone, detail: 1, first: 2)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.finished, JudgedHistory.phone, first: 1)
            }
        }
        #expect(!story(isStrange: true).contains("P35 done too early"))
        #expect(story(isStrange: false).contains("P35 done too early"))
    }

    @Test("A foreign push stays one when the connection fails meanwhile")
    func foreignPushOffline() {
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.add(.pushArrived, JudgedHistory.phone, detail: 1, first: 2)
            history.add(.connectFailed, JudgedHistory.phone)
            history.add(.pushArrived, JudgedHistory.phone, first: 1)
            history.read(from: 0, to: 1) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
            }
            history.add(.finished, JudgedHistory.phone, detail: 1, first: 2)
        }
        #expect(!mistakes.contains("P35 done too early"))
    }

    @Test("What a user is told who has left and come back is nothing that a push has to wait for")
    func formerAnswer() {
        func story(leaves: Bool) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.requestSent, JudgedHistory.phone, detail: Self.read, first: 77)
                if leaves {
                    history.add(.signedOut, JudgedHistory.phone)
                    history.add(.signedIn, JudgedHistory.phone)
                }
                history.add(.pushArrived, JudgedHistory.phone, first: 1)
                history.add(.answerArrived, JudgedHistory.phone, detail: 200, first: 77, second: 1)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.finished, JudgedHistory.phone, detail: 1, first: 1)
            }
        }
        #expect(!story(leaves: true).contains("P35 done too early"))
        #expect(story(leaves: false).contains("P35 done too early"))
    }

    @Test("Who opens the app to sign out has had it look, which it may do a turn later")
    func lastLook() {
        func story(after pause: Interval) -> [String] {
            JudgeTests.mistakes { history in
                history.add(.signedOut, JudgedHistory.phone)
                history.add(.requestSent, JudgedHistory.phone, detail: Self.read, first: 77, pause: pause)
            }
        }
        #expect(!story(after: .zero).contains("P32 read"))
        #expect(story(after: .milliseconds(1)).contains("P32 read"))
    }

    @Test("The next page that is asked for in the moment of signing out belongs to a read that was begun")
    func lastPage() {
        func story(after pause: Interval) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.read(from: 0, to: 1, isLast: false)
                history.add(.signedOut, JudgedHistory.phone)
                history.add(.requestSent, JudgedHistory.phone, detail: Self.read, first: 77, pause: pause)
                history.add(.requestArrived, .service, party: JudgedHistory.phone, detail: Self.read, first: 77)
                history.add(
                    .pageServed, .service, party: JudgedHistory.phone, detail: PageKind(number: 6).number, first: 1,
                    second: 1)
            }
        }
        #expect(!story(after: .zero).contains("P9 kept"))
        #expect(story(after: .seconds(1)).contains("P9 kept"))
    }

    @Test("What was put off comes up again when its time is over", arguments: [true, false])
    func snoozeIsOver(isPutOff: Bool) {
        let states: UInt32 = isPutOff ? 3 : 0
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.commit("n", .updated, version: 2, generation: 1, states: states)
            for pause in [1, 600] as [Int64] {
                history.add(
                    .shown, JudgedHistory.phone, "n", detail: states, first: 2, second: 1, pause: .seconds(pause))
            }
        }
        #expect(mistakes.contains("P12 again") != isPutOff)
    }

    @Test("Who began anew and has not been told of an end yet may show what has ended", arguments: [true, false])
    func untoldEnd(isTold: Bool) {
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.ask(.fetch, status: 410)
            history.read(from: 0, to: 1) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
            }
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            history.add(.calmed, .lab)
            history.add(
                .expires, .service, "n", party: JudgedHistory.alice, first: history.time + 1_000_000, second: 1)
            history.commit("n", .expired, version: 2, generation: 1)
            if isTold {
                history.read(from: 1, to: 2) {
                    $0.add(.changeArrived, JudgedHistory.phone, "n", detail: 0x300, first: 2, second: 1)
                }
            }
            history.settle()
        }
        #expect(mistakes.contains("P26 not the same") == isTold)
    }

    @Test("A server publishes for the user that it was asked to, for others too, and whatever it likes by itself")
    func wrongUser() {
        func story(for user: Int?, asked id: String = "n", tellsBoth: Bool = false) -> Bool {
            let mistakes = JudgeTests.mistakes { history in
                history.add(.publishAsked, .backend, id, party: user.map { .user($0) } ?? .lab)
                history.commit("n", .new, version: 1, generation: 1)
                if tellsBoth {
                    history.add(
                        .committed, .service, "n", party: JudgedHistory.bob, first: 1, second: 1)
                }
                history.add(.calmed, .lab)
                history.settle()
            }
            return mistakes.contains("P27 wrong user")
        }
        #expect(story(for: 1))
        #expect(!story(for: 0) && !story(for: nil) && !story(for: 1, asked: "m") && !story(for: 1, tellsBoth: true))
    }
}
