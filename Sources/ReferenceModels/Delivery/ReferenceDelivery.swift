import Basics
import PushGateway

/// A slow model of the delivery rules. It answers each question by searching through all its state.
struct ReferenceDelivery {
    enum Place { case flying, offline, grouped, held, handling }

    struct Push {
        var number: UInt64
        var push: AcceptedPush
        var token: Int
        var app: Int
        var end: Instant?
        var fate: DrawnFate
        var place = Place.flying
        var due: Instant
        var isUrgent: Bool { self.push.priority == .immediate }
        func isExpired(_ now: Instant) -> Bool { self.end != nil && self.end! <= now }
    }

    struct Device {
        var link = LinkState.online
        var power = PowerState.normalPower
        var lock = LockState.unlocked
    }

    struct App {
        var device: Int
        var state = AppState.suspended
        var switches = AppSwitches.all
        var isInstalled = true
        /// The unused wake budget of the app, expressed as a time: each wake costs the refill time of the budget.
        /// `countedAt` is the time at which this value was computed.
        var savings: Interval
        var countedAt: Instant
    }

    struct Token {
        var text: DeviceToken
        var app: Int
        var diesAt = Instant(microseconds: .max)
    }

    var budget: WakeBudget?
    /// The time of the next word.
    var time = Instant(microseconds: 0)
    var devices: [Device] = []
    var apps: [App] = []
    var tokens: [Token] = []
    var pushes: [Push] = []
    var counter: UInt64 = 0
    var words: [String] = []

    mutating func say(_ word: String) { self.words.append("\(word) at \(self.time.microseconds)") }

    mutating func end(_ number: UInt64) { self.pushes.removeAll { $0.number == number } }

    mutating func drop(_ number: UInt64, _ reason: DropReason) {
        self.end(number)
        self.say("drop \(number) \(reason)")
    }

    func at(_ number: UInt64) -> Int? { self.pushes.firstIndex { $0.number == number } }

    func waiting(_ app: Int, _ places: [Place]) -> Push? {
        self.pushes.first { $0.app == app && places.contains($0.place) }
    }

    func hasScreen(_ app: Int) -> Bool {
        self.apps[app].state == .foreground && self.devices[self.apps[app].device].lock == .unlocked
    }

    func savings(_ app: Int, _ now: Instant) -> Interval {
        guard let budget = self.budget else { return .zero }
        return min(budget.refill * budget.burst, self.apps[app].savings + (now - self.apps[app].countedAt))
    }

    mutating func accept(_ push: AcceptedPush, _ fate: DrawnFate, _ now: Instant) {
        self.counter += 1
        let number = self.counter
        guard let token = self.tokens.firstIndex(where: { $0.text == push.token }) else {
            self.say("log \(push.id): Discarded (token not active for topic)")
            return self.say("drop \(number) tokenNotActive")
        }
        let limit = now + .days(30)
        let end: Instant? =
            switch push.expiration {
            case .none: limit
            case .once: nil
            case .at(let moment): min(moment, limit)
            }
        self.launch(
            Push(
                number: number, push: push, token: token, app: self.tokens[token].app, end: end, fate: fate, due: now),
            fate, now)
    }

    mutating func launch(_ push: Push, _ fate: DrawnFate, _ now: Instant) {
        var first = push
        (first.place, first.fate, first.due) = (.flying, fate, now + fate.delay)
        self.pushes.append(first)
        if let gap = fate.copyAfter {
            self.counter += 1
            var copy = first
            (copy.number, copy.due) = (self.counter, first.due + gap)
            self.pushes.append(copy)
        }
        self.settle(now)
    }

    /// Returns the time at which something happens next to a push, if no event comes from outside before that.
    func moment(_ push: Push) -> Instant? {
        let end = push.end ?? Instant(microseconds: .max)
        switch push.place {
        case .flying: return push.due
        case .offline: return end
        case .grouped: return min(push.due, end)
        case .handling: return push.due + .seconds(30)
        case .held:
            let app = self.apps[push.app]
            // Only a reason that passes with time leads to another attempt.
            guard self.block(push, max(push.due, app.countedAt) + .days(400)) == nil else { return end }
            let sleeps = app.state == .suspended && self.waiting(push.app, [.handling]) == nil
            let missing = self.budget.map { $0.refill - self.savings(push.app, app.countedAt) } ?? .zero
            let paid = self.budget == nil ? Instant(microseconds: 0) : app.countedAt + max(.zero, missing)
            return min(end, sleeps ? max(push.due, paid) : paid)
        }
    }

    /// Handles everything that is due, earliest first.
    mutating func settle(_ now: Instant) {
        defer { self.time = now }
        while let next = self.pushes.filter({ self.moment($0).map { $0 <= now } ?? false })
            .min(by: { (self.moment($0)!, $0.number) < (self.moment($1)!, $1.number) })
        {
            let at = self.moment(next)!
            self.time = max(self.time, at)
            switch next.place {
            case .flying: self.arrive(next, max(at, next.due))
            case .offline, .grouped:
                if next.isExpired(at) {
                    self.say("log \(next.push.id): Discarded (expired)")
                    self.drop(next.number, .expired)
                } else {
                    self.arrive(next, at)
                }
            case .held: self.retry(next.app, at)
            case .handling: self.late(next)
            }
        }
    }

    mutating func arrive(_ push: Push, _ now: Instant) {
        self.end(push.number)
        let (app, id) = (push.app, push.push.id)
        let token = self.tokens[push.token]
        func discard(_ reason: DropReason, _ words: String) {
            self.say("log \(id): Discarded (\(words))")
            self.say("drop \(push.number) \(reason)")
        }
        if !self.apps[app].isInstalled || token.diesAt <= now || token.app != app {
            return discard(.tokenNotActive, "token not active for topic")
        }
        if !self.apps[app].switches.contains(.acceptsPushes) { return discard(.disabled, "disabled") }
        if push.isExpired(now) { return discard(.expired, "expired") }
        self.collapse(push, [.offline, .grouped])
        if let window = push.fate.groupingWindow, !push.isUrgent, push.end != nil {
            let group = self.pushes.filter {
                $0.place == .grouped && self.apps[$0.app].device == self.apps[app].device
            }
            return self.store(push, .grouped, group.map(\.due).min() ?? now + window)
        }
        if self.devices[self.apps[app].device].link == .offline {
            if push.end == nil { return discard(.onlyAttemptFailed, "expired") }
            return self.store(push, .offline, now)
        }
        if push.fate.isLost { return self.say("drop \(push.number) lost") }
        self.say("log \(id): Delivered")
        self.receive(push, now)
    }

    mutating func collapse(_ push: Push, _ places: [Place]) {
        guard let id = push.push.collapseID, let waiting = self.waiting(push.app, places) else { return }
        if waiting.push.collapseID == id, waiting.number < push.number { self.drop(waiting.number, .collapsed) }
    }

    /// Drops the waiting push that a new push replaces, if there is one. Returns false if the waiting push is newer, so
    /// that the new push is dropped instead.
    mutating func makeRoom(_ push: Push, _ places: [Place]) -> Bool {
        guard let waiting = self.waiting(push.app, places) else { return true }
        if waiting.number > push.number, !push.fate.isTakenForNewest {
            self.say("drop \(push.number) newerIsWaiting")
            return false
        }
        self.say("replace \(waiting.number) by \(push.number)")
        self.drop(waiting.number, .replaced)
        return true
    }

    mutating func store(_ push: Push, _ place: Place, _ due: Instant) {
        guard self.makeRoom(push, [.offline, .grouped]) else { return }
        var stored = push
        (stored.place, stored.due) = (place, due)
        stored.fate.groupingWindow = place == .grouped ? nil : stored.fate.groupingWindow
        self.pushes.append(stored)
        self.say("store \(push.number) \(place == .offline ? "deviceOffline" : "powerConsiderations")")
        self.say("log \(push.push.id): Stored (\(place == .offline ? "device offline" : "power considerations"))")
    }

    func refusal(_ app: Int) -> DropReason? {
        if !self.apps[app].switches.contains(.backgroundMode) { return .noBackgroundMode }
        return self.apps[app].state == .forceQuit ? .forceQuit : nil
    }

    func block(_ push: Push, _ now: Instant) -> HoldReason? {
        let app = self.apps[push.app]
        let device = self.devices[app.device]
        if self.hasScreen(push.app) { return nil }
        if device.lock == .lockedSinceRestart { return .lockedSinceRestart }
        if !app.switches.contains(.backgroundRefresh) { return .backgroundRefreshOff }
        if device.power == .lowPower { return .lowPower }
        let sleeps = app.state == .suspended && self.waiting(push.app, [.handling]) == nil
        if sleeps, push.push.priority == .passive || now < push.due { return .suspended }
        if let budget = self.budget, self.savings(push.app, now) < budget.refill { return .overBudget }
        return nil
    }

    mutating func receive(_ arrived: Push, _ now: Instant) {
        var push = arrived
        let (app, id) = (push.app, push.push.id)
        self.collapse(push, [.held])
        let screen = self.hasScreen(app) ? "hand" : "show"
        switch push.push.behaviour {
        case .nothing: self.say("drop \(push.number) notUnderstood")
        case .system: self.say("system \(id)")
        case .alert: self.say("\(screen) \(id)")
        case .alertWithWake:
            self.say("\(screen) \(id)")
            if self.refusal(app) == nil, self.block(push, now) == nil { self.wake(push, now) }
        case .call:
            if self.apps[app].state == .forceQuit { return self.say("drop \(push.number) forceQuit") }
            self.say("ring \(id)")
            self.handle(push, now)
        case .silent:
            if let reason = self.refusal(app) { return self.say("drop \(push.number) \(reason)") }
            push.due = now + push.fate.patience
            if let reason = self.block(push, now) {
                guard self.makeRoom(push, [.held]) else { return }
                push.place = .held
                self.pushes.append(push)
                return self.say("hold \(push.number) \(reason)")
            }
            if let held = self.waiting(app, [.held]), held.number < push.number { _ = self.makeRoom(push, [.held]) }
            self.wake(push, now)
        }
    }

    mutating func wake(_ push: Push, _ now: Instant) {
        if let budget = self.budget, !self.hasScreen(push.app) {
            self.apps[push.app].savings = self.savings(push.app, now) - budget.refill
            self.apps[push.app].countedAt = now
        }
        self.say("wake \(push.push.id)")
        self.handle(push, now)
    }

    mutating func handle(_ push: Push, _ now: Instant) {
        var handled = push
        (handled.place, handled.due) = (.handling, now)
        self.pushes.append(handled)
        self.retry(push.app, now)
    }

    mutating func retry(_ app: Int, _ now: Instant) {
        guard let held = self.waiting(app, [.held]) else { return }
        if held.isExpired(now) { return self.drop(held.number, .expired) }
        if let reason = self.refusal(app) { return self.drop(held.number, reason) }
        guard self.block(held, now) == nil else { return }
        self.end(held.number)
        self.wake(held, now)
    }

    mutating func late(_ push: Push) {
        guard self.hasScreen(push.app) else { return self.kill(push.app, .handlerNotCalled) }
        self.end(push.number)
        self.say("overdue \(push.number)")
    }

    mutating func kill(_ app: Int, _ reason: KillReason) {
        self.say("kill \(reason)")
        self.pushes.removeAll { $0.app == app && $0.place == .handling }
        self.apps[app].state = .suspended
        if let held = self.waiting(app, [.held]) { self.drop(held.number, .appKilled) }
    }
}
