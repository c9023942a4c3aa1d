import Basics
import FeedContract
import PushGateway
import ShoulderTap
import Testing

@testable import PushLab

@Suite("Judges on histories")
struct JudgeTests {
    typealias Story = (inout JudgedHistory) -> Void

    static func mistakes(_ story: Story) -> [String] {
        var history = JudgedHistory()
        story(&history)
        return history.mistakes
    }

    private static func dismiss(_ id: String, _ history: inout JudgedHistory, generation: UInt64 = 1, writes: Bool) {
        history.add(.userActed, JudgedHistory.phone, id, detail: 1)
        history.ask(.save, about: id, generation: generation, wanting: 2) {
            if writes { $0.commit(id, .updated, version: 9, generation: 1, states: 2) }
        }
    }

    @Test("A save that the service accepts is in the log, unless it changes nothing")
    func saves() {
        func story(_ writes: Bool, isDismissed: Bool) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                if isDismissed { history.commit("n", .updated, version: 2, generation: 1, states: 2) }
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                Self.dismiss("n", &history, writes: writes)
            }
        }
        #expect(story(false, isDismissed: false).contains("P1 not written"))
        #expect(!story(true, isDismissed: false).contains("P1 not written"))
        #expect(!story(false, isDismissed: true).contains("P1 not written"))
    }

    @Test("An action before a process died is sent by the next one, unless the user saw it undone")
    func inherited() {
        func story(
            dies: Bool = true, isTakenBack: Bool = false, isPutOff: Bool = false, isWritten: Bool = false,
            sdk: Bool = true
        ) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                if sdk { history.add(.syncStatus, JudgedHistory.phone) }
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.userActed, JudgedHistory.phone, "n", detail: 1)
                history.add(.shown, JudgedHistory.phone, "n", detail: 2, first: 1, second: 1)
                if isTakenBack { history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1) }
                if dies { history.add(.crashed, JudgedHistory.phone) }
                history.add(.launched, JudgedHistory.phone, detail: 1)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                if isPutOff { history.ask(.save, about: "n", generation: 1, status: 401) }
                if isWritten { history.commit("n", .updated, version: 2, generation: 1, states: 2) }
                history.add(.calmed, .lab)
                history.settle()
            }
        }
        #expect(story().contains("P26 deed lost"))
        // Of the one that was put off nobody could be told.
        #expect(story(isPutOff: true).contains("P26 deed lost"))
        #expect(!story(dies: false).contains("P26 deed lost"))
        #expect(!story(isTakenBack: true).contains("P26 deed lost"))
        #expect(!story(isWritten: true).contains("P26 deed lost"))
        // Nobody said that another app keeps anything.
        #expect(!story(sdk: false).contains("P26 deed lost"))
    }

    @Test("A running app whose read failed retries soon")
    func secondTry() {
        func story(
            after seconds: Int64, state: UInt32 = 0, isFetch: Bool = true, asksMore: Bool = false, sdk: Bool = true
        ) -> [String] {
            Self.mistakes { history in
                if sdk { history.add(.syncStatus, JudgedHistory.phone) }
                history.add(.launched, JudgedHistory.phone, detail: 1)
                history.add(.appState, JudgedHistory.phone, detail: state)
                let kind = isFetch ? RequestKind.fetch : .save
                history.add(.requestSent, JudgedHistory.phone, detail: kind.rawValue, first: 9)
                if asksMore { history.ask(.fetch) }
                history.add(.requestGivenUp, JudgedHistory.phone, first: 9)
                history.add(
                    .requestSent, JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: 10,
                    pause: .seconds(seconds))
            }
        }
        #expect(story(after: 1_300).contains("P30 given up"))
        #expect(!story(after: 1_100).contains("P30 given up"))
        #expect(!story(after: 1_300, state: 2).contains("P30 given up"))
        #expect(!story(after: 1_300, isFetch: false).contains("P30 given up"))
        #expect(!story(after: 1_300, asksMore: true).contains("P30 given up"))
        #expect(!story(after: 1_300, sdk: false).contains("P30 given up"))
    }

    @Test("After a sign-out no badge counts", arguments: [0, 1, 7])
    func badge(_ count: UInt64) {
        let mistakes = Self.mistakes { history in
            history.add(.badge, JudgedHistory.phone, first: 7)
            history.add(.signedOut, JudgedHistory.phone)
            history.add(.badge, JudgedHistory.phone, first: count)
            history.add(.calmed, .lab)
            history.settle()
        }
        #expect(mistakes.contains("P32 badge") == (count > 0))
    }

    @Test("A republished notification is untouched, and actions on its former generation do not count")
    func republished() {
        func story(states: UInt32 = 0, knows generation: UInt64 = 2, means meant: UInt64 = 2) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", .new, version: 2, generation: 2, states: states)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 2, second: generation)
                history.ask(.save, about: "n", generation: meant) {
                    $0.commit("n", .updated, version: 3, generation: 2, states: 2)
                }
            }
        }
        #expect(story(states: 2).contains("P33 inherited"))
        #expect(story(means: 1).contains("P33 another life"))
        #expect(story(knows: 1, means: 0).contains("P33 another life"))
        #expect(!story().contains { $0.hasPrefix("P33") } && !story(means: 0).contains { $0.hasPrefix("P33") })
    }

    @Test("An action before the next publication does not apply to it, however late it is sent")
    func queuedForAnEarlierLife() {
        func story(act: UInt32 = 1, says states: UInt32 = 2, again: Bool = false, shows late: Bool = false) -> Bool {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                if late { history.add(.changeArrived, JudgedHistory.phone, "n", first: 2, second: 2) }
                history.add(.userActed, JudgedHistory.phone, "n", detail: act)
                history.commit("n", .new, version: 2, generation: 2)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 2, second: 2)
                history.add(.shown, JudgedHistory.phone, "n", first: 2, second: 2)
                if again { history.add(.userActed, JudgedHistory.phone, "n", detail: act) }
                history.ask(.save, about: "n") {
                    $0.commit("n", .updated, version: 3, generation: 2, states: states)
                }
            }.contains("P33 another life")
        }
        #expect(story())
        #expect(!story(act: 0) && !story(says: 1), "something else is said")
        #expect(!story(again: true), "the user did it again")
        #expect(!story(shows: true), "which one was meant cannot be told")
    }

    @Test(
        "A platform that a publication does not wake is owed no tap",
        arguments: [[], [.ios], [.android, .windows]] as [[LabPlatform]])
    func targets(asleep: [LabPlatform]) {
        let mistakes = Self.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1, asleep: asleep)
            history.settle()
        }
        #expect(mistakes.contains("P19 left out") == !asleep.contains(.ios))
    }

    @Test("A device that unregistered gets no more taps, except those decided before")
    func signedOut() {
        func story(isLate: Bool) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                let before = history.time
                history.add(.signedOut, JudgedHistory.phone)
                history.ask(.unregister)
                let decided = isLate ? history.time : before
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: decided)
            }
        }
        #expect(story(isLate: true).contains("P32 still tapped"))
        #expect(!story(isLate: false).contains("P32 still tapped"))
    }

    @Test(
        "A registration after an unregistration survives a sign-out, whichever arrives first",
        arguments: [(7, 8, true), (7, 7, false), (7, 6, false), (0, 6, true), (7, 0, true)] as [(UInt64, UInt64, Bool)])
    func overtakenSignOut(registered: UInt64, takenBack: UInt64, blames: Bool) {
        let mistakes = Self.mistakes { history in
            history.ask(.register, about: "address", generation: registered)
            history.ask(.unregister, generation: takenBack)
            history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: history.time)
        }
        #expect(mistakes.contains("P32 still tapped") == blames)
    }

    @Test("A sign-out unregisters the address, unless a fault prevents it or there is none")
    func keptAddress() {
        func story(
            registers: Bool = true, asks: Bool = false, isDisturbed: Bool = false, comesBack: Bool = false
        ) -> [String] {
            Self.mistakes { history in
                // A history begins with an address, which is taken back where there is to be none.
                history.ask(registers ? .register : .unregister, about: "address", generation: 7)
                history.add(.syncStatus, JudgedHistory.phone)
                history.add(.signedOut, JudgedHistory.phone)
                if isDisturbed { history.add(.connectFailed, JudgedHistory.phone) }
                if asks { history.ask(.unregister, generation: 8) }
                if comesBack { history.add(.signedIn, JudgedHistory.phone) }
                history.add(.calmed, .lab)
                history.settle()
            }
        }
        let mistake = "P32 address kept"
        #expect(story().contains(mistake))
        for clean in [
            story(registers: false), story(asks: true), story(isDisturbed: true), story(comesBack: true),
        ] {
            #expect(!clean.contains(mistake))
        }
    }

    @Test("Answers to a former installation do not apply to the one that replaced it")
    func formerInstallation() {
        func story(isFormer: Bool) -> [String] {
            Self.mistakes { history in
                history.ask(.unregister, generation: 7, isFormer: isFormer)
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: history.time)
            }
        }
        #expect(story(isFormer: false).contains("P32 still tapped"))
        #expect(!story(isFormer: true).contains("P32 still tapped"))
    }

    @Test("A running app with an aging registration renews it, unless a fault prevents it")
    func renewal() {
        func story(
            renews: Bool = false, isDisturbed: Bool = false, sleeps: Bool = false, hours: Int64 = 5
        ) -> [String] {
            Self.mistakes { history in
                history.add(
                    .registrationState, JudgedHistory.phone, detail: UInt32(RegistrationState.expiring.rawValue))
                if renews { history.ask(.register, about: "address", generation: 7) }
                if isDisturbed { history.add(.tokenRefused, JudgedHistory.phone) }
                if sleeps {
                    let state = AppState.allCases.firstIndex(of: .suspended) ?? 0
                    history.add(.appState, JudgedHistory.phone, detail: UInt32(state))
                }
                history.add(
                    .requestSent, JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: 99,
                    pause: .hours(hours))
            }
        }
        let mistake = "P38 not renewed"
        #expect(story().contains(mistake))
        for clean in [story(renews: true), story(isDisturbed: true), story(sleeps: true), story(hours: 3)] {
            #expect(!clean.contains(mistake))
        }
    }

    @Test("A refused app retries, but not forever in the same way")
    func refusedForEver() {
        func story(_ count: Int, successes: Int = 0) -> [String] {
            Self.mistakes { history in
                for number in 1...UInt64(count) {
                    history.add(
                        .requestArrived, .service, party: JudgedHistory.phone, detail: RequestKind.register.rawValue,
                        first: number)
                    let isTaken = successes > 0 && number.isMultiple(of: UInt64(count / successes))
                    history.add(.answerArrived, JudgedHistory.phone, detail: isTaken ? 200 : 401, first: number)
                }
            }
        }
        let mistake = "P38 too many"
        #expect(story(600).contains(mistake))
        for clean in [story(300), story(600, successes: 7)] { #expect(!clean.contains(mistake)) }
    }

    @Test("A lost request may have the number of an earlier process's request, which arrives")
    func stray() {
        func story(isLost: Bool) -> [String] {
            Self.mistakes { history in
                history.add(.launched, JudgedHistory.phone)
                history.add(.requestSent, JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: 1)
                if isLost { history.add(.requestLost, JudgedHistory.phone, first: 1) }
                history.add(
                    .requestArrived, .service, party: JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: 1)
            }
        }
        #expect(story(isLost: false).contains("P35 no connection"))
        #expect(!story(isLost: true).contains("P35 no connection"))
    }

    @Test("An app that waits for a connection has not stopped retrying, however long it waits")
    func slowConnection() {
        func story(connects: Bool) -> [String] {
            Self.mistakes { history in
                history.add(.syncStatus, JudgedHistory.phone)
                history.add(.connected, JudgedHistory.phone)
                history.add(.requestSent, JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: 99)
                history.add(.requestGivenUp, JudgedHistory.phone, first: 99)
                if connects { history.add(.connectAsked, JudgedHistory.phone) }
                history.add(.link, JudgedHistory.phone, pause: .minutes(25))
            }
        }
        #expect(story(connects: false).contains("P30 given up"))
        #expect(!story(connects: true).contains("P30 given up"))
    }

    @Test(
        "A refusal because of the token or of overload leaves a pending action unchanged",
        arguments: [(200, true), (400, true), (401, false), (406, false), (409, true), (503, false)]
            as [(UInt32, Bool)])
    func verdicts(status: UInt32, isVerdict: Bool) {
        let mistakes = Self.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.read(from: 0, to: 1) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
            }
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            history.add(.userActed, JudgedHistory.phone, "n")
            history.ask(.save, about: "n", status: status)
            history.read(from: 1, to: 2) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", detail: 2, first: 2, second: 1)
            }
            history.add(.shown, JudgedHistory.phone, "n", first: 2, second: 1)
        }
        #expect(mistakes.contains("P16 came back") == isVerdict, "\(mistakes)")
    }

    @Test("A push is handled once its changes are read")
    func unread() {
        func story(reads: Bool, result: UInt32 = 0) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                let decided = history.time
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: decided)
                history.add(.pushArrived, JudgedHistory.phone, first: 7)
                if reads { history.read(from: 0, to: 1) }
                history.add(.finished, JudgedHistory.phone, detail: result, first: 7)
            }
        }
        #expect(story(reads: false).contains("P35 not read"))
        #expect(!story(reads: true).contains("P35 not read"))
        #expect(!story(reads: false, result: 2).contains("P35 not read"))
    }

    @Test("A push is handled once its changes are shown, even by the process that it starts")
    func brought() {
        func story(starts: Bool, shows: Bool) -> [String] {
            Self.mistakes { history in
                if starts { history.add(.killed, JudgedHistory.phone) }
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: history.time)
                history.add(.pushArrived, JudgedHistory.phone, first: 7)
                if starts { history.add(.launched, JudgedHistory.phone, detail: 1) }
                history.read(from: 0, to: 1)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                if shows { history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1) }
                history.add(.finished, JudgedHistory.phone, first: 7)
            }
        }
        for starts in [false, true] {
            #expect(story(starts: starts, shows: false).contains("P35 done too early"), "\(starts)")
            #expect(!story(starts: starts, shows: true).contains("P35 done too early"), "\(starts)")
        }
    }

    @Test("A dead address gets no more pushes, unless it was registered after its death")
    func deadAddress() {
        func story(diedAt time: UInt64) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.tapRefused, JudgedHistory.phone, "address", detail: 410, first: time, second: 1)
                let decided = history.time + 1
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: decided)
            }
        }
        #expect(story(diedAt: 0).contains("P28 still used"))
        #expect(!story(diedAt: 1).contains("P28 still used"))
    }

    @Test("No app has acted on a deletion in an incomplete read")
    func partOfRead() {
        func story(isLast: Bool) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", .deleted, version: 2, generation: 1)
                let kind = UInt32(AppChange.Kind.allCases.firstIndex(of: .deleted) ?? 0) << 8
                history.read(from: 0, to: 2, isLast: isLast) {
                    $0.add(.changeArrived, JudgedHistory.phone, "n", detail: kind, first: 2, second: 1)
                }
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            }
        }
        #expect(story(isLast: true).contains("P15 came back"))
        #expect(!story(isLast: false).contains("P15 came back"))
    }

    @Test("An address that was registered after it died gets pushes, however late its death is reported")
    func lateWord() {
        func story(isTapped: Bool, diedAt time: UInt64, _ address: String = "address", isOwn: Bool = false) -> [String]
        {
            Self.mistakes { history in
                history.add(.tapRefused, JudgedHistory.phone, address, detail: 410, first: time, second: 1)
                if isOwn {
                    history.ask(.save, about: "n") { $0.commit("n", .new, version: 1, generation: 1) }
                } else {
                    history.commit("n", .new, version: 1, generation: 1)
                }
                let decided = history.time
                if isTapped { history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: decided) }
                history.settle()
            }
        }
        #expect(story(isTapped: false, diedAt: 1).contains("P28 taken back"))
        #expect(!story(isTapped: true, diedAt: 1).contains("P28 taken back"))
        #expect(!story(isTapped: false, diedAt: 1, isOwn: true).contains("P28 taken back"))
        #expect(!story(isTapped: false, diedAt: 0).contains("P28 taken back"))
        #expect(story(isTapped: false, diedAt: 0, "the one before").contains("P28 taken back"))
        #expect(story(isTapped: false, diedAt: 1).contains("P19 left out"))
    }

    @Test("Reads without changes are no reason to read again")
    func reads() {
        func story(_ count: Int) -> [String] {
            Self.mistakes { history in for _ in 0..<count { history.read(from: 0, to: 0) } }
        }
        #expect(story(60).contains("P31 too many reads") && !story(2).contains("P31 too many reads"))
    }

    @Test("Only the process that began a read may continue it, even if that process is gone at once")
    func pages() {
        func story(_ isBegun: Bool, isGone: Bool) -> [String] {
            Self.mistakes { history in
                var (first, more) = (PageKind(isFull: false, isLast: false), PageKind(isFull: false, isLast: true))
                more.isContinued = true
                first.isContinued = false
                if isBegun {
                    history.ask(.fetch) {
                        $0.add(.pageServed, .service, party: JudgedHistory.phone, detail: first.number, second: 1)
                    }
                }
                history.add(.requestSent, JudgedHistory.phone, detail: 1, first: 99)
                if isGone { history.add(.signedOut, JudgedHistory.phone) }
                history.add(.requestArrived, .service, party: JudgedHistory.phone, detail: 1, first: 99)
                history.add(
                    .pageServed, .service, party: JudgedHistory.phone, detail: more.number, first: 1, second: 2)
            }
        }
        #expect(story(false, isGone: false).contains("P9 kept"))
        #expect(!story(true, isGone: false).contains("P9 kept") && !story(true, isGone: true).contains("P9 kept"))
    }

    @Test("When the lab has settled a list equals the log")
    func stale() {
        func story(_ states: UInt32) -> [String] {
            Self.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", .updated, version: 2, generation: 1, states: 0x10)
                history.add(.calmed, .lab)
                for device in [JudgedHistory.phone, JudgedHistory.tablet] {
                    history.add(.shown, device, "n", detail: states, first: 2, second: 1)
                }
                history.settle()
            }
        }
        #expect(story(0).contains("P7 stale") && !story(0x10).contains("P7 stale"))
    }

    @Test("A tap with additional content is noticed on every platform", arguments: LabPlatform.allCases)
    func talkative(_ platform: LabPlatform) throws {
        let tap = try Tap(host: "contoso.com", subscription: "s", head: "1", activities: ["n"])
        let bytes: [UInt8]? =
            switch platform {
            case .ios: tap.payload
            case .android: tap.dataMap?["shoulderTap"].map { Array($0.utf8) }
            case .windows: Array(tap.rawNotification.utf8)
            }
        let payload = try #require(bytes)
        #expect(WakeFault(in: payload, over: platform) == nil)
        #expect(WakeFault(in: payload.dropLast() + Array(#","title":"A"}"#.utf8), over: platform) == .more)
    }
}
