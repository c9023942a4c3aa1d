import Basics
import PushGateway
import ReferenceModels
import Testing

/// A push service, its clock and its timers.
private struct Office<Service: PushTransport> {
    var service: Service
    var now = Instant(microseconds: 1_000_000_000_000)
    var timers: [(at: Instant, timer: DeliveryTimer)] = []
    private var said: [String] = []

    init(_ service: Service) { self.service = service }

    mutating func run<Result>(_ event: (inout Service, inout [WakeAction]) -> Result) -> Result {
        var actions: [WakeAction] = []
        let result = event(&self.service, &actions)
        for action in actions {
            switch action {
            case .setTimer(let timer, let moment): self.timers.append((moment, timer))
            case .cancelTimer(let timer):
                precondition(self.timers.contains { $0.timer == timer }, "a timer is cancelled and not set")
                self.timers.removeAll { $0.timer == timer }
            case .wake(let endpoint, let number, let payload):
                self.said.append("wake \(endpoint) \(number.value) \(payload)")
            case .drop(let number, let loss): self.said.append("drop \(number.value) \(loss)")
            }
        }
        return result
    }

    mutating func advance(by interval: Interval) {
        let moment = self.now + interval
        while let index = self.timers.indices.min(by: { self.timers[$0].at < self.timers[$1].at }),
            self.timers[index].at <= moment
        {
            let (at, timer) = self.timers.remove(at: index)
            self.now = max(self.now, at)
            let now = self.now
            self.run { $0.timerFired(timer, at: now, into: &$1) }
        }
        self.now = moment
    }

    @discardableResult
    mutating func send(_ wake: Wake, _ fate: Fate = .ideal) -> SendAnswer {
        let now = self.now
        return self.run { $0.send(wake, fate: fate, at: now, into: &$1) }
    }

    mutating func words() -> [String] {
        defer { self.said = [] }
        return self.said
    }
}

extension Wake {
    fileprivate static func to(
        _ address: String, _ byte: UInt8 = 1, lifetime: Interval? = nil, isUrgent: Bool = false, key: String? = nil
    ) -> Wake {
        Wake(id: "w\(byte)", to: address, payload: [byte], lifetime: lifetime, isUrgent: isUrgent, collapseKey: key)
    }
}

@Suite("WNS: a raw wake") struct WindowsPushTests {
    private func office(isCaching: Bool = false) -> Office<WindowsPush> {
        var office = Office(WindowsPush(isCaching: isCaching))
        let now = office.now
        _ = office.run { service, _ in service.openChannel("https://wns.example/1", at: now) }
        return office
    }

    private func setConnected(_ isConnected: Bool, _ office: inout Office<WindowsPush>) {
        let now = office.now
        office.run { $0.setConnected(isConnected, 0, at: now, into: &$1) }
    }

    private let channel = "https://wns.example/1"

    @Test("a connected device gets it with opaque bytes, and the answer says so")
    func connected() {
        var office = self.office()
        #expect(office.send(.to(self.channel, 7)) == .accepted(PushNumber(1)))
        #expect(office.words() == ["wake 0 1 [7]"])
        #expect(office.service.headers(for: 0) == (.received, .connected))
    }

    @Test("offline and not cached it is lost; the answer says dropped and disconnected")
    func dropped() {
        var office = self.office()
        self.setConnected(false, &office)
        #expect(office.send(.to(self.channel)) == .accepted(PushNumber(1)))
        self.setConnected(true, &office)
        #expect(office.words() == ["drop 1 deviceOffline"])
        self.setConnected(false, &office)
        #expect(office.service.headers(for: 0) == (.dropped, .disconnected))
    }

    @Test("offline and cached, one waits, the newest, even if it overtook an older one")
    func cached() {
        var office = self.office(isCaching: true)
        self.setConnected(false, &office)
        #expect(office.service.headers(for: 0) == (.received, .disconnected))
        office.send(.to(self.channel, 1), Fate(delay: .seconds(1)))
        office.send(.to(self.channel, 2))
        office.send(.to(self.channel, 3))
        office.advance(by: .seconds(1))
        self.setConnected(true, &office)
        #expect(office.words() == ["drop 2 collapsed", "drop 1 collapsed", "wake 0 3 [3]"])
        #expect(office.timers.isEmpty)
    }

    @Test("the time to live drops a late wake, even for an online device")
    func tooLate() {
        var office = self.office()
        office.send(.to(self.channel, 1, lifetime: .seconds(5)), Fate(delay: .seconds(5)))
        office.send(.to(self.channel, 2, lifetime: .seconds(5)), Fate(delay: .seconds(4)))
        office.advance(by: .seconds(6))
        #expect(office.words() == ["wake 0 2 [2]", "drop 1 expired"])
        // No time at all is one try.
        office.send(.to(self.channel, 3, lifetime: .zero))
        self.setConnected(false, &office)
        office.send(.to(self.channel, 4, lifetime: .zero))
        #expect(office.words() == ["wake 0 3 [3]", "drop 4 deviceOffline"])
    }

    @Test("the time to live drops a waiting wake, and one that comes too late to wait")
    func timeToLive() {
        var office = self.office(isCaching: true)
        self.setConnected(false, &office)
        office.send(.to(self.channel, 1, lifetime: .seconds(5)))
        office.send(.to(self.channel, 2, lifetime: .seconds(5)), Fate(delay: .seconds(6)))
        office.advance(by: .seconds(6))
        #expect(office.words() == ["drop 1 expired", "drop 2 expired"])
    }

    @Test("a channel ends after 30 days, or when it is closed: 410, and wakes on their way are lost")
    func channelLife() {
        for isClosed in [true, false] {
            var office = self.office(isCaching: true)
            office.send(.to(self.channel, 1), Fate(delay: .days(31)))
            self.setConnected(false, &office)
            office.send(.to(self.channel, 2))
            let now = office.now
            if isClosed { office.run { $0.closeChannel(0, at: now, into: &$1) } }
            office.advance(by: .days(31))
            #expect(office.words() == ["drop 2 \(isClosed ? "addressGone" : "expired")", "drop 1 addressGone"])
            let answer = office.send(.to(self.channel))
            #expect(answer == .refused(SendRefusal(410, "Gone")))
            #expect(SendRefusal(410, "Gone").isGone)
        }
    }

    @Test("an unknown channel is 404, and gets no more wakes; more than 5000 bytes are 413")
    func refused() {
        var office = self.office()
        #expect(office.send(.to("https://wns.example/2")) == .refused(SendRefusal(404, "Not Found")))
        #expect(SendRefusal(404, "Not Found").isGone && !SendRefusal(413, "Request Entity Too Large").isGone)
        for (count, isTaken) in [(5_000, true), (5_001, false)] {
            let answer = office.send(
                Wake(id: "w", to: self.channel, payload: [UInt8](repeating: 0, count: count)))
            #expect((answer == .refused(SendRefusal(413, "Request Entity Too Large"))) == !isTaken)
        }
    }

    @Test("faults: delay, loss, a copy; a timer that fires early is set again")
    func hazards() throws {
        var office = self.office()
        office.send(.to(self.channel, 1), Fate(delay: .seconds(2), copyAfter: .seconds(1)))
        office.send(.to(self.channel, 2), Fate(isLost: true))
        let (at, timer) = try #require(office.timers.first)
        var actions: [WakeAction] = []
        office.service.timerFired(timer, at: office.now, into: &actions)
        #expect(actions == [.setTimer(timer, at: at)])
        office.advance(by: .seconds(3))
        #expect(office.words() == ["drop 3 lost", "wake 0 1 [1]", "wake 0 2 [1]"])
        actions = []
        office.service.timerFired(timer, at: office.now, into: &actions)
        #expect(actions == [])
    }
}

@Suite("FCM: a data message") struct FirebasePushTests {
    private func office() -> Office<FirebasePush> {
        var office = Office(FirebasePush())
        _ = office.run { service, _ in service.register("t") }
        return office
    }

    private func set(online: Bool, _ office: inout Office<FirebasePush>) {
        let now = office.now
        office.run { $0.setOnline(online, 0, at: now, into: &$1) }
    }

    private func set(dozing: Bool, _ office: inout Office<FirebasePush>) {
        let now = office.now
        office.run { $0.setDozing(dozing, 0, at: now, into: &$1) }
    }

    @Test("doze holds normal messages and lets high ones through")
    func doze() {
        var office = self.office()
        self.set(dozing: true, &office)
        office.send(.to("t", 1))
        office.send(.to("t", 2, isUrgent: true))
        #expect(office.words() == ["wake 0 2 [2]"])
        self.set(dozing: false, &office)
        #expect(office.words() == ["wake 0 1 [1]"])
        #expect(office.timers.isEmpty)
    }

    @Test("offline all messages without a collapse key wait, oldest first; doze continues to hold them")
    func offline() {
        var office = self.office()
        self.set(online: false, &office)
        for byte in UInt8(1)...3 { office.send(.to("t", byte, isUrgent: byte == 2)) }
        self.set(dozing: true, &office)
        self.set(online: true, &office)
        #expect(office.words() == ["wake 0 2 [2]"])
        self.set(dozing: false, &office)
        #expect(office.words() == ["wake 0 1 [1]", "wake 0 3 [3]"])
    }

    @Test("a collapse key keeps the newest, and at most four keys wait")
    func collapse() {
        var office = self.office()
        self.set(online: false, &office)
        office.send(.to("t", 9, key: "a"), Fate(delay: .seconds(1)))
        for (byte, key) in [(1, "a"), (2, "a"), (3, "b"), (4, "c"), (5, "d")] {
            office.send(.to("t", UInt8(byte), key: key))
        }
        office.advance(by: .seconds(1))
        #expect(office.words() == ["drop 2 collapsed", "drop 1 collapsed"])
        office.send(.to("t", 6, key: "e"))
        #expect(office.words() == ["drop 3 overflow"])
        self.set(online: true, &office)
        #expect(office.words() == ["wake 0 4 [3]", "wake 0 5 [4]", "wake 0 6 [5]", "wake 0 7 [6]"])
    }

    @Test("a hundred wait without a key; with one more all are dropped")
    func overflow() {
        var office = self.office()
        self.set(online: false, &office)
        office.send(.to("t", 0, key: "a"))
        for byte in UInt8(1)...100 { office.send(.to("t", byte)) }
        #expect(office.words() == [])
        office.send(.to("t", 101))
        #expect(office.words() == (1...102).map { "drop \($0) overflow" })
        #expect(office.timers.isEmpty)
    }

    @Test("time to live: four weeks by default, zero is a single attempt")
    func timeToLive() {
        var office = self.office()
        self.set(online: false, &office)
        office.send(.to("t", 1, lifetime: .zero))
        office.send(.to("t", 2, lifetime: .seconds(1)))
        office.send(.to("t", 3))
        office.send(.to("t", 4, lifetime: .seconds(1)), Fate(delay: .seconds(2)))
        office.advance(by: .days(28))
        #expect(office.words() == ["drop 1 deviceOffline", "drop 2 expired", "drop 4 expired", "drop 3 expired"])
        for (life, isTaken) in [
            (Interval.days(28), true), (.days(28) + .microseconds(1), false), (.seconds(-1), false),
        ] {
            let isRefused = office.send(.to("t", lifetime: life)) == .refused(SendRefusal(400, "INVALID_ARGUMENT"))
            #expect(isRefused == !isTaken)
        }
    }

    @Test("a message that expired before the link is back is not delivered, even without a timer")
    func lateTimer() {
        var office = self.office()
        self.set(online: false, &office)
        office.send(.to("t", 1, lifetime: .seconds(1)))
        office.now = office.now + .seconds(1)
        self.set(online: true, &office)
        #expect(office.words() == ["drop 1 expired"])
        #expect(office.timers.isEmpty)
    }

    @Test("unregistered: messages end at once, and senders learn it after a lag")
    func unregistered() {
        var office = self.office()
        self.set(online: false, &office)
        office.send(.to("t", 1))
        let now = office.now
        office.run { $0.unregister(0, answerLag: .hours(1), at: now, into: &$1) }
        #expect(office.send(.to("t", 2)) == .accepted(PushNumber(2)))
        #expect(office.words() == ["drop 1 addressGone", "drop 2 addressGone"])
        office.advance(by: .hours(1))
        let refusal = SendRefusal(404, "UNREGISTERED")
        #expect(office.send(.to("t")) == .refused(refusal))
        #expect(refusal.isGone)
        #expect(!SendRefusal(400, "INVALID_ARGUMENT").isGone)
    }

    @Test("an unknown token and a payload over 4096 bytes are invalid arguments")
    func refused() {
        var office = self.office()
        let refusal = SendAnswer.refused(SendRefusal(400, "INVALID_ARGUMENT"))
        #expect(office.send(.to("x")) == refusal)
        for (count, isTaken) in [(4_096, true), (4_097, false)] {
            let answer = office.send(Wake(id: "w", to: "t", payload: [UInt8](repeating: 0, count: count)))
            #expect((answer == refusal) == !isTaken)
        }
    }
}

@Suite("APNs with the common interface") struct ApplePushTests {
    private let tap: [UInt8] = Array(#"{"aps":{"content-available":1}}"#.utf8)

    private func office() -> (office: Office<ApplePush>, bench: DeliveryBench) {
        let bench = DeliveryBench()
        var office = Office(ApplePush(bench.machine))
        office.now = bench.now
        return (office, bench)
    }

    private func wake(_ lifetime: Interval? = nil, isUrgent: Bool = false, payload: [UInt8]? = nil) -> Wake {
        Wake(
            id: "w", to: DeliveryBench.token.text, payload: payload ?? self.tap, lifetime: lifetime, isUrgent: isUrgent)
    }

    @Test("a wake is a background push, and its outcome has the words of the interface")
    func delivered() {
        var (office, bench) = self.office()
        #expect(office.send(self.wake(isUrgent: true)) == .accepted(PushNumber(1)))
        #expect(office.words() == ["wake 0 1 \(self.tap)"])
        office.send(self.wake(), Fate(delay: .seconds(1)))
        office.advance(by: .seconds(1))
        #expect(office.words() == ["wake 0 2 \(self.tap)"])
        let (now, phone) = (office.now, bench.phone)
        office.run { service, sink in
            var actions: [DeliveryAction] = []
            service.delivery.set(phone, to: .offline, at: now, into: &actions)
            ApplePush.pass(actions, on: &sink)
        }
        office.send(self.wake(.zero))
        office.send(self.wake(.seconds(5)))
        office.send(self.wake())
        office.advance(by: .days(30))
        #expect(
            office.words() == [
                "drop 3 apple(PushGateway.DropReason.onlyAttemptFailed)",
                "drop 4 apple(PushGateway.DropReason.replaced)",
                "drop 5 apple(PushGateway.DropReason.expired)",
            ])
        bench.uninstall()
    }

    @Test("refusals are those of the endpoint")
    func refused() {
        var (office, bench) = self.office()
        #expect(
            office.send(Wake(id: "w", to: "00", payload: self.tap)) == .refused(SendRefusal(400, "BadDeviceToken")))
        #expect(office.send(self.wake(payload: [])) == .refused(SendRefusal(400, "PayloadEmpty")))
        let big = [UInt8](repeating: 0x20, count: 4_097)
        #expect(office.send(self.wake(payload: big)) == .refused(SendRefusal(413, "PayloadTooLarge")))
        var sandbox = Office(ApplePush(bench.machine, in: .sandbox))
        #expect(sandbox.send(self.wake()) == .refused(SendRefusal(400, "BadDeviceToken")))

        let (app, now, other) = (bench.app, bench.now, DeviceToken("0b"))
        bench.run { $0.register(app, other, expiresAt: now, at: now, into: &$1) }
        bench.uninstall()
        office.service.delivery = bench.machine
        let gone = SendRefusal(410, "Unregistered", since: now)
        #expect(office.send(self.wake()) == .refused(gone))
        #expect(
            office.send(Wake(id: "w", to: other.text, payload: self.tap))
                == .refused(SendRefusal(410, "ExpiredToken", since: now)))
    }
}
