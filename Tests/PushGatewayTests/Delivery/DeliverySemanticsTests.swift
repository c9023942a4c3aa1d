import Basics
import PushGateway
import ReferenceModels
import ShoulderTap
import Testing

/// What is known of delivery by Apple's service, rule by rule.
@Suite("Delivery semantics of the service and of the device") struct DeliverySemanticsTests {
    @Test("accepted, then: token registered? no, discarded")
    func unregistered() {
        var bench = DeliveryBench()
        bench.send(.tap().with { $0.token = DeviceToken("00") })
        bench.send(.tap().with { $0.environment = .sandbox })
        let words = ["log a: Discarded (token not active for topic)"]
        #expect(bench.words() == words + ["drop 1 tokenNotActive"] + words + ["drop 2 tokenNotActive"])
    }

    @Test("accepted, then: enabled? no, discarded")
    func disabled() {
        var bench = DeliveryBench(switches: [.backgroundMode, .backgroundRefresh])
        bench.tap()
        bench.send(.alert("b"))
        #expect(
            bench.words() == [
                "log a: Discarded (disabled)", "drop 1 disabled", "log b: Discarded (disabled)", "drop 2 disabled",
            ])
    }

    @Test("states named in the delivery log")
    func logWords() {
        #expect(
            DeliveryLogEntry.allCases.map(\.description) == [
                "Delivered", "Stored (device offline)", "Stored (power considerations)", "Discarded (disabled)",
                "Discarded (expired)", "Discarded (token not active for topic)",
            ])
        for reason in DropReason.allCases {
            let isServices = [.tokenNotActive, .disabled, .expired, .onlyAttemptFailed].contains(reason)
            #expect((reason.logEntry != nil) == isServices)
        }
    }

    @Test("one stored per device and bundle id: an alert also replaces a tap")
    func alertReplacesTap() {
        var bench = DeliveryBench()
        bench.set(.offline)
        bench.tap("a")
        bench.send(.alert("b"))
        bench.set(.online)
        #expect(bench.words().suffix(2) == ["log b: Delivered", "show b"])
    }

    @Test("after airplane mode only the last push arrives")
    func airplane() {
        var bench = DeliveryBench()
        bench.set(.offline)
        for id in 1...20 { bench.tap("p\(id)") }
        _ = bench.words()
        bench.set(.online)
        #expect(bench.words() == ["log p20: Delivered", "wake p20"])
    }

    @Test("order not kept: a late push comes after a newer one")
    func order() {
        var bench = DeliveryBench()
        bench.send(.alert("a"), Fate(delay: .seconds(1)))
        bench.send(.alert("b"))
        bench.advance(by: .seconds(1))
        #expect(bench.words() == ["log b: Delivered", "show b", "log a: Delivered", "show a"])
    }

    @Test("collapse-id replaces an earlier displayed one with the same id")
    func tray() {
        var tray = AlertTray()
        let (first, other) = (AcceptedPush.alert("a").with { $0.collapseID = "x" }, AcceptedPush.alert("b"))
        let second = AcceptedPush.alert("c").with { $0.collapseID = "x" }
        #expect(tray.show(first) == nil)
        #expect(tray.show(other) == nil)
        #expect(tray.show(second) == first)
        #expect(tray.alerts == [other, second])
        #expect(tray.show(other) == nil, "without a collapse id nothing is replaced")
        let hidden = [tray.hide(collapseID: "x"), tray.hide(collapseID: "x")]
        #expect(hidden == [true, false])
        #expect(tray.alerts == [other, other])
    }

    @Test("a held one is delivered on launch")
    func launch() {
        var bench = DeliveryBench()
        bench.set(.lowPower)
        bench.tap("a")
        bench.set(.foreground)
        #expect(bench.words() == ["log a: Delivered", "hold 1 lowPower", "wake a"])
    }

    @Test("force-quit app: not launched until the user opens it")
    func opened() {
        var bench = DeliveryBench()
        bench.set(.forceQuit)
        bench.tap("a")
        bench.set(.foreground)
        bench.tap("b")
        #expect(bench.words() == ["log a: Delivered", "drop 1 forceQuit", "log b: Delivered", "wake b"])
    }

    @Test("force-quit app: not launched until reboot and unlock")
    func rebooted() {
        var bench = DeliveryBench()
        bench.set(.forceQuit)
        bench.restart()
        bench.tap("a")
        bench.set(LockState.locked)
        bench.tap("b")
        bench.set(LockState.unlocked)
        bench.tap("c")
        #expect(
            bench.words() == [
                "log a: Delivered", "drop 1 forceQuit", "log b: Delivered", "drop 2 forceQuit", "log c: Delivered",
                "wake c",
            ])
    }

    @Test("a restarted device launches nothing before it is unlocked, and forgets pending handlers")
    func restart() {
        var bench = DeliveryBench()
        bench.set(.foreground)
        bench.tap("a")
        bench.restart()
        bench.tap("b")
        bench.advance(by: .minutes(1))
        bench.finish(PushNumber(1))
        bench.set(LockState.unlocked)
        #expect(
            bench.words() == [
                "log a: Delivered", "wake a", "log b: Delivered", "hold 2 lockedSinceRestart", "wake b",
            ])
    }

    @Test("a locked screen hides the app: it is woken as in the background, and its alert is shown")
    func locked() {
        var bench = DeliveryBench()
        bench.set(.foreground)
        bench.set(LockState.locked)
        bench.send(.alert("a"))
        bench.tap("b")
        bench.set(.lowPower)
        bench.tap("c")
        bench.set(LockState.unlocked)
        bench.send(.alert("d"))
        #expect(
            bench.words() == [
                "log a: Delivered", "show a", "log b: Delivered", "wake b", "log c: Delivered", "hold 3 lowPower",
                "wake c", "log d: Delivered", "hand d",
            ])
    }

    @Test("VoIP must report a call or the app is killed", arguments: HandlingResult.allCases)
    func call(_ result: HandlingResult) {
        var bench = DeliveryBench()
        bench.set(.lowPower)
        let push = AcceptedPush.alert().with { ($0.type, $0.kind) = (.voip, .voip) }
        bench.finish(bench.send(push), result)
        let end = result == .reportedCall ? [] : ["kill callNotReported"]
        #expect(bench.words() == ["log a: Delivered", "ring a", "handled 1 \(result) 0 ms"] + end)
    }

    @Test("VoIP: nothing reported in 30 s, and a force-quit app is not launched")
    func silentCall() {
        var bench = DeliveryBench()
        let push = AcceptedPush.alert().with { ($0.type, $0.kind) = (.voip, .voip) }
        bench.send(push)
        bench.advance(by: .seconds(30))
        bench.set(.forceQuit)
        bench.send(push)
        #expect(
            bench.words() == [
                "log a: Delivered", "ring a", "kill handlerNotCalled", "log a: Delivered", "drop 2 forceQuit",
            ])
    }

    @Test("force-quit clears the pending handlers of the app")
    func quitWhileHandling() {
        var bench = DeliveryBench()
        bench.tap("a")
        bench.tap("b")
        bench.set(.forceQuit)
        bench.finish(PushNumber(1))
        #expect(bench.words() == ["log a: Delivered", "wake a", "log b: Delivered", "wake b"])
        #expect(bench.timers.isEmpty)
    }

    @Test("each kind of payload and each type has a behaviour")
    func behaviours() {
        let byKind: [(PayloadKind, Behaviour)] = [
            (.shoulderTap, .silent), (.background, .silent), (.cloudKit, .silent), (.alert, .alert),
            (.alertWithWake, .alertWithWake), (.voip, .call), (.mdm, .system), (.fileProvider, .system),
            (.liveActivity, .system), (.widgets, .system), (.foreign, .nothing), (.malformed, .nothing),
        ]
        #expect(byKind.count == PayloadKind.all.count)
        for (kind, behaviour) in byKind {
            for type in [nil, PushType.alert, .background] {
                #expect(AcceptedPush.alert("a", kind).with { $0.type = type }.behaviour == behaviour)
            }
        }
        for type in PushType.allCases where type != .alert && type != .background {
            let behaviour = AcceptedPush.tap().with { $0.type = type }.behaviour
            #expect(behaviour == (type == .voip || type == .pushtotalk ? .call : .system))
        }
    }

    @Test("a push without a type to a topic with a suffix has the type of the suffix")
    func behaviourOfTopic() {
        for (suffix, behaviour) in [
            (".voip", Behaviour.call), (".voip-ptt", .call), (".complication", .system),
            (".push-type.widgets", .system), ("", .alert), (".unknown", .alert),
        ] {
            let push = AcceptedPush(
                id: "a", token: DeliveryBench.token, topic: DeliveryBench.bundle + suffix, bundle: DeliveryBench.bundle,
                payload: [],
                kind: .alert)
            #expect(push.behaviour == behaviour, "\(suffix)")
        }
    }

    @Test("installing an app over itself clears its pending handlers")
    func update() {
        var bench = DeliveryBench()
        bench.tap("a")
        let phone = bench.phone
        bench.run { _ = $0.install(DeliveryBench.bundle, on: phone, into: &$1) }
        #expect(bench.timers.isEmpty)
        bench.send(.tap("b").with { $0.priority = .passive })
        #expect(bench.words() == ["log a: Delivered", "wake a", "log b: Delivered", "hold 2 suspended"])
    }

    @Test("collapse ids are compared by their bytes")
    func collapseBytes() {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        var bench = DeliveryBench()
        bench.set(.lowPower)
        bench.send(.tap("a").with { $0.collapseID = composed })
        bench.send(.alert("b").with { $0.collapseID = decomposed })
        #expect(bench.words() == ["log a: Delivered", "hold 1 lowPower", "log b: Delivered", "show b"])
        var tray = AlertTray()
        tray.show(.alert("a").with { $0.collapseID = composed })
        #expect(tray.show(.alert("b").with { $0.collapseID = decomposed }) == nil)
        let hidden = [tray.hide(collapseID: "cafe"), tray.hide(collapseID: composed)]
        #expect(hidden == [false, true])
        #expect(tray.alerts.map(\.id) == ["b"])
    }

    @Test("a timer that fires early is set again, and a cancelled one is ignored")
    func timers() throws {
        var bench = DeliveryBench()
        bench.tap("a", Fate(delay: .seconds(1)))
        let (at, timer) = try #require(bench.timers.first)
        var actions: [DeliveryAction] = []
        bench.machine.timerFired(timer, at: bench.now, into: &actions)
        #expect(actions == [.setTimer(timer, at: at)])
        bench.advance(by: .seconds(1))
        actions = []
        bench.machine.timerFired(timer, at: bench.now, into: &actions)
        #expect(actions == [])
        #expect(bench.words() == ["log a: Delivered", "wake a"])
    }
}

/// App state × link × power × behaviour × priority, each with its outcome.
@Suite("The outcome of a push in every state") struct DeliveryTableTests {
    private static let payloads: [PayloadKind] = [.shoulderTap, .alert, .alertWithWake, .voip, .widgets, .foreign]

    @Test("the outcome is that of the table")
    func table() {
        var rows = 0
        for state in AppState.allCases {
            for link in LinkState.allCases {
                for power in PowerState.allCases {
                    for kind in Self.payloads {
                        for priority in PushPriority.allCases {
                            var bench = DeliveryBench()
                            bench.set(state)
                            bench.set(link)
                            bench.set(power)
                            bench.send(.alert("a", kind).with { $0.priority = priority })
                            let words = bench.words().filter { !$0.hasPrefix("log") }
                            let expected = Self.outcome(state, link, power, kind, priority)
                            #expect(words == expected, "\(state) \(link) \(power) \(kind) \(priority)")
                            rows += 1
                        }
                    }
                }
            }
        }
        #expect(rows == 288)
    }

    private static func outcome(
        _ state: AppState, _ link: LinkState, _ power: PowerState, _ kind: PayloadKind, _ priority: PushPriority
    ) -> [String] {
        if link == .offline { return ["store 1 deviceOffline"] }
        let screen = state == .foreground ? "hand a" : "show a"
        switch kind {
        case .foreign: return ["drop 1 notUnderstood"]
        case .widgets: return ["system a"]
        case .alert: return [screen]
        case .voip: return state == .forceQuit ? ["drop 1 forceQuit"] : ["ring a"]
        default: break
        }
        let isSilent = kind == .shoulderTap
        let wake =
            switch (state, power, priority) {
            case (.foreground, _, _): "wake a"
            case (.forceQuit, _, _): "drop 1 forceQuit"
            case (_, .lowPower, _): "hold 1 lowPower"
            case (.suspended, _, .passive): "hold 1 suspended"
            default: "wake a"
            }
        return isSilent ? [wake] : [screen] + (wake == "wake a" ? [wake] : [])
    }
}
