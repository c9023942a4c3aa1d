import Basics
import PushGateway
import ReferenceModels
import ShoulderTap
import Testing

/// Each sentence about delivery in the design's chapter on the push service.
@Suite("The documented behaviour of the push service") struct SectionSevenTests {
    @Test("one stored push per device and bundle, newest wins")
    func oneStored() {
        var bench = DeliveryBench()
        bench.set(.offline)
        bench.tap("a")
        bench.tap("b")
        #expect(
            bench.words() == [
                "store 1 deviceOffline", "log a: Stored (device offline)", "replace 1 by 2", "drop 1 replaced",
                "store 2 deviceOffline", "log b: Stored (device offline)",
            ])
        bench.set(.online)
        #expect(bench.words() == ["log b: Delivered", "wake b"])
    }

    @Test("one stored push per device and bundle: another bundle has its own")
    func anotherBundle() {
        var bench = DeliveryBench()
        let other = bench.addApp("com.contoso.other", token: "0b")
        bench.set(.offline)
        bench.tap("a")
        bench.send(
            .tap("b").with { ($0.token, $0.topic, $0.bundle) = (other, "com.contoso.other", "com.contoso.other") })
        _ = bench.words()
        bench.set(.online)
        #expect(bench.words() == ["log a: Delivered", "wake a", "log b: Delivered", "wake b"])
    }

    @Test("collapse id: a newer push with the same id that need not wait replaces a waiting one")
    func collapseWaiting() {
        var bench = DeliveryBench()
        bench.set(.lowPower)
        bench.send(.tap("a").with { $0.collapseID = "n1" })
        bench.send(.alert("b").with { $0.collapseID = "n1" })
        bench.send(.tap("c").with { $0.collapseID = "n1" }, Fate(groupingWindow: .seconds(10)))
        bench.send(.alert("d").with { $0.collapseID = "n2" })
        bench.send(.alert("e").with { $0.collapseID = "n1" })
        #expect(
            bench.words() == [
                "log a: Delivered", "hold 1 lowPower", "log b: Delivered", "drop 1 collapsed", "show b",
                "store 3 powerConsiderations", "log c: Stored (power considerations)", "log d: Delivered", "show d",
                "drop 3 collapsed", "log e: Delivered", "show e",
            ])
    }

    @Test("expiration 0 = one try")
    func oneTry() {
        var bench = DeliveryBench()
        let push = AcceptedPush.tap().with { $0.expiration = .once }
        bench.send(push)
        #expect(bench.words() == ["log a: Delivered", "wake a"])
        bench.set(.offline)
        bench.send(push)
        bench.set(.online)
        #expect(bench.words() == ["log a: Discarded (expired)", "drop 2 onlyAttemptFailed"])
    }

    @Test("expiration 0 = one try, which may come late")
    func lateTry() {
        var bench = DeliveryBench()
        bench.send(.tap().with { $0.expiration = .once }, Fate(delay: .hours(2), groupingWindow: .seconds(5)))
        bench.advance(by: .hours(3))
        #expect(bench.words() == ["log a: Delivered", "wake a", "kill handlerNotCalled"])
    }

    @Test("expiration absent = stored for up to 30 days")
    func thirtyDays() {
        for (days, words) in [(29, ["log a: Delivered", "wake a"]), (30, [])] {
            var bench = DeliveryBench()
            bench.set(.offline)
            bench.tap()
            _ = bench.words()
            bench.advance(by: .days(Int64(days)))
            if days == 30 { #expect(bench.words() == ["log a: Discarded (expired)", "drop 1 expired"]) }
            bench.set(.online)
            #expect(bench.words() == words)
        }
    }

    @Test("an expiration beyond 30 days is kept for 30")
    func longExpiration() {
        var bench = DeliveryBench()
        bench.set(.offline)
        bench.send(.tap().with { $0.expiration = .at(Instant(microseconds: .max)) })
        bench.advance(by: .days(30))
        #expect(bench.words().last == "drop 1 expired")
        #expect(bench.timers.isEmpty)
    }

    @Test("expired dropped: at the first try, on its way, while stored, while held")
    func expired() {
        for (place, words) in [
            ("late", ["log a: Discarded (expired)", "drop 1 expired"]),
            ("under way", ["log a: Discarded (expired)", "drop 1 expired"]),
            (
                "stored",
                [
                    "store 1 deviceOffline", "log a: Stored (device offline)", "log a: Discarded (expired)",
                    "drop 1 expired",
                ]
            ),
            ("held", ["log a: Delivered", "hold 1 lowPower", "drop 1 expired"]),
        ] {
            var bench = DeliveryBench()
            let end = bench.now + .seconds(10)
            let push = AcceptedPush.tap().with { $0.expiration = .at(end) }
            switch place {
            case "late":
                bench.advance(to: end)
                bench.send(push)
            case "under way": bench.send(push, Fate(delay: .seconds(10)))
            case "stored":
                bench.set(.offline)
                bench.send(push)
            default:
                bench.set(.lowPower)
                bench.send(push)
            }
            bench.advance(to: end)
            bench.set(.online)
            bench.set(.normalPower)
            #expect(bench.words() == words, "\(place)")
            #expect(bench.timers.isEmpty, "\(place)")
        }
    }

    @Test("priority 5 may be grouped: it waits for its window, and others join it")
    func grouping() {
        var bench = DeliveryBench()
        let other = bench.addApp("com.contoso.other", token: "0b")
        let fate = Fate(groupingWindow: .seconds(60))
        bench.tap("a", fate)
        bench.advance(by: .seconds(50))
        bench.send(
            .tap("b").with { ($0.token, $0.topic, $0.bundle) = (other, "com.contoso.other", "com.contoso.other") }, fate
        )
        bench.send(.alert("urgent"), fate)
        #expect(
            bench.words() == [
                "store 1 powerConsiderations", "log a: Stored (power considerations)", "store 2 powerConsiderations",
                "log b: Stored (power considerations)", "log urgent: Delivered", "show urgent",
            ])
        bench.advance(by: .seconds(10))
        #expect(bench.words() == ["log a: Delivered", "wake a", "log b: Delivered", "wake b"])
    }

    @Test("priority 5 is not grouped unless a window is given, and a group that finds no link is stored")
    func groupWithoutLink() {
        var bench = DeliveryBench()
        bench.tap("a")
        #expect(bench.words() == ["log a: Delivered", "wake a"])
        bench.tap("b", Fate(groupingWindow: .seconds(60)))
        bench.set(.offline)
        bench.advance(by: .seconds(60))
        bench.set(.online)
        #expect(
            bench.words() == [
                "store 2 powerConsiderations", "log b: Stored (power considerations)", "kill handlerNotCalled",
                "store 2 deviceOffline", "log b: Stored (device offline)", "log b: Delivered", "wake b",
            ])
    }

    @Test("priority 1 never wakes: it waits until the app runs")
    func passive() {
        for state in [AppState.background, .foreground] {
            var bench = DeliveryBench()
            bench.send(.tap().with { $0.priority = .passive })
            bench.advance(by: .days(1))
            #expect(bench.words() == ["log a: Delivered", "hold 1 suspended"])
            bench.set(state)
            #expect(bench.words() == ["wake a"])
        }
    }

    @Test("priority 1 never wakes: it is delivered with the next push that does")
    func passiveRides() {
        var bench = DeliveryBench()
        bench.send(.tap("a").with { $0.priority = .passive })
        bench.send(.alert("b", .alertWithWake))
        #expect(
            bench.words() == ["log a: Delivered", "hold 1 suspended", "log b: Delivered", "show b", "wake b", "wake a"])
    }

    @Test("background budget as a token bucket: off by default")
    func noBudget() {
        var bench = DeliveryBench()
        for _ in 0..<50 { bench.finish(bench.tap()) }
        #expect(bench.words().filter { $0 == "wake a" }.count == 50)
    }

    @Test("background budget as a token bucket: 3 at once, then one in 20 minutes, the newest")
    func budget() {
        var bench = DeliveryBench(rules: DeliveryRules(wakeBudget: .appleGuidance))
        for id in ["a", "b", "c", "d", "e"] {
            let number = bench.tap(id)
            bench.finish(number)
        }
        #expect(bench.words().filter { $0.hasPrefix("wake") } == ["wake a", "wake b", "wake c"])
        bench.advance(by: .minutes(20) - .microseconds(1))
        #expect(bench.words() == [])
        bench.advance(by: .microseconds(1))
        #expect(bench.words() == ["wake e"])
    }

    @Test("the budget is not used in the foreground, and a new rule lets held pushes through")
    func budgetInForeground() {
        var bench = DeliveryBench(rules: DeliveryRules(wakeBudget: WakeBudget(perHour: 1, burst: 1)))
        bench.set(.foreground)
        for _ in 0..<5 { bench.finish(bench.tap()) }
        bench.set(.background)
        bench.finish(bench.tap("b"))
        bench.tap("c")
        #expect(bench.words().suffix(2) == ["log c: Delivered", "hold 7 overBudget"])
        bench.set(DeliveryRules())
        #expect(bench.words() == ["wake c"])
    }

    @Test("held = on the device when suspended or over budget, one per device and bundle, newest wins")
    func oneHeld() {
        var rules = DeliveryRules()
        rules.wakesSuspendedApps = false
        var bench = DeliveryBench(rules: rules)
        bench.tap("a")
        bench.tap("b")
        #expect(
            bench.words() == [
                "log a: Delivered", "hold 1 suspended", "log b: Delivered", "replace 1 by 2", "drop 1 replaced",
                "hold 2 suspended",
            ])
        bench.set(.background)
        #expect(bench.words() == ["wake b"])
    }

    @Test("held while the device lets the app sleep; a newer push that goes through replaces it")
    func patience() {
        var bench = DeliveryBench()
        bench.tap("a", Fate(patience: .minutes(5)))
        bench.advance(by: .minutes(5))
        #expect(bench.words() == ["log a: Delivered", "hold 1 suspended", "wake a"])
        bench.finish(PushNumber(1))
        bench.tap("b", Fate(patience: .minutes(5)))
        bench.tap("c")
        #expect(
            bench.words() == [
                "handled 1 newData 0 ms", "log b: Delivered", "hold 2 suspended", "log c: Delivered",
                "replace 2 by 3", "drop 2 replaced", "wake c",
            ])
    }

    @Test("stored and held: a late older push does not replace a newer one, except by chance")
    func newestWins() {
        for (isTakenForNewest, last) in [(false, "wake b"), (true, "wake a")] {
            var bench = DeliveryBench()
            bench.set(.offline)
            bench.tap("a", Fate(delay: .seconds(5), isTakenForNewest: isTakenForNewest))
            bench.tap("b")
            bench.advance(by: .seconds(5))
            bench.set(.online)
            #expect(bench.words().last == last)
        }
    }

    @Test("force-quit drops new and held pushes")
    func forceQuit() {
        var bench = DeliveryBench()
        bench.set(.lowPower)
        bench.tap("a")
        bench.set(.forceQuit)
        bench.tap("b")
        bench.set(.normalPower)
        bench.set(.foreground)
        #expect(
            bench.words() == [
                "log a: Delivered", "hold 1 lowPower", "drop 1 forceQuit", "log b: Delivered", "drop 2 forceQuit",
            ])
    }

    @Test("force-quit: the alert is shown, the app is not woken")
    func forceQuitAlert() {
        var bench = DeliveryBench()
        bench.set(.forceQuit)
        bench.send(.alert("a"))
        bench.send(.alert("b", .alertWithWake))
        #expect(bench.words() == ["log a: Delivered", "show a", "log b: Delivered", "show b"])
    }

    @Test("low power and background-refresh-off suppress; the newest goes through when they end")
    func suppressed() {
        for cause in ["low power", "refresh off"] {
            var bench = DeliveryBench()
            if cause == "low power" { bench.set(.lowPower) } else { bench.set([.backgroundMode, .acceptsPushes]) }
            bench.tap("a")
            bench.send(.alert("b", .alertWithWake))
            bench.advance(by: .days(2))
            #expect(
                bench.words() == [
                    "log a: Delivered", cause == "low power" ? "hold 1 lowPower" : "hold 1 backgroundRefreshOff",
                    "log b: Delivered", "show b",
                ])
            if cause == "low power" { bench.set(.normalPower) } else { bench.set(.all) }
            #expect(bench.words() == ["wake a"])
        }
    }

    @Test("low power and background-refresh-off do not affect the app in the foreground")
    func suppressedNot() {
        var bench = DeliveryBench()
        bench.set(.lowPower)
        bench.set([.backgroundMode, .acceptsPushes])
        bench.tap("a")
        bench.set(.foreground)
        bench.tap("b")
        #expect(
            bench.words() == [
                "log a: Delivered", "hold 1 backgroundRefreshOff", "wake a", "log b: Delivered", "wake b",
            ])
    }

    @Test("30 s to finish: an app that died has no pending handler, and the next push wakes it")
    func diedByItself() {
        var bench = DeliveryBench()
        bench.tap("a")
        bench.die()
        bench.advance(by: .seconds(60))
        bench.tap("b")
        #expect(bench.words() == ["log a: Delivered", "wake a", "log b: Delivered", "wake b"])
    }

    @Test("30 s to finish: without a call the app is ended and its held push dropped")
    func thirtySeconds() {
        var bench = DeliveryBench(rules: DeliveryRules(wakeBudget: WakeBudget(perHour: 1, burst: 1)))
        bench.tap("a")
        bench.tap("b")
        bench.advance(by: .seconds(30) - .microseconds(1))
        #expect(bench.words() == ["log a: Delivered", "wake a", "log b: Delivered", "hold 2 overBudget"])
        bench.advance(by: .microseconds(1))
        #expect(bench.words() == ["kill handlerNotCalled", "drop 2 appKilled"])
        bench.finish(PushNumber(1))
        #expect(bench.words() == [])
        bench.advance(by: .hours(1))
        bench.tap("c")
        #expect(bench.words() == ["log c: Delivered", "wake c"])
    }

    @Test("30 s to finish: called in time, nothing happens", arguments: HandlingResult.allCases)
    func inTime(_ result: HandlingResult) {
        var bench = DeliveryBench()
        let (first, second) = (bench.tap("a"), bench.tap("b"))
        bench.advance(by: .seconds(29))
        bench.finish(first, result)
        bench.finish(second, result)
        bench.advance(by: .seconds(29))
        #expect(bench.words().suffix(2) == ["handled 1 \(result) 29000 ms", "handled 2 \(result) 29000 ms"])
        #expect(bench.timers.isEmpty)
        #expect(bench.machine.pushesUnderWay == 0)
    }

    @Test("30 s to finish: the app in the foreground is not ended")
    func overdue() {
        var bench = DeliveryBench()
        bench.set(.foreground)
        bench.tap("a")
        bench.advance(by: .seconds(30))
        #expect(bench.words() == ["log a: Delivered", "wake a", "overdue 1"])
    }

    @Test("410 with a timestamp in ms, after a configurable lag")
    func gone() {
        var bench = DeliveryBench()
        let death = bench.now
        bench.uninstall(answerLag: .hours(3))
        #expect(bench.life() == .active)
        bench.tap()
        #expect(bench.words() == ["log a: Discarded (token not active for topic)", "drop 1 tokenNotActive"])
        bench.advance(by: .hours(3))
        #expect(bench.life() == .unregistered(since: death))
        #expect(
            Refusal.unregistered(since: death).body
                == Array(
                    #"{"reason":"Unregistered","timestamp":1700000000000}"#.utf8))
    }

    @Test("a late 410 never removes a newer registration")
    func late410() {
        let died = Instant(microseconds: 5_000_400)
        let timestamp = died.milliseconds
        #expect(timestamp == 5_000)
        for (registered, removes) in [(4_999_000, true), (5_000_000, true), (5_000_300, false), (5_000_500, false)] {
            #expect(
                TokenLife.gone(since: timestamp, concerns: Instant(microseconds: Int64(registered))) == removes)
        }
    }

    @Test("a late 410 never removes a newer registration, even of the same token")
    func sameTokenAgain() {
        var bench = DeliveryBench()
        bench.uninstall()
        bench.advance(by: .hours(1))
        bench.reinstall(token: DeliveryBench.token)
        #expect(bench.life() == .active)
        bench.tap()
        #expect(bench.words() == ["log a: Delivered", "wake a"])
    }

    @Test("an app without the background mode gets no silent push, in any state", arguments: AppState.allCases)
    func noBackgroundMode(_ state: AppState) {
        var bench = DeliveryBench(switches: [.acceptsPushes, .backgroundRefresh])
        bench.set(state)
        bench.tap()
        bench.send(.alert("b", .alertWithWake))
        let screen = state == .foreground ? "hand b" : "show b"
        #expect(bench.words() == ["log a: Delivered", "drop 1 noBackgroundMode", "log b: Delivered", screen])
    }

    @Test("every setting has a fault: delay, loss, duplication, reordering")
    func hazards() {
        var bench = DeliveryBench()
        bench.tap("late", Fate(delay: .seconds(2), copyAfter: .seconds(3)))
        bench.tap("lost", Fate(isLost: true))
        bench.tap("early", Fate(delay: .seconds(1)))
        bench.advance(by: .seconds(5))
        #expect(
            bench.words() == [
                "drop 3 lost", "log early: Delivered", "wake early", "log late: Delivered", "wake late",
                "log late: Delivered", "wake late",
            ])
    }

    @Test("stored pushes are sent with the fate of the link")
    func redeliveryFate() {
        var bench = DeliveryBench()
        bench.set(.offline)
        bench.tap()
        bench.set(.online, Fate(delay: .seconds(1), copyAfter: .zero))
        #expect(bench.words() == ["store 1 deviceOffline", "log a: Stored (device offline)"])
        bench.advance(by: .seconds(1))
        #expect(bench.words() == ["log a: Delivered", "wake a", "log a: Delivered", "wake a"])
    }
}
