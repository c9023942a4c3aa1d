package import Basics
package import PushGateway
import ShoulderTap

/// Two phones with two apps each that perform random steps, and a slow model that predicts the results.
package struct DeliveryRun {
    package private(set) var bench: DeliveryBench
    var model: ReferenceDelivery
    var dice: RollingDie
    package private(set) var tokens: [DeviceToken] = []
    var names = 0
    var judge = DeliveryJudge()
    let budget: WakeBudget?
    /// Whether most pushes wake one app that is not on the screen, so that it uses up its budget.
    private let wakesOneApp: Bool

    /// Creates a run. If `followed` is true, a second service that works only with stored rows must give the same
    /// results as the machine.
    package init(seed: UInt64, followed: Bool = false) {
        self.dice = RollingDie(seed: seed)
        self.budget =
            self.dice.coin()
            ? nil : WakeBudget(perHour: Int64(1 + self.dice.below(6)), burst: Int64(1 + self.dice.below(3)))
        self.wakesOneApp = self.dice.below(3) == 0
        self.bench = DeliveryBench(rules: DeliveryRules(wakeBudget: self.budget))
        self.model = ReferenceDelivery(budget: self.budget)
        let now = self.bench.now
        self.bench.splitsPushes = seed.isMultiple(of: 2)
        if followed { self.bench.follow() }
        let other = DeviceNumber(1)
        self.bench.happen(.addDevice(other))
        self.bench.happen(.install("com.contoso.other", on: DeviceNumber(0), as: AppNumber(1), .all))
        self.bench.happen(.install(DeliveryBench.bundle, on: other, as: AppNumber(2), .all))
        self.bench.happen(.install("com.contoso.other", on: other, as: AppNumber(3), .all))
        self.model.devices = [.init(), .init()]
        for app in 0..<4 {
            let full = self.budget.map { $0.refill * $0.burst } ?? .zero
            self.model.apps.append(.init(device: app / 2, savings: full, countedAt: now))
            let token = app == 0 ? DeliveryBench.token : self.freshToken()
            if app > 0 { self.bench.happen(.register(AppNumber(UInt32(app)), token, as: self.newToken)) }
            self.model.tokens.append(.init(text: token, app: app))
            self.tokens.append(token)
        }
    }

    mutating func freshToken() -> DeviceToken {
        self.names += 1
        let digits = String(self.names, radix: 16)
        return DeviceToken(String(repeating: "0", count: 64 - digits.count) + digits)
    }

    /// The number that the machine will give to the next unknown token.
    private var newToken: TokenNumber {
        let known = self.bench.store.keys.filter { $0.first == DeliveryRowKey.registration(0).bytes.first }
        return TokenNumber(UInt32(known.count))
    }

    package mutating func interval(_ most: Interval) -> Interval {
        // An odd number of microseconds makes it unlikely that two events happen at the same time.
        Interval(microseconds: Int64(self.dice.below(Int(most.microseconds))) | 1)
    }

    package mutating func fate() -> DrawnFate {
        DrawnFate(
            delay: self.dice.below(3) == 0 ? self.interval(.minutes(5)) : .zero, isLost: self.dice.below(12) == 0,
            copyAfter: self.dice.below(10) == 0 ? self.interval(.minutes(10)) : nil,
            isTakenForNewest: self.dice.below(10) == 0,
            groupingWindow: self.dice.below(6) == 0 ? self.interval(.minutes(10)) : nil,
            patience: self.dice.below(5) == 0 ? self.interval(.minutes(30)) : .zero)
    }

    package mutating func push() -> AcceptedPush {
        self.names += 1
        let kinds: [PayloadKind] = [
            .shoulderTap, .shoulderTap, .background, .alert, .alertWithWake, .voip, .widgets, .foreign,
        ]
        let expirations: [PushExpiration] = [
            .none, .none, .once, .at(self.bench.now + self.interval(.hours(2))),
        ]
        var push = AcceptedPush(
            id: "p\(self.names)", token: self.tokens[self.dice.below(self.tokens.count)], topic: DeliveryBench.bundle,
            type: self.dice.coin() ? .background : nil, priority: self.dice.pick([.powerAware, .immediate, .passive]),
            expiration: self.dice.pick(expirations),
            collapseID: self.dice.below(3) == 0 ? self.dice.pick(["x", "y"]) : nil, payload: [1],
            kind: self.dice.pick(kinds))
        push.isFromOutside = self.dice.coin()
        if self.wakesOneApp, self.dice.below(4) > 0 {
            (push.token, push.kind, push.priority) = (self.tokens[0], .shoulderTap, .powerAware)
        }
        return push
    }

    /// Plays random steps to the end. Returns the first difference; nil when there is none.
    package mutating func play(steps: Int) -> String? {
        for step in 0..<steps {
            self.step()
            if let difference = self.difference() { return "step \(step): \(difference)" }
        }
        return self.end() ?? self.tray()
    }

    package mutating func step() {
        let (now, device, app) = (self.bench.now, self.dice.below(2), self.dice.below(4))
        let (phone, number) = (DeviceNumber(UInt32(device)), AppNumber(UInt32(app)))
        self.model.time = now
        switch self.dice.below(20) {
        case 0...5:
            let (push, fate) = (self.push(), self.fate())
            self.judge.sent(push, fate, at: now)
            self.bench.happen(.accept(push, as: self.bench.machine.nextNumber, fate.fate))
            self.model.accept(push, fate, now)
        case 6...8:
            let later = now + (self.dice.below(4) == 0 ? self.interval(.hours(8)) : self.interval(.minutes(2)))
            self.bench.advance(to: later)
            self.model.settle(later)
        case 9:
            let (link, fate) = (self.dice.pick(LinkState.allCases), self.fate())
            self.judge.redelivered(fate)
            let copies = self.bench.machine.nextNumber
            self.bench.happen(.link(phone, link, redelivery: fate.fate, copies: copies))
            self.model.set(device: device, link, fate, now)
        case 10:
            let power = self.dice.pick(PowerState.allCases)
            self.bench.happen(.power(phone, power))
            self.model.set(device: device, power, now)
        case 11:
            let lock = self.dice.pick(LockState.allCases)
            self.bench.happen(.lock(phone, lock))
            self.model.set(device: device, lock, now)
        case 12, 13:
            let state = self.dice.pick(self.wakesOneApp ? [.background, .suspended] : AppState.allCases)
            self.bench.happen(.state(number, state))
            self.model.set(app: app, state, now)
        case 14:
            let switches = self.dice.coin() ? .all : AppSwitches(rawValue: UInt8(self.dice.below(8)))
            self.bench.happen(.switches(number, switches))
            self.model.set(app: app, switches, now)
        case 15, 16:
            let handled = self.model.pushes.filter { $0.place == .handling }
            guard !handled.isEmpty else { return }
            let (push, result) = (self.dice.pick(handled), self.dice.pick(HandlingResult.allCases))
            self.bench.happen(.finished(AppNumber(UInt32(push.app)), PushNumber(push.number), result))
            self.model.finish(push.number, result, now)
        case 17: self.changeTokens(app, number, now)
        case 18:
            guard self.dice.below(4) == 0 else { return }
            self.bench.happen(.restart(phone))
            self.model.restart(device)
        default:
            self.bench.crash()
            self.bench.pack()
        }
    }

    /// Returns the first difference from the model, or the first fault, since the last call; nil when there is none.
    private mutating func difference() -> String? {
        let actions = self.bench.timedActions()
        let said = actions.map { "\($0.action.word) at \($0.at.microseconds)" }.sorted()
        let expected = self.model.words.sorted()
        self.model.words = []
        guard said == expected else { return "it does \(said), the model \(expected)" }
        if let fault = (self.judge.faults(actions, budget: self.budget) + self.bench.storeFaults()).first {
            return fault
        }
        if let difference = self.bench.differences.first { return difference }
        let (found, wanted) = (self.bench.machine.pushesUnderWay, self.model.pushes.count)
        return found == wanted ? nil : "it has \(found) pushes under way, the model \(wanted)"
    }

    /// Shows and hides random alerts, and compares what a device shows with a list. Among alerts with the same collapse
    /// id, the device must show only the last. Returns the first difference; nil when there is none.
    private mutating func tray() -> String? {
        var (tray, model) = (AlertTray(), [AcceptedPush]())
        for _ in 0..<12 {
            let alert = self.push()
            if let id = alert.collapseID {
                model.removeAll { $0.collapseID == id }
                if self.dice.below(3) == 0 { tray.hide(collapseID: id) }
            }
            model.append(alert)
            tray.show(alert)
            guard tray.alerts == model else {
                return "a device shows the alerts \(tray.alerts.map(\.id)), not \(model.map(\.id))"
            }
        }
        return nil
    }

    /// Opens every app and waits for a month. Returns what is still under way; nil when nothing is.
    package mutating func end() -> String? {
        self.calm()
        self.bench.advance(by: .days(31))
        if let difference = self.bench.differences.first { return difference }
        guard self.bench.machine.pushesUnderWay == 0 else { return "a push never ended" }
        return self.bench.timers.isEmpty ? nil : "a timer is left"
    }

    /// Opens every app, so that all held pushes are delivered, and sends nothing more.
    private mutating func calm() {
        for phone in [DeviceNumber(0), DeviceNumber(1)] {
            self.bench.happen(
                .link(phone, .online, redelivery: .ideal, copies: self.bench.machine.nextNumber))
            self.bench.happen(.lock(phone, .unlocked))
        }
        for app in UInt32(0)..<4 { self.bench.happen(.state(AppNumber(app), .foreground)) }
    }

    mutating func changeTokens(_ app: Int, _ number: AppNumber, _ now: Instant) {
        guard self.dice.below(3) > 0 else { return self.moveToken(to: app, number) }
        let token = self.freshToken()
        if self.dice.coin() {
            let (old, lag) = (self.tokens[app], self.interval(.minutes(20)))
            guard let owner = self.owner(of: old), self.model.apps[owner].isInstalled else { return }
            self.bench.happen(.rotate(old, to: token, as: self.newToken, TokenLag(death: lag)))
            self.model.rotate(old, token, lag, now)
            self.judge.died(old, at: now + lag)
        } else {
            self.bench.happen(.uninstall(number, answerLag: .minutes(Int64(app))))
            self.model.uninstall(app, now)
            for known in self.model.tokens where known.app == app { self.judge.died(known.text, at: now) }
            guard self.dice.coin() else { return }
            let (bundle, phone) = (
                app % 2 == 0 ? DeliveryBench.bundle : "com.contoso.other", DeviceNumber(UInt32(app / 2))
            )
            self.bench.happen(.install(bundle, on: phone, as: AppNumber(4), .all))
            self.bench.happen(.register(number, token, as: self.newToken))
            self.model.reinstall(app, token)
        }
        self.tokens[app] = token
    }

    private func owner(of token: DeviceToken) -> Int? { self.model.tokens.first { $0.text == token }?.app }

    /// Registers a known token for another app, as a restored backup does. Pushes to the token may be under way.
    private mutating func moveToken(to app: Int, _ number: AppNumber) {
        let sent = self.model.pushes.filter { $0.app != app }.map(\.push.token)
        let token = sent.isEmpty || self.dice.coin() ? self.dice.pick(self.tokens) : self.dice.pick(sent)
        guard self.model.apps[app].isInstalled, self.owner(of: token) != app else { return }
        self.bench.happen(.register(number, token, as: self.newToken))
        self.model.move(token, to: app)
        self.judge.revived(token)
    }
}
