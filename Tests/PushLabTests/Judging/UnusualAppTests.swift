import Basics
import Testing

@testable import PushLab

@Suite("Judges and correct but unusual apps")
struct UnusualAppTests {
    private static let read = RequestKind.fetch.rawValue

    @Test("A push that is not a tap is finished at once, during any read")
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

    @Test("A foreign push stays foreign when the connection fails")
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

    @Test("A push does not have to wait for the changes of a user who left and returned")
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

    @Test("Opening an app to sign out lets it sync, even a turn later")
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

    @Test("The next page that is requested at a sign-out belongs to a read that was begun")
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

    @Test("A snoozed notification appears again when its time is over", arguments: [true, false])
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

    @Test(
        "An app that reads everything again and does not know of an end may show what has ended",
        arguments: [true, false])
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

    @Test("A server publishes for the requested user, for others too, and anything else")
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
