import Basics
import PushGateway

/// Compares a push service that stores little, such as Google's or Microsoft's, with its model while both get random
/// wakes.
package struct MailComparison {
    private enum Service {
        case firebase(FirebasePush)
        case windows(WindowsPush)
    }

    private static let steps = 80

    private var service: Service
    private var model: ReferenceMail
    private var die: RollingDie
    private var now = Instant(microseconds: 1_700_000_000_000_000)
    private var timers: [(at: Instant, timer: DeliveryTimer)] = []
    private var words: [String] = []
    private var made = 0

    package init(seed: UInt64) {
        self.die = RollingDie(seed: seed)
        let kind = self.die.pick([ReferenceMail.Kind.firebase, .firebase, .windows, .cachingWindows])
        self.model = ReferenceMail(kind)
        self.service =
            kind == .firebase ? .firebase(FirebasePush()) : .windows(WindowsPush(isCaching: kind == .cachingWindows))
        for _ in 0..<3 { self.open() }
    }

    /// Plays random wakes. Returns the first difference from the model; nil when there is none.
    package mutating func play() -> String? {
        for _ in 0..<Self.steps {
            if let difference = self.step() ?? self.difference() { return difference }
        }
        for endpoint in self.model.endpoints.indices { self.reach(endpoint, isOnline: true, isDozing: false) }
        self.advance(by: .days(41))
        if let difference = self.difference() { return difference }
        guard self.model.messages.isEmpty, self.timers.isEmpty else { return "a wake never ended" }
        self.pack()
        return nil
    }

    private mutating func difference() -> String? {
        defer { (self.words, self.model.words) = ([], []) }
        let (found, expected) = (self.words.sorted(), self.model.words.sorted())
        guard found == expected else { return "it does \(found), the model \(expected)" }
        let count =
            switch self.service {
            case .firebase(let service): service.pushesUnderWay
            case .windows(let service): service.pushesUnderWay
            }
        return count == self.model.messages.count
            ? nil : "\(count) wakes are under way, not \(self.model.messages.count)"
    }

    private mutating func step() -> String? {
        let endpoint = self.die.below(self.model.endpoints.count)
        switch self.die.below(20) {
        case 0...8:
            let wake = self.wake(to: endpoint)
            return self.send(wake, self.fate(of: wake))
        case 9: self.meet(endpoint)
        case 10...13: self.advance(by: self.interval(.minutes(20)))
        case 14: self.advance(by: self.interval(self.die.coin() ? .hours(20) : .days(31)))
        case 15...17: self.reach(endpoint, isOnline: self.die.coin(), isDozing: self.die.coin())
        case 18:
            self.close(endpoint, lag: self.die.coin() ? .zero : self.interval(.minutes(20)))
            self.open()
        default:
            guard self.die.below(6) == 0 else { return self.send(self.wake(to: -1), .ideal) }
            if let problem = self.burst() { return problem }
        }
        if self.model.messages.isEmpty { self.pack() }
        return nil
    }

    /// Sends as many wakes to a new endpoint as can wait there, and then a few more.
    private mutating func burst() -> String? {
        let endpoint = self.model.endpoints.count
        self.open()
        self.reach(endpoint, isOnline: false, isDozing: false)
        let keys = Array(repeating: nil, count: 100) + ["a", "b", "c", "d"] + self.die.pick([["e"], [nil, nil]])
        for key in keys {
            let wake = Wake(id: "b", to: self.model.endpoints[endpoint].address, collapseKey: key)
            if let problem = self.send(wake, .ideal) { return problem }
        }
        return nil
    }

    /// Lets something happen to an endpoint at the time of the next timer, but before that timer.
    private mutating func meet(_ endpoint: Int) {
        // When a channel ends together with a wake, the service may name either as the reason.
        guard let next = self.timers.map(\.at).min(), !self.model.endpoints.contains(where: { $0.end == next }) else {
            return
        }
        self.advance(to: next - Interval(microseconds: 1))
        self.now = next
        if self.die.coin() {
            self.reach(endpoint, isOnline: true, isDozing: false)
        } else {
            self.close(endpoint, lag: .zero)
            self.open()
        }
        self.advance(to: next)
    }

    private mutating func interval(_ most: Interval) -> Interval {
        // An odd number of microseconds makes it unlikely that two events happen at the same time.
        Interval(microseconds: Int64(self.die.below(Int(most.microseconds))) | 1)
    }

    private mutating func wake(to endpoint: Int) -> Wake {
        let sizes = [0, 10, 10, 10, 4_096, 4_097, 5_000, 5_001]
        let lives: [Interval?] = [nil, nil, .zero, .seconds(1), .minutes(5), .hours(2), .days(28), .days(40)]
        return Wake(
            id: "w", to: endpoint < 0 ? "unknown" : self.model.endpoints[endpoint].address,
            payload: Array(repeating: 1, count: self.die.pick(sizes)), lifetime: self.die.pick(lives),
            isUrgent: self.die.coin(),
            collapseKey: self.die.coin() ? nil : self.die.pick(["a", "b", "c", "d", "e", "f"]))
    }

    private mutating func fate(of wake: Wake) -> DrawnFate {
        var delay = self.die.below(3) == 0 ? self.interval(.minutes(5)) : .zero
        // A wake that arrives exactly when its lifetime ends is too late.
        if self.die.below(8) == 0, let life = wake.lifetime { delay = life }
        return DrawnFate(
            delay: delay, isLost: self.die.below(12) == 0,
            copyAfter: self.die.below(10) == 0 ? self.interval(.minutes(10)) : nil)
    }

    // MARK: The service

    private mutating func run<Result>(
        firebase: (inout FirebasePush, inout [WakeAction]) -> Result,
        windows: (inout WindowsPush, inout [WakeAction]) -> Result
    ) -> Result {
        var actions: [WakeAction] = []
        let result: Result
        switch self.service {
        case .firebase(var service):
            result = firebase(&service, &actions)
            self.service = .firebase(service)
        case .windows(var service):
            result = windows(&service, &actions)
            self.service = .windows(service)
        }
        for action in actions {
            switch action {
            case .wake(let endpoint, let number, let payload):
                self.words.append("wake \(endpoint) \(number.value) \(payload.count)")
            case .drop(let number, let reason): self.words.append("drop \(number.value) \(reason)")
            case .setTimer(let timer, let at): self.timers.append((at, timer))
            case .cancelTimer(let timer): self.timers.removeAll { $0.timer == timer }
            }
        }
        return result
    }

    private mutating func open() {
        self.made += 1
        let (address, now) = ("address \(self.made)", self.now)
        _ = self.run(firebase: { service, _ in service.register(address) }) { service, _ in
            service.openChannel(address, at: now)
        }
        self.model.add(address, now)
    }

    private mutating func close(_ endpoint: Int, lag: Interval) {
        let (number, now) = (UInt32(endpoint), self.now)
        self.run(
            firebase: { $0.unregister(number, answerLag: lag, at: now, into: &$1) },
            windows: { $0.closeChannel(number, at: now, into: &$1) })
        self.model.close(endpoint, lag, now)
    }

    private mutating func reach(_ endpoint: Int, isOnline: Bool, isDozing: Bool) {
        let (number, now) = (UInt32(endpoint), self.now)
        self.run(
            firebase: { service, sink in
                // The device goes to sleep before it is online, so that no message reaches it in between.
                if isDozing { service.setDozing(true, number, at: now, into: &sink) }
                service.setOnline(isOnline, number, at: now, into: &sink)
                if !isDozing { service.setDozing(false, number, at: now, into: &sink) }
            },
            windows: { $0.setConnected(isOnline, number, at: now, into: &$1) })
        self.model.set(endpoint, isOnline: isOnline, isDozing: isDozing, now)
    }

    private mutating func send(_ wake: Wake, _ drawn: DrawnFate) -> String? {
        let (now, fate) = (self.now, drawn.fate)
        let answer = self.run(
            firebase: { $0.send(wake, fate: fate, at: now, into: &$1) },
            windows: { $0.send(wake, fate: fate, at: now, into: &$1) })
        let found =
            switch answer {
            case .accepted(let number): "accepted \(number.value)"
            case .refused(let refusal): "\(refusal.status) \(refusal.reason)"
            }
        let expected = self.model.send(wake, drawn, now)
        return found == expected ? nil : "it answers '\(found)', the model '\(expected)'"
    }

    private mutating func advance(by interval: Interval) { self.advance(to: self.now + interval) }

    private mutating func advance(to end: Instant) {
        while let index = self.timers.indices.min(by: { self.timers[$0].at < self.timers[$1].at }),
            self.timers[index].at <= end
        {
            let (at, timer) = self.timers.remove(at: index)
            self.now = max(self.now, at)
            let now = self.now
            self.run(
                firebase: { $0.timerFired(timer, at: now, into: &$1) },
                windows: { $0.timerFired(timer, at: now, into: &$1) })
        }
        self.now = max(self.now, end)
        self.model.settle(self.now)
    }

    /// Packs and unpacks the service, which must have nothing under way.
    private mutating func pack() {
        var packer = Packer(origin: self.now)
        switch self.service {
        case .firebase(let service):
            service.pack(into: &packer)
            var unpacker = Unpacker(packer.bytes, origin: self.now)
            self.service = .firebase(FirebasePush(from: &unpacker))
        case .windows(let service):
            service.pack(into: &packer)
            var unpacker = Unpacker(packer.bytes, origin: self.now)
            self.service = .windows(WindowsPush(from: &unpacker))
        }
    }
}
