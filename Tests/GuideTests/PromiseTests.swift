import ConnectedDevices
@testable import PushLab
import ShoulderTap
import TestSupport
import Testing

/// What the original service and SDK promised, as far as a device can tell. Each test bears the number of its promise;
/// 14 and 18 are about web endpoints and about a service's registry of apps, of which no device of a lab has any.
@Suite("Promises")
struct PromiseTests {
    static let whole: Set<HistoryEvent.Kind> = [
        .tapSent, .pushArrived, .parsed, .requestSent, .changeArrived, .dataChanged, .finished,
    ]

    let stage: PromiseStage

    init() throws { self.stage = try PromiseStage() }

    @Test("1. a publication is stored first and signalled then, for this app and this user only")
    func one() throws {
        let stranger = self.stage.lab.user("bob").device("stranger")
        try self.stage.wait()
        try self.stage.publish("n1")
        let order = self.stage.events.map(\.kind).filter { [.committed, .tapSent].contains($0) }
        #expect(order == [.committed, .tapSent, .tapSent, .tapSent])
        #expect(self.stage.count(.tapSent, stranger) == 0 && !stranger.shows("n1"))
    }

    @Test("2. each subscribed instance gets one signal, in the form of its push service")
    func two() throws {
        try self.stage.publish("n1")
        #expect(self.stage.taps == [1, 1, 1])
        let forms = ["phone", "tablet", "laptop"].map { self.stage.notes.pushes[$0]?.map(\.content) }
        guard case .apns(let payload) = forms[0]?.last, case .dataMap = forms[1]?.last, case .raw = forms[2]?.last
        else {
            Issue.record("\(forms)")
            return
        }
        #expect(forms.allSatisfy { $0?.count == 1 } && Tap.tryParse(payload) != nil)
    }

    @Test("3. new notifications, states, deletions and expiries use the same signal and the same path")
    func three() throws {
        try self.stage.publish("n1", lifetime: .seconds(600))
        try self.stage.publish("n2")
        let path = self.stage.kinds(self.stage.tablet, among: Self.whole)
        #expect(Set(path) == Self.whole && path.count == Self.whole.count)
        for act in [
            { try self.stage.phone.dismiss("n1") }, { try self.stage.phone.delete("n2") },
            { try self.stage.wait(.seconds(600)) },
        ] as [() throws -> Void] {
            self.stage.mark()
            try act()
            try self.stage.wait()
            #expect(self.stage.kinds(self.stage.tablet, among: Self.whole) == path)
        }
        #expect(self.stage.tablet.list == [])
    }

    @Test("4. a signal has no content; the content comes over the connection")
    func four() throws {
        try self.stage.publish("n1")
        for device in self.stage.devices {
            let push = try #require(self.stage.notes.pushes[device.name]?.last)
            let text =
                switch push.content {
                case .apns(let payload): String(decoding: payload, as: UTF8.self)
                case .dataMap(let map): map.description
                case .raw(let raw): raw
                }
            #expect(!text.contains("content of") && text.contains("contoso.com"))
            let content = self.stage.notes.apps[device.name]?.notifications.first?.content
            #expect(content == "content of n1")
        }
    }

    @Test("5. push, parse, fetch, event, batch: no event before a successful fetch")
    func five() throws {
        self.stage.tablet.loseRequests()
        try self.stage.publish("n1")
        let order: [HistoryEvent.Kind] = [
            .tapSent, .pushArrived, .parsed, .requestSent, .changeArrived, .dataChanged, .shown, .finished,
        ]
        #expect(self.stage.kinds(self.stage.phone, among: Set(order)) == order)
        // The tablet's request was lost: nothing is told until a later one succeeds.
        try self.stage.wait(.seconds(60))
        #expect(self.stage.kinds(self.stage.tablet, among: [.parsed, .finished]) == [.parsed, .finished])
        #expect(self.stage.count(.dataChanged, self.stage.tablet) == 0 && !self.stage.tablet.shows("n1"))
        try self.stage.publish("n2")
        #expect(self.stage.kinds(self.stage.tablet, among: Set(order)).first == .tapSent)
        #expect(self.stage.count(.dataChanged, self.stage.tablet) == 1 && self.stage.tablet.list == ["n1", "n2"])
    }

    @Test("6. one tap brings all changes, even those whose taps were lost; a burst of taps is one or two fetches")
    func six() throws {
        self.stage.tablet.loseTaps(2)
        try self.stage.publish("n1")
        try self.stage.publish("n2")
        #expect(self.stage.tablet.list == [])
        try self.stage.publish("n3")
        #expect(self.stage.tablet.list == ["n1", "n2", "n3"] && self.stage.count(.requestSent, self.stage.tablet) == 1)
        self.stage.mark()
        self.stage.tablet.delayAnswer(by: .seconds(10))
        try self.stage.lab.publish(.raw("x", id: "n4"), to: self.stage.alice)
        try self.stage.wait(.seconds(5))
        for number in 5...9 { try self.stage.lab.publish(.raw("x", id: "n\(number)"), to: self.stage.alice) }
        try self.stage.wait(.seconds(60))
        #expect(self.stage.tablet.list.count == 9 && self.stage.count(.parsed, self.stage.tablet) == 6)
        #expect(self.stage.count(.requestSent, self.stage.tablet) == 2)
    }

    @Test(
        "7. the device that makes a change is not signalled, the others are",
        arguments: [UserAct.dismiss, .delete, .read])
    func seven(act: UserAct) throws {
        try self.stage.publish("n1")
        self.stage.mark()
        switch act {
        case .delete: try self.stage.phone.delete("n1")
        case .read: try self.stage.phone.markRead("n1")
        default: try self.stage.phone.dismiss("n1")
        }
        try self.stage.wait()
        #expect(self.stage.taps == [0, 1, 1])
    }

    @Test("8. the reader on the device that saved gets the change too")
    func eight() throws {
        try self.stage.publish("n1")
        self.stage.mark()
        try self.stage.phone.dismiss("n1")
        try self.stage.wait()
        #expect(self.stage.count(.dataChanged, self.stage.phone) >= 1)
        #expect(self.stage.count(.tapSent, self.stage.phone) == 0)
    }

    @Test("9. dismissed and read notifications can be read as history, on new devices too, until they expire")
    func nine() throws {
        try self.stage.publish("n1", lifetime: .seconds(900))
        try self.stage.phone.dismiss("n1")
        try self.stage.wait()
        let fresh = self.stage.alice.device("fresh")
        try self.stage.wait()
        for device in self.stage.devices + [fresh] {
            #expect(device.state(of: "n1") == .dismissed && !device.shows("n1"))
        }
        try self.stage.wait(.seconds(900))
        #expect((self.stage.devices + [fresh]).allSatisfy { $0.list == [] })
    }

    @Test("10. an expired notification is in no history")
    func ten() throws {
        try self.stage.publish("n1", lifetime: .seconds(60))
        try self.stage.wait(.seconds(60))
        let fresh = self.stage.alice.device("fresh")
        try self.stage.wait()
        #expect((self.stage.devices + [fresh]).allSatisfy { $0.list == [] })
        #expect(self.stage.lab.truth(of: "alice") == [])
        #expect(self.stage.count(.shown, fresh) == 0)
    }

    @Test("11. a deleted notification is shown to readers as deleted, and removed in the end")
    func eleven() throws {
        try self.stage.publish("n1")
        try self.stage.phone.delete("n1")
        try self.stage.wait()
        func read() throws -> [UserNotification] {
            var read: [UserNotification]?
            self.stage.tablet.enterForeground()
            try self.stage.wait()
            self.stage.run(self.stage.tablet) { app in
                app.channel?.createReader()?.readBatch(maxSize: 10) { notifications, _ in read = notifications }
            }
            try self.stage.wait()
            return try #require(read)
        }
        #expect(try read().map(\.status) == [.deleted])
        self.stage.tablet.suspend()
        try self.stage.wait(.seconds(40 * 86_400))
        #expect(try read().isEmpty)
    }

    @Test("12. a target policy decides which platforms a new notification wakes; the others find it when opened")
    func twelve() throws {
        let stage = try PromiseStage(ownServer: true)
        let body = """
            "payload":{"rawContent":"content of n1"},"targetPolicy":{"platformTypes":["windows"]}
            """
        stage.bodies.next = body
        try stage.publish("n1")
        #expect(stage.bodies.statuses == [201] && stage.taps == [0, 0, 1])
        #expect(stage.laptop.shows("n1") && !stage.phone.shows("n1"))
        stage.phone.enterForeground()
        try stage.wait()
        #expect(stage.phone.shows("n1"))
        // What users do with it concerns every device.
        stage.mark()
        try stage.phone.dismiss("n1")
        try stage.wait()
        #expect(stage.taps == [0, 1, 1])
        // Nobody is owed a tap for what wakes nobody, also where taps alone have to be enough.
        let lab = stage.lab
        try lab.settle()
        lab.heal()
        stage.bodies.next = body
        try lab.probe()
        #expect(stage.taps == [0, 1, 2] && lab.violations.isEmpty)
    }

    @Test("13. the system shows a visual notification by itself, and the SDK can change it like any other")
    func thirteen() throws {
        self.stage.phone.loseTaps()
        try self.stage.publish("n1", isVisual: true)
        // Nothing has woken the app, so that the system alone has shown it.
        #expect(self.stage.count(.alertArrived, self.stage.phone) == 1 && self.stage.phone.tray == ["n1"])
        #expect(self.stage.count(.requestSent, self.stage.phone) == 0 && self.stage.phone.list == [])
        #expect(self.stage.tablet.shows("n1") && self.stage.laptop.shows("n1"))
        try self.stage.tablet.dismiss("n1")
        try self.stage.wait()
        #expect(self.stage.devices.allSatisfy { !$0.shows("n1") && $0.tray == [] })
        try self.stage.publish("n2")
        #expect(self.stage.count(.alertArrived, self.stage.phone) == 0)
    }

    @Test(
        "15. an iOS device that did not fetch in time gets an alert, and no other device does",
        arguments: [false, true])
    func fifteen(isTapLost: Bool) throws {
        let stage = try PromiseStage(ownServer: true)
        stage.bodies.next = """
            "payload":{"rawContent":"content of n1"},"priority":"High","fallbackPolicy":{"endpointFallback":{\
            "platformTypes":["iOS"],"fallbackDelayInSeconds":60,"visualContent":{"title":"look"}}}
            """
        if isTapLost { stage.phone.loseTaps() }
        try stage.publish("n1")
        #expect(stage.bodies.statuses == [201])
        try stage.wait(.seconds(90))
        #expect(stage.count(.alertArrived, stage.phone) == (isTapLost ? 1 : 0))
        #expect([stage.tablet, stage.laptop].allSatisfy { stage.count(.alertArrived, $0) == 0 && $0.shows("n1") })
    }

    @Test("16. a device in low-power mode may be signalled late, and then gets everything")
    func sixteen() throws {
        self.stage.phone.saveEnergy()
        try self.stage.publish("n1")
        try self.stage.publish("n2")
        #expect(self.stage.phone.list == [] && self.stage.tablet.list == ["n1", "n2"])
        self.stage.phone.saveEnergy(false)
        try self.stage.wait(.seconds(60))
        #expect(self.stage.phone.list == ["n1", "n2"])
    }

    @Test("17. a new device gets the notifications that were published before")
    func seventeen() throws {
        try self.stage.publish("n1")
        try self.stage.publish("n2")
        let fresh = self.stage.alice.device("fresh", on: .windows)
        try self.stage.wait()
        #expect(fresh.list == ["n1", "n2"])
    }

    @Test("19. a signal for a removed account causes no fetch")
    func nineteen() throws {
        self.stage.phone.delayTap(by: .seconds(30))
        try self.stage.publish("n1")
        self.stage.run(self.stage.phone) { app in
            app.platform?.accountManager.removeAccount(app.account) { _, _ in }
        }
        self.stage.phone.enterForeground()
        try self.stage.wait()
        self.stage.phone.suspend()
        self.stage.mark()
        try self.stage.wait(.seconds(40))
        #expect(self.stage.kinds(self.stage.phone, among: [.pushArrived, .parsed]) == [.pushArrived, .parsed])
        #expect(self.stage.count(.requestSent, self.stage.phone) == 0)
        #expect(self.stage.count(.finished, self.stage.phone) == 1 && self.stage.lab.violations == [])
    }

    @Test("20. without a registration there is no signal; new and expiring tokens are registered again")
    func twenty() throws {
        let fresh = self.stage.alice.device("fresh", on: .android)
        fresh.goOffline()
        try self.stage.publish("n0")
        #expect(self.stage.taps == [1, 1, 1] && self.stage.count(.tapSent, fresh) == 0)
        // Its app does what the guide says, and that is done at its start.
        fresh.forceQuit()
        fresh.goOnline()
        fresh.enterForeground()
        try self.stage.wait()
        fresh.suspend()
        try self.stage.publish("n00")
        #expect(self.stage.taps == [1, 1, 1])
        #expect(self.stage.count(.tapSent, fresh) == 1)
        self.stage.phone.rotatePushToken()
        self.stage.phone.enterForeground()
        try self.stage.wait()
        self.stage.phone.suspend()
        try self.stage.publish("n1")
        #expect(self.stage.taps == [1, 1, 1] && self.stage.phone.shows("n1"))
        // Longer than any registration lives; the apps look in now and then.
        self.stage.mark()
        for _ in 0..<9 {
            try self.stage.wait(.seconds(5 * 86_400))
            for device in self.stage.devices { device.enterForeground() }
            try self.stage.wait()
            for device in self.stage.devices { device.suspend() }
        }
        for device in self.stage.devices {
            let states = self.stage.events(device).filter { $0.kind == .registrationState }.map { $0.rawWords.detail }
            #expect(states.contains { $0 > 1 } && states.last == 1, "\(device.name): \(states)")
        }
        try self.stage.publish("n2")
        #expect(self.stage.devices.allSatisfy { $0.shows("n2") })
    }

    @Test("21. setting the channel up at each foregrounding causes no second subscription")
    func twentyOne() throws {
        for _ in 0..<3 {
            for device in self.stage.devices {
                device.enterForeground()
                self.stage.run(device) { app in
                    app.reader = nil
                    app.setUp()
                    app.subscribe()
                }
            }
            try self.stage.wait()
            for device in self.stage.devices { device.suspend() }
        }
        try self.stage.publish("n1")
        #expect(self.stage.taps == [1, 1, 1] && self.stage.devices.allSatisfy { $0.tray == ["n1"] })
    }

    @Test("1.6: with noNotification a device is not tapped, and shows the changes when opened")
    func quiet() throws {
        self.stage.phone.enterForeground()
        self.stage.run(self.stage.phone) { app in
            var scope = UserNotificationChannel.syncScope
            scope.notificationType = UserDataFeedNotificationTypes.noNotification
            app.feed?.subscribeToSyncScopesWithResult([scope]) { _, _ in }
        }
        try self.stage.wait()
        self.stage.phone.suspend()
        try self.stage.publish("n1")
        #expect(self.stage.taps == [0, 1, 1] && !self.stage.phone.shows("n1") && self.stage.tablet.shows("n1"))
        // Longer than anybody waits for a tap that is owed.
        try self.stage.wait(.seconds(86_400))
        let lab = self.stage.lab
        #expect(lab.violations.isEmpty)
        try lab.settle()
        #expect(self.stage.phone.shows("n1") && lab.violations.isEmpty && lab.disagreements.isEmpty)
        // What is committed behind its look is found all the same, and taps alone need not be enough.
        try lab.publish(.raw("x", id: "n2"), to: self.stage.alice)
        try lab.settle()
        #expect(self.stage.phone.shows("n2") && lab.violations.isEmpty && lab.disagreements.isEmpty)
        lab.heal()
        try lab.probe()
        #expect(lab.violations.isEmpty)
    }

    @Test("22. a push that comes twice causes at most one fetch, and alerts once")
    func twentyTwo() throws {
        for device in self.stage.devices { device.doubleTaps() }
        try self.stage.publish("n1")
        for device in self.stage.devices {
            #expect(self.stage.count(.pushArrived, device) == 2 && self.stage.count(.finished, device) == 2)
            #expect(self.stage.count(.requestSent, device) == 1 && device.alertCount == 1)
        }
    }

    @Test("23. no order is promised: a late signal is harmless")
    func twentyThree() throws {
        self.stage.tablet.delayTap(by: .seconds(60))
        try self.stage.publish("n1")
        try self.stage.publish("n2")
        #expect(self.stage.tablet.list == ["n1", "n2"])
        try self.stage.tablet.delete("n1")
        try self.stage.wait(.seconds(90))
        #expect(self.stage.devices.allSatisfy { $0.list == ["n2"] && $0.alertCount == 2 })
        #expect(self.stage.count(.finished, self.stage.tablet) == 2)
    }

    @Test("24. days to sync limit how far back a read reaches")
    func twentyFour() throws {
        try self.stage.publish("n1")
        try self.stage.wait(.seconds(3 * 86_400))
        try self.stage.publish("n2")
        self.stage.notes.daysToSync = 2
        let fresh = self.stage.alice.device("fresh", on: .windows)
        try self.stage.wait()
        #expect(fresh.list == ["n2"])
        #expect(self.stage.devices.allSatisfy { $0.list == ["n1", "n2"] })
    }
}
