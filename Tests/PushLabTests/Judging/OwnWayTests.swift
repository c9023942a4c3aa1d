import Basics
import Testing

@testable import PushLab

/// Apps do what they are to do in their own way and order.
@Suite("Behaviour that judges leave to an app")
struct OwnWayTests {
    @Test("A read may contradict itself about a deletion; with two reads at once a page belongs to either")
    func crossedReads() {
        func hear(_ history: inout JudgedHistory, _ change: UInt32, version: UInt64) {
            history.add(.changeArrived, JudgedHistory.phone, "n", detail: change << 8, first: version, second: 1)
        }
        func serve(_ history: inout JudgedHistory, continued: Bool, isLast: Bool, _ range: ClosedRange<UInt64>) {
            let kind = PageKind(isFull: false, isLast: isLast).number | (continued ? 4 : 0)
            history.add(
                .pageServed, .service, party: JudgedHistory.phone, detail: kind, first: range.lowerBound,
                second: range.upperBound)
        }
        func story(isCrossed: Bool) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.ask(.fetch) { serve(&$0, continued: false, isLast: false, 0...1) }
                if !isCrossed { hear(&history, 2, version: 2) }
                history.pace = .milliseconds(100)
                history.ask(.fetch) { history in
                    serve(&history, continued: true, isLast: true, 1...2)
                    guard isCrossed else { return }
                    history.commit("n", .deleted, version: 3, generation: 1)
                    history.ask(.fetch, connects: false) { serve(&$0, continued: false, isLast: true, 1...3) }
                    hear(&history, 2, version: 3)
                }
                hear(&history, 1, version: 2)
            }
        }
        #expect(story(isCrossed: false).contains("P9 came after its end"))
        #expect(!story(isCrossed: true).contains("P9 came after its end"))
    }

    @Test("An app that shows an old state has forgotten nothing until it has read its write")
    func forgotten() {
        func story(shows: Bool = false, reads: Bool = false, shown states: UInt32 = 0) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.userActed, JudgedHistory.phone, "n", detail: 1)
                if shows { history.add(.shown, JudgedHistory.phone, "n", detail: 2, first: 1, second: 1) }
                history.ask(.save, about: "n", generation: 1, wanting: 2) {
                    $0.commit("n", .updated, version: 2, generation: 1, states: 18)
                }
                if reads { history.read(from: 1, to: 2) }
                history.add(.shown, JudgedHistory.phone, "n", detail: states, first: 1, second: 1)
            }
        }
        #expect(!story().contains("P24 forgot"))
        #expect(story(shows: true).contains("P24 forgot"))
        #expect(story(reads: true).contains("P24 forgot"))
        // That it was read is another device's word, of which this one has not heard.
        #expect(!story(shows: true, shown: 2).contains("P24 forgot"))
    }

    @Test("A new process knows what was stored, and later information only if the previous process showed it")
    func unstored() {
        func story(_ property: Property, stores: Bool = false, hides: Bool = false) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.stored(byteCount: 9), JudgedHistory.phone)
                history.commit("n", property == .p15 ? .deleted : .updated, version: 2, generation: 1, states: 2)
                history.read(from: 1, to: 2) { history in
                    let change: UInt32 = property == .p15 ? 2 << 8 : 1 << 8 | 2
                    history.add(.changeArrived, JudgedHistory.phone, "n", detail: change, first: 2, second: 1)
                }
                if hides { history.add(.hidden, JudgedHistory.phone, "n") }
                if stores { history.add(.stored(byteCount: 9), JudgedHistory.phone) }
                history.add(.crashed, JudgedHistory.phone)
                history.add(.launched, JudgedHistory.phone)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            }.filter { $0.hasSuffix("came back") }
        }
        for property in [Property.p15, .p16] {
            #expect(story(property) == [])
            #expect(story(property, stores: true) == ["\(property.id) came back"])
            #expect(story(property, hides: true) == ["\(property.id) came back"])
        }
    }

    @Test("An app that shows all pages in order at the end has brought nothing back", arguments: [false, true])
    func inOrder(isDeleted: Bool) {
        func story(isContinued: Bool = true, isLater: Bool = false) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", isDeleted ? .deleted : .updated, version: 2, generation: 1, states: 2)
                let kind = PageKind(isFull: false, isLast: true).number | (isContinued ? 4 : 0)
                history.ask(.fetch) {
                    $0.add(.pageServed, .service, party: JudgedHistory.phone, detail: kind, first: 1, second: 2)
                }
                let change: UInt32 = isDeleted ? 2 << 8 : 1 << 8 | 2
                history.add(.changeArrived, JudgedHistory.phone, "n", detail: change, first: 2, second: 1)
                history.pace = isLater ? .seconds(1) : .zero
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.hidden, JudgedHistory.phone, "n")
            }.filter { $0.hasSuffix("came back") }
        }
        let charge = [isDeleted ? "P15 came back" : "P16 came back"]
        #expect(story() == [])
        #expect(story(isLater: true) == charge, "behind its end it is no replay")
        #expect(story(isContinued: false) == charge, "one page tells of each notification once")
    }

    @Test("An answer after a sign-out reaches nobody", arguments: [false, true])
    func behindSignOut(returns: Bool) {
        func story(signsOut: Bool, _ deed: (inout JudgedHistory) -> Void) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.shown, JudgedHistory.phone, "n", detail: 2, first: 1, second: 1)
                history.ask(.fetch) { history in
                    if signsOut { history.add(.signedOut, JudgedHistory.phone) }
                    if signsOut && returns { history.add(.signedIn, JudgedHistory.phone) }
                }
                deed(&history)
                if signsOut && !returns { history.add(.signedIn, JudgedHistory.phone) }
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            }.filter { $0.hasSuffix("came back") || $0.hasSuffix("forgot") }
        }
        func hears(_ change: UInt32) -> (inout JudgedHistory) -> Void {
            { $0.add(.changeArrived, JudgedHistory.phone, "n", detail: change, first: 2, second: 1) }
        }
        for (deed, charge) in [(hears(2 << 8), "P15 came back"), (hears(1 << 8 | 2), "P16 came back")] {
            #expect(story(signsOut: false, deed) == [charge])
            #expect(story(signsOut: true, deed) == [])
        }
    }

    @Test("A device does not learn of a write for a user who has signed out", arguments: 0...2)
    func writeBehindSignOut(story: Int) {
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.add(.shown, JudgedHistory.phone, "n", detail: 2, first: 1, second: 1)
            history.ask(.save, about: "n", generation: 1, wanting: 2) { history in
                if story > 0 { history.add(.signedOut, JudgedHistory.phone) }
                if story == 1 { history.add(.signedIn, JudgedHistory.phone) }
                history.commit("n", .updated, version: 2, generation: 1, states: 2)
            }
            if story == 2 { history.add(.signedIn, JudgedHistory.phone) }
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
        }
        #expect(mistakes.contains("P24 forgot") == (story == 0))
    }

    @Test("A device without taps need not know of an end after its last sync", arguments: [false, true])
    func lateEnd(isTapped: Bool) {
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            let end = history.time + 10_500_000
            history.add(.expires, .service, "n", party: JudgedHistory.alice, first: end, second: 1)
            history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
            history.add(.badge, JudgedHistory.phone, first: 1)
            history.add(.calmed, .lab)
            history.read(from: 1, to: 1)
            history.commit("n", .expired, version: 2, generation: 1)
            if isTapped { history.add(.pushArrived, JudgedHistory.phone, first: 9) }
            history.settle()
        }
        #expect(mistakes.contains("P17 still there") == isTapped)
        #expect(mistakes.contains("P29 too many") == isTapped)
    }

    @Test("A late page does not make a handled notification new")
    func latePage() {
        func story(version: UInt64) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", .updated, version: 2, generation: 1, states: 2)
                history.read(from: 0, to: 2) {
                    $0.add(.changeArrived, JudgedHistory.phone, "n", detail: 2, first: 2, second: 1)
                }
                history.read(from: 0, to: 1) {
                    $0.add(.changeArrived, JudgedHistory.phone, "n", first: version, second: 1)
                }
                history.add(.alerted, JudgedHistory.phone, "n")
            }
        }
        #expect(story(version: 1).contains("P16 came back"))
        #expect(!story(version: 3).contains("P16 came back"))
    }

    @Test("An app may read again after an action of its user")
    func readAnew() {
        func story(acts: Bool) -> [String] {
            JudgeTests.mistakes { history in
                history.pace = .milliseconds(100)
                history.ask(.fetch) { history in
                    history.add(
                        .pageServed, .service, party: JudgedHistory.phone,
                        detail: PageKind(isFull: false, isLast: true).number, first: 1, second: 2)
                    if acts { history.add(.userActed, JudgedHistory.phone, "n", detail: 1) }
                }
                history.read(from: 1, to: 2)
            }
        }
        #expect(story(acts: false).contains { $0.hasPrefix("P4 ") })
        #expect(!story(acts: true).contains { $0.hasPrefix("P4 ") })
    }

    @Test("A timer may request, a while later, what it would have requested anyway")
    func strangePush() {
        func story(after pause: Interval) -> [String] {
            JudgeTests.mistakes { history in
                history.add(.pushArrived, JudgedHistory.phone, detail: 1, first: 1)
                history.add(
                    .requestSent, JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: 9, pause: pause)
            }
        }
        #expect(story(after: .seconds(1)).contains("P23 read"))
        #expect(!story(after: .seconds(3_600)).contains("P23 read"))
    }

    @Test(
        "An app that works through a long read may alert for each generation, and for none twice",
        arguments: [[1, 2], [1, 2, 2]])
    func twoLives(_ lives: [UInt64]) {
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.commit("n", .new, version: 2, generation: 2)
            history.read(from: 0, to: 2) {
                $0.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                $0.add(.changeArrived, JudgedHistory.phone, "n", first: 2, second: 2)
            }
            for life in lives {
                history.add(.shown, JudgedHistory.phone, "n", first: life, second: life)
                history.add(.alerted, JudgedHistory.phone, "n")
            }
        }
        #expect(mistakes.contains("P37 twice") == (lives.count == 3))
    }

    @Test("An app on the SDK does not alert for what its system alerts for, in either order", arguments: [true, false])
    func systemAlert(isFirst: Bool) {
        func story(
            of generation: UInt64 = 1, isFallback: Bool = false, isTouched: Bool = false, sdk: Bool = true
        ) -> Bool {
            let mistakes = JudgeTests.mistakes { history in
                let alert = { (history: inout JudgedHistory) in
                    for _ in 0..<2 {
                        history.add(
                            .alertArrived, JudgedHistory.phone, "n", detail: isFallback ? 1 : 0, first: generation)
                    }
                }
                if sdk { history.add(.syncStatus, JudgedHistory.phone) }
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                if isFirst { alert(&history) } else { history.add(.alerted, JudgedHistory.phone, "n") }
                if isTouched { history.add(.userActed, JudgedHistory.phone, "n", detail: 1) }
                if isFirst { history.add(.alerted, JudgedHistory.phone, "n") } else { alert(&history) }
            }
            return mistakes.contains("P37 twice")
        }
        #expect(story())
        // The later life rings anew, as does what came to nothing; and one that is not fetched may cross a fetch.
        #expect(!story(of: 2) && !story(isFallback: true) && !story(isTouched: true))
        // Nobody tells another app what its system alerts of.
        #expect(!story(sdk: false))
    }

    @Test("Pending work may end after a sign-out, as long as nothing of it stays")
    func lastWord() {
        func story(after pause: Interval = .zero, stays: Bool = false) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                let ticket: UInt64 = 77
                history.add(.requestSent, JudgedHistory.phone, detail: RequestKind.fetch.rawValue, first: ticket)
                history.add(.signedOut, JudgedHistory.phone)
                history.add(.answerArrived, JudgedHistory.phone, detail: 200, first: ticket)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1, pause: pause)
                if !stays { history.add(.hidden, JudgedHistory.phone, "n", pause: .zero) }
                history.add(.calmed, .lab)
                history.settle()
            }
        }
        #expect(!story().contains { $0.hasPrefix("P32") })
        #expect(story(after: .seconds(1)).contains("P32 shown"))
        #expect(story(stays: true).contains("P32 still there"))
    }

    @Test("An alert in the tray belongs to the user, too", arguments: [true, false])
    func trayOfFormer(isWithdrawn: Bool) {
        let mistakes = JudgeTests.mistakes { history in
            history.commit("n", .new, version: 1, generation: 1)
            history.add(.alertArrived, JudgedHistory.phone, "n", first: 1)
            history.add(.signedOut, JudgedHistory.phone)
            if isWithdrawn { history.add(.withdrawn, JudgedHistory.phone, "n") }
            history.add(.calmed, .lab)
            history.settle()
        }
        #expect(mistakes.contains("P32 still there") != isWithdrawn)
    }

    @Test(
        "An app that keeps the pages of a long read shows them in order when it is complete", arguments: [true, false])
    func keptPages(isDeleted: Bool) {
        func story(after pause: Interval) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                let end = isDeleted ? AppChange.Kind.deleted : .updated
                history.commit("n", end, version: 2, generation: 1, states: isDeleted ? 0 : 2)
                let detail: UInt32 = isDeleted ? 0x200 : 0x102
                for page in 0..<3 as Range<UInt64> {
                    let kind = PageKind(number: (page < 2 ? 0 : 2) | (page > 0 ? 4 : 0))
                    history.ask(.fetch) {
                        $0.add(
                            .pageServed, .service, party: JudgedHistory.phone, detail: kind.number, first: page,
                            second: page + 1)
                    }
                    guard page < 2 else { break }
                    history.add(
                        .changeArrived, JudgedHistory.phone, "n", detail: page == 0 ? 0 : detail, first: page + 1,
                        second: 1, pause: .zero)
                }
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1, pause: pause)
                if isDeleted { history.add(.hidden, JudgedHistory.phone, "n", pause: .zero) }
            }
        }
        let mistake = isDeleted ? "P15 came back" : "P16 came back"
        #expect(!story(after: .zero).contains(mistake))
        #expect(story(after: .seconds(1)).contains(mistake))
    }

    @Test("A page older than a device's own accepted change does not affect it")
    func olderPage() {
        func story(of version: UInt64) -> [String] {
            JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(.userActed, JudgedHistory.phone, "n", detail: 2)
                history.ask(.save, about: "n", generation: 1, wanting: 3) {
                    $0.commit("n", .updated, version: 5, generation: 1, states: 3)
                }
                history.add(.changeArrived, JudgedHistory.phone, "n", detail: 0x102, first: version, second: 1)
                history.add(.shown, JudgedHistory.phone, "n", detail: 3, first: version, second: 1)
            }
        }
        #expect(!story(of: 4).contains("P16 came back"))
        #expect(story(of: 6).contains("P16 came back"))
    }

    @Test("A save by the app itself is not an answer to a user's action")
    func ownSave() {
        func story(actsBefore: Bool) -> [String] {
            JudgeTests.mistakes { history in
                let act = { (history: inout JudgedHistory) in
                    history.add(.userActed, JudgedHistory.phone, "n", detail: 2)
                }
                history.commit("n", .new, version: 1, generation: 1)
                history.commit("n", .updated, version: 2, generation: 1, states: 2)
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1)
                if actsBefore { act(&history) }
                history.ask(.save, about: "n", generation: 1) {
                    $0.commit("n", .updated, version: 3, generation: 1, states: 0x12)
                    if !actsBefore { act(&$0) }
                }
                history.add(.changeArrived, JudgedHistory.phone, "n", detail: 0x112, first: 3, second: 1)
                history.add(.shown, JudgedHistory.phone, "n", detail: 3, first: 3, second: 1)
            }
        }
        #expect(!story(actsBefore: false).contains("P16 came back"))
        #expect(story(actsBefore: true).contains("P16 came back"))
    }

    @Test("A notification that was never published is a mistake, in the list and in the tray", arguments: ["m", "n"])
    func invention(_ id: String) {
        for kind in [HistoryEvent.Kind.shown, .alerted] {
            let mistakes = JudgeTests.mistakes { history in
                history.commit("n", .new, version: 1, generation: 1)
                history.add(.shown, JudgedHistory.phone, "n", first: 1, second: 1)
                history.add(kind, JudgedHistory.phone, id, first: 1, second: 1)
                history.add(.calmed, .lab)
                history.read(from: 1, to: 1)
                history.settle()
            }
            #expect(mistakes.contains("P7 never there") == (id == "m"), "\(mistakes)")
        }
    }

    @Test("A tapped device has the change soon, and an earlier tap does not count for it")
    func tapBefore() {
        func story(
            sentBefore: Bool = false, arrives: Bool = true, after pause: Interval = .seconds(200),
            isStoreSlow: Bool = false
        ) -> [String] {
            JudgeTests.mistakes { history in
                if isStoreSlow { history.add(.storeAnswered, .service) }
                let before = history.time
                history.commit("n", .new, version: 1, generation: 1)
                let decided = sentBefore ? before : history.time
                history.add(.tapSent, JudgedHistory.phone, "address", first: 7, second: decided)
                if arrives { history.add(.pushArrived, JudgedHistory.phone, first: 7) }
                history.add(.changeArrived, JudgedHistory.phone, "n", first: 1, second: 1, pause: pause)
            }
        }
        #expect(story().contains("P30 stale"))
        #expect(!story(sentBefore: true).contains("P30 stale"))
        #expect(!story(arrives: false).contains("P30 stale"))
        #expect(!story(after: .seconds(100)).contains("P30 stale"))
        #expect(!story(isStoreSlow: true).contains("P30 stale"))
        #expect(story(after: .seconds(700), isStoreSlow: true).contains("P30 stale"))
    }

    @Test("An app that died midway knows only what it showed before")
    func shownMidway() {
        func story(dies detail: UInt32 = 1, behind pause: Interval = .zero, shows version: UInt64 = 2) -> [String] {
            JudgeTests.mistakes { history in
                for version in 1...4 as ClosedRange<UInt64> {
                    if version == 3 { history.pace = .zero }
                    let pause: Interval? = version == 3 ? .seconds(1) : nil
                    history.add(.shown, JudgedHistory.phone, "n", first: version, second: 1, pause: pause)
                }
                history.add(.crashed, JudgedHistory.phone, detail: detail, pause: pause)
                history.add(.launched, JudgedHistory.phone)
                history.add(.shown, JudgedHistory.phone, "n", first: version, second: 1)
            }.filter { $0.hasPrefix("P14") }
        }
        #expect(story() == [])
        #expect(story(shows: 1) == ["P14 older"])
        #expect(story(dies: 0) == ["P14 older"], "what it had done, it had kept")
        #expect(story(behind: .seconds(1)) == ["P14 older"])
    }
}
