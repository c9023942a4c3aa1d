import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// Runs a service whose store answers late or fails, and whose push services refuse pushes. Checks that nothing is lost
/// in the end.
package struct ServiceRun {
    private var random: RandomFeedCommands
    private var store: MemoryFeedStore
    private var machine: ServiceMachine
    private var fresh = CountedFresh()
    private var now: Instant
    /// The work that the store has not answered yet.
    private var work: [ServiceActions.Work] = []
    private var alarm: Instant?
    private var book = ServiceBook()
    private var callers: UInt64 = 0
    private let failsStore: Bool
    private let failsPushes: Bool
    private let crashes: Bool

    package init(seed: UInt64) {
        var dice = RollingDie(seed: seed)
        (self.failsStore, self.failsPushes, self.crashes) = (dice.coin(), dice.coin(), dice.below(3) == 0)
        var rules = ServiceRules(lease: .minutes(Int64(1 + dice.below(10))))
        rules.claimLimit = dice.pick([1, 2, .max])
        rules.dueLimit = dice.pick([1, 2, .max])
        let desk = FeedDesk(CursorOffice(.test(key: dice.next())))
        self.machine = ServiceMachine(
            desk: desk, office: TokenOffice(rules: TokenOffice.Rules(clients: .anyone)), rules: rules)
        self.random = RandomFeedCommands(dice)
        self.store = MemoryFeedStore(FeedRules(self.random.limits()))
        self.now = self.random.now
        self.start()
        for act in self.random.beginning() { self.begin(act) }
    }

    /// Plays random requests, then lets all work end. Returns the first problem; nil when there is none.
    package mutating func play() -> String? {
        if let problem = ProviderTokenRun.problem(from: self.now, &self.random.dice) { return problem }
        if let problem = PublisherRun.problem(at: self.now, &self.random.dice) { return problem }
        for _ in 0..<(20 + self.random.dice.below(30)) {
            self.ask()
            for _ in 0..<self.random.dice.below(8) { self.continueSomething(mayFail: true) }
            if self.crashes, self.random.dice.below(6) == 0 { self.rob() }
            if self.crashes, self.random.dice.below(12) == 0 { self.crash() }
            self.ring()
            if let problem = self.book.problem { return problem }
        }
        return self.end()
    }

    private mutating func start() {
        var actions = ServiceActions()
        self.machine.start(at: self.now, &self.fresh, into: &actions)
        self.take(actions)
    }

    private mutating func crash() {
        self.book.crash(dropped: self.machine.end())
        let lost = self.work
        self.work = []
        self.alarm = nil
        self.store.restart()
        self.start()
        // The answers to the earlier process may come after the new process has begun.
        for work in lost where self.random.dice.coin() { self.answerLate(work) }
    }

    /// Gives the machine an answer that an earlier process waited for. The answer must have no effect.
    private mutating func answerLate(_ work: ServiceActions.Work) {
        var actions = ServiceActions()
        let answer = StoreAnswer(work.ticket, .failed("the process has ended"))
        self.machine.settle(answer, at: self.now, &self.fresh, inflate: { _, _, _ in .damaged }, into: &actions)
        guard actions.work.isEmpty, actions.reply == nil, actions.pushes.isEmpty, actions.commit == nil else {
            return self.book.blame("an answer to an earlier process has an effect")
        }
        if let alarm = actions.alarm { self.alarm = alarm }
    }

    /// Makes a random request, for a caller or for the service itself.
    private mutating func ask() {
        let command = self.random.next()
        self.now = max(self.now, command.now)
        self.begin(command.act)
    }

    private mutating func begin(_ act: FeedCommand.Act) {
        var actions = ServiceActions()
        self.callers += 1
        let caller = self.random.dice.below(4) > 0 ? Caller(self.callers) : nil
        self.book.began(act, for: caller)
        self.machine.carryOut(act, for: caller, at: self.now, &self.fresh, into: &actions)
        self.take(actions)
    }

    /// Rings the alarm that is due.
    private mutating func ring() {
        guard let alarm, alarm <= self.now else { return }
        self.alarm = nil
        var actions = ServiceActions()
        self.machine.ring(at: self.now, &self.fresh, into: &actions)
        self.take(actions)
    }

    /// Answers one piece of work, or ends one push.
    private mutating func continueSomething(mayFail: Bool) {
        if self.random.dice.coin(), !self.work.isEmpty {
            let next = self.work.removeFirst()
            let fails = mayFail && self.failsStore && self.random.dice.below(5) == 0
            let answer =
                fails
                ? StoreAnswer(next.ticket, .failed("the disk is full")) : self.store.answer(next.work, next.ticket)
            if case .feed(let decision) = answer.outcome { self.random.learn(decision.outcome) }
            var actions = ServiceActions()
            self.machine.settle(answer, at: self.now, &self.fresh, inflate: { _, _, _ in .damaged }, into: &actions)
            self.take(actions)
        } else if let id = self.book.nextPush(at: self.now, self.random.dice.below(1_000)) {
            self.send(id, mayFail: mayFail)
        }
    }

    /// Simulates another process that takes pushes from the store and dies before it sends them.
    private mutating func rob() {
        let claim = StoreWork.claim(limit: 2, now: self.now, lease: .minutes(Int64(1 + self.random.dice.below(10))))
        guard case .claimed(let items) = self.store.answer(claim, Ticket(0)).outcome else { return }
        self.book.robbed(items.map(\.id))
    }

    /// Checks the request of a push to Apple.
    private static func problem(of push: OutgoingPush, at now: Instant) -> String? {
        guard push.row.channel.kind == .apns else { return nil }
        let request = push.appleRequest(topic: "com.contoso.app", authorization: "bearer x", at: now)
        guard let request else { return nil }
        let headers = request.headers
        guard request.body.count <= AdmissionRules.payloadLimit else { return "a push has \(request.body.count) bytes" }
        guard headers["apns-topic"] == "com.contoso.app", headers[":method"] == "POST",
            headers[":path"] == "/3/device/\(push.row.channel.token)", headers["apns-id"]?.count == 36
        else { return "a push has the headers \(headers)" }
        switch push.content {
        case .wake:
            guard headers["apns-push-type"] == "background", headers["apns-priority"] == "5" else {
                return "a tap has the headers \(headers)"
            }
        case .alert(let alert, _):
            guard headers["apns-push-type"] == "alert", headers["apns-priority"] == "10",
                headers["apns-expiration"] == String(alert.expiration.seconds),
                let collapse = headers["apns-collapse-id"], (1...64).contains(collapse.utf8.count)
            else { return "an alert has the headers \(headers)" }
        }
        return nil
    }

    private mutating func send(_ id: UInt64, mayFail: Bool) {
        var actions = ServiceActions()
        guard let push = self.machine.push(id, into: &actions) else {
            self.book.close(id)
            return self.take(actions)
        }
        self.take(actions)
        if let problem = Self.problem(of: push, at: self.now) { self.book.blame(problem) }
        let end = mayFail && self.failsPushes ? self.randomEnd() : .accepted
        self.book.sent(id, push.row, end, at: self.now)
        actions = ServiceActions()
        self.machine.pushEnded(id, end, at: self.now, &self.fresh, into: &actions)
        self.book.ended(id, end, actions.retry, created: push.row.created, at: self.now)
        self.take(actions)
    }

    private mutating func randomEnd() -> PushEnd {
        let since = self.random.dice.coin() ? self.now - .hours(Int64(self.random.dice.below(30))) : nil
        return self.random.dice.pick([
            .accepted, .accepted, .unreachable, .refused(SendRefusal(410, "Unregistered", since: since)),
            .refused(SendRefusal(404, "UNREGISTERED")), .refused(SendRefusal(404, "BadPath")),
            .refused(SendRefusal(429, "TooManyRequests")), .refused(SendRefusal(503, "Shutdown")),
            .refused(SendRefusal(403, "ExpiredProviderToken")), .refused(SendRefusal(400, "IdleTimeout")),
            .refused(SendRefusal(400, "BadDeviceToken")), .refused(SendRefusal(403, "SENDER_ID_MISMATCH")),
        ])
    }

    private mutating func take(_ actions: ServiceActions) {
        if let commit = actions.commit { self.book.committed(commit.act, commit.result, held: actions.pushes) }
        self.book.offered(actions.pushes)
        if let alarm = actions.alarm { self.alarm = alarm }
        if let reply = actions.reply { self.book.replied(reply, with: actions.commit?.act) }
        self.work += actions.work
    }

    /// Ends all faults, and waits until nothing is left to do.
    private mutating func end() -> String? {
        for _ in 0..<400 {
            self.now = self.now + .minutes(2)
            self.ring()
            while !self.work.isEmpty || self.book.nextPush(at: self.now, 0) != nil {
                self.continueSomething(mayFail: false)
            }
            if self.machine.isAtRest, self.work.isEmpty, self.book.isDone, self.alarm.map({ $0 > self.now }) ?? true {
                break
            }
        }
        if let problem = self.book.problem ?? self.book.loss { return problem }
        guard self.machine.isAtRest else { return "the service is not done with its work" }
        let claim = self.store.answer(.claim(limit: .max, now: self.now + .days(1), lease: .zero), Ticket(0))
        guard case .claimed(let items) = claim.outcome, items.isEmpty else {
            return "pushes are left: \(claim.outcome)"
        }
        let due = self.store.answer(.due(at: self.now, limit: .max), Ticket(0))
        guard case .due(let feeds) = due.outcome, feeds.isEmpty else { return "feeds are overdue: \(due.outcome)" }
        if let next = due.nextDue, self.alarm.map({ $0 > next }) ?? true {
            return "something is due at \(next), the alarm is at \(String(describing: self.alarm))"
        }
        return nil
    }
}
