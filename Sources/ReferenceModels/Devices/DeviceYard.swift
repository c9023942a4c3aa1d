package import Basics
package import ConnectedDevices
package import FeedContract
package import NotificationFeed
import ShoulderTap

/// Several devices and the real rules of the service. They exchange messages through a queue, which a test can disturb.
package struct DeviceYard {
    package enum Message {
        case request(device: Int, TicketNumber, token: String, FeedRequest)
        case event(device: Int, DeviceEvent)
        case tap(device: Int, [UInt8])
    }

    package static let host = "contoso.com"

    package var now = Instant(microseconds: 1_600_000_000_000_000)
    /// The amount by which the clocks of all devices are ahead of the real time.
    package var skew = Interval.zero
    package var names = NameTable()
    package var rules = DeviceRules()
    package var devices: [YardDevice] = []
    package var queue: [Message] = []
    package var service: DeskService
    package let desk: FeedDesk
    /// The tokens that the service accepts, each with its user.
    package var users: [String: String] = [:]
    /// All requests that arrived at the service.
    package var requests: [(device: Int, FeedRequest)] = []
    /// Whether the service is too busy for a request.
    package var isTooBusy: (FeedRequest) -> Bool = { _ in false }
    /// The retry delay, in seconds, that the service sends when it is busy.
    package var busyTime: Int?
    /// Whether the service refuses all writes.
    var refusesWrites = false
    /// The refusals of the next writes and of the next requests for a subscription, in order.
    var refusals: (writes: [FeedRefusal], subscriptions: [FeedRefusal]) = ([], [])
    package var dice: RollingDie
    /// Whether the ids of both accounts of a device are equal.
    let sharesAccountId: Bool
    /// The stored state of the device that was the last to store its state.
    private var kept = DeviceMachine(device: .none)
    private var made: UInt64 = 0

    package init(_ limits: FeedLimits = FeedLimits(), directory: AppDirectory = .open, seed: UInt64 = 1) {
        let hash = KeyedHash(key: Array(0..<16))
        self.desk = FeedDesk(CursorOffice(CursorSeal { hash?.longCode(of: $0) ?? [] }))
        self.service = DeskService(FeedRules(limits, directory: directory), self.desk)
        self.dice = RollingDie(seed: seed)
        self.sharesAccountId = seed.isMultiple(of: 2)
    }

    package mutating func run(_ act: FeedCommand.Act) -> FeedOutcome {
        let outcome = self.service.run(act, at: self.now)
        self.passTaps()
        return outcome
    }

    private mutating func passTaps() {
        for tap in self.service.takeTaps() {
            guard let device = self.devices.firstIndex(where: { $0.name == tap.device }) else { continue }
            self.queue.append(.tap(device: device, tap.payload))
        }
    }

    @discardableResult
    package mutating func publish(_ id: String, to user: String = "alice", life: Interval? = nil) -> FeedOutcome {
        self.made += 1
        var notification = NewNotification(host: Self.host, appNotificationId: id, raw: "raw \(id) \(self.made)")
        notification.expiration = life.map { self.now + $0 }
        return self.run(.publish(FeedKey(host: Self.host, user: user), Publication(notification)))
    }

    /// Delivers one message.
    package mutating func deliver(_ index: Int = 0) {
        switch self.queue.remove(at: index) {
        case .event(let device, let event): self.send(event, to: device)
        case .tap(let device, let payload):
            guard self.devices[device].machine.isRunning, let tap = Tap.tryParse(payload) else { return }
            self.send(.process(self.devices[device].call(), self.names.arrival(of: tap)), to: device)
        case .request(let device, let ticket, let token, let request):
            self.requests.append((device, request))
            let answer = self.names.intern(self.serve(request, token))
            self.queue.append(.event(device: device, .answer(ticket, answer)))
        }
    }

    mutating func serve(_ request: FeedRequest, _ token: String) -> FeedAnswer {
        guard !self.isTooBusy(request) else {
            return .refused(FeedRefusal(.unavailable, "Come again later.", retryAfter: self.busyTime))
        }
        switch request {
        case .save where self.refusesWrites, .delete where self.refusesWrites:
            return .refused(FeedRefusal(.notAuthorized, "This user may not write."))
        case .save where !self.refusals.writes.isEmpty, .delete where !self.refusals.writes.isEmpty:
            return .refused(self.refusals.writes.removeFirst())
        case .subscribe where !self.refusals.subscriptions.isEmpty:
            return .refused(self.refusals.subscriptions.removeFirst())
        default: break
        }
        guard let user = self.users[token] else {
            return .refused(FeedRefusal(.unauthenticated, "The token is not valid; ask for one."))
        }
        switch self.desk.act(request, of: user) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let act): return self.desk.answer(self.run(act), to: act)
        }
    }

    /// Gives an event to a device's machine and carries out its actions.
    package mutating func send(_ event: DeviceEvent, to device: Int) {
        var actions: [DeviceAction] = []
        let context = DeviceContext(
            now: self.now + self.skew, uptime: self.now, draw: Draw(bits: self.dice.next()), rules: self.rules)
        let before = self.devices[device].machine
        self.devices[device].machine.handle(event, context, into: &actions)
        let after = self.devices[device].machine
        let problem = self.devices[device].watch.problem(
            event, actions, of: self.devices[device].feeds, before: before, after: after, at: self.now, self.names)
        self.devices[device].blame(problem)
        for action in actions { self.carryOut(action, of: device) }
    }

    private mutating func carryOut(_ action: DeviceAction, of device: Int) {
        self.devices[device].log.append(action)
        switch action {
        case .store:
            let machine = self.devices[device].machine
            self.devices[device].stored = machine.encoded(self.names)
            // The buffer holds the state of another machine, and nothing of that state may remain.
            let restarted = machine.restarted()
            precondition(!machine.isKept(as: self.kept) || restarted == self.kept, "a change is taken for none")
            machine.restart(into: &self.kept)
            precondition(self.kept == machine.restarted(), "something of an earlier state was kept")
            // The length is computed without writing the bytes, and must equal their number.
            let count = self.kept.encodedCount(self.names)
            precondition(count == self.devices[device].stored.count, "\(count) bytes were counted, others are stored")
        case .connect:
            let event: DeviceEvent = self.devices[device].fault.map { .connectionFailed($0) } ?? .connected
            self.queue.append(.event(device: device, event))
        case .request(let ticket, _, let token, let request):
            let written = self.names.request(request)
            let token = self.names.text(token)
            self.queue.append(.request(device: device, ticket, token: token, written))
        case .askForToken(let key):
            guard self.devices[device].answersTokens else { return }
            let event: DeviceEvent
            if let user = self.devices[device].user {
                self.made += 1
                let token = "token-\(self.made)"
                self.users[token] = user
                event = .tokenProvided(key, self.names.intern(token))
            } else {
                event = .tokenRefused(key)
            }
            self.queue.append(.event(device: device, event))
        case .timer(let alarm): self.devices[device].alarm = alarm
        case .dataChanged(let reader): self.devices[device].read(reader, self.names)
        case .completed(let call, let outcome):
            let author = self.names.text(self.subscription(of: device))
            let asked = self.devices[device].asked.removeValue(forKey: call)
            self.devices[device].blame(
                asked?.problem(outcome, self.service.history, author: author, at: self.now))
            self.devices[device].complete(call, outcome)
        case .tokenInvalidated, .registrationStateChanged, .syncStatusChanged: break
        }
    }

    private func subscription(of device: Int) -> Name {
        let device = self.devices[device]
        return device.current.flatMap { device.machine.subscription(of: $0)?.name } ?? .none
    }

    /// Delivers all messages in order, including the messages that they cause.
    package mutating func drain() { while !self.queue.isEmpty { self.deliver() } }

    /// Lets time pass, and fires the alarms that are due in that time.
    package mutating func wait(_ interval: Interval) {
        let end = self.now + interval
        while let due = self.nextAlarm, due <= end {
            self.now = max(self.now, due)
            self.ring()
            self.drain()
        }
        self.now = end
        self.ring()
        self.drain()
        for device in self.devices.indices where self.devices[device].machine.isRunning {
            self.devices[device].judgeTime(self.now, self.rules)
        }
        self.tend()
    }

    /// Lets the service do the work that is due.
    package mutating func tend() {
        self.service.tend(at: self.now)
        self.passTaps()
    }

    private var nextAlarm: Instant? { self.devices.compactMap(\.alarm).min() }

    /// Fires all alarms that are due.
    package mutating func ring() {
        for device in self.devices.indices where self.devices[device].alarm.map({ $0 <= self.now }) ?? false {
            self.devices[device].alarm = nil
            self.send(.timer, to: device)
        }
    }
}
