import Basics
import PushGateway
import ReferenceModels
import ShoulderTap

/// The bench in the words of tests.
extension DeliveryBench {
    /// Everything but timers since the last time that somebody asked.
    mutating func taken() -> [DeliveryAction] {
        self.timedActions().map(\.action)
    }

    /// As `taken`, in words.
    mutating func words() -> [String] { self.taken().map(\.word) }

    @discardableResult
    mutating func send(_ push: AcceptedPush, _ fate: Fate = .ideal) -> PushNumber? {
        let now = self.now
        return self.run { $0.accept(push, fate: fate, at: now, into: &$1) }
    }

    @discardableResult
    mutating func tap(_ id: String = "a", _ fate: Fate = .ideal) -> PushNumber? { self.send(.tap(id), fate) }

    mutating func set(_ state: AppState) {
        let (app, now) = (self.app, self.now)
        self.run { $0.set(app, to: state, at: now, into: &$1) }
    }

    mutating func set(_ link: LinkState, _ fate: Fate = .ideal) {
        let (phone, now) = (self.phone, self.now)
        self.run { $0.set(phone, to: link, redelivery: fate, at: now, into: &$1) }
    }

    mutating func set(_ power: PowerState) {
        let (phone, now) = (self.phone, self.now)
        self.run { $0.set(phone, to: power, at: now, into: &$1) }
    }

    mutating func set(_ lock: LockState) {
        let (phone, now) = (self.phone, self.now)
        self.run { $0.set(phone, to: lock, at: now, into: &$1) }
    }

    mutating func set(_ switches: AppSwitches) {
        let (app, now) = (self.app, self.now)
        self.run { $0.set(app, to: switches, at: now, into: &$1) }
    }

    mutating func set(_ rules: DeliveryRules) {
        let now = self.now
        self.run { $0.set(rules, at: now, into: &$1) }
    }

    mutating func restart() {
        let (phone, now) = (self.phone, self.now)
        self.run { $0.restart(phone, at: now, into: &$1) }
    }

    mutating func uninstall(answerLag: Interval = .zero) {
        let (app, now) = (self.app, self.now)
        self.run { $0.uninstall(app, answerLag: answerLag, at: now, into: &$1) }
    }

    mutating func addApp(_ bundle: String, token digits: String) -> DeviceToken {
        let (phone, now, token) = (self.phone, self.now, DeviceToken(String(repeating: digits, count: 32)))
        self.run { machine, sink in
            let app = machine.install(bundle, on: phone, into: &sink)
            _ = machine.register(app, token, at: now, into: &sink)
        }
        return token
    }

    mutating func reinstall(token: DeviceToken) {
        let (phone, now) = (self.phone, self.now)
        self.app = self.run { machine, sink in
            let app = machine.install(Self.bundle, on: phone, into: &sink)
            _ = machine.register(app, token, at: now, into: &sink)
            return app
        }
    }

    mutating func finish(_ number: PushNumber?, _ result: HandlingResult = .newData) {
        guard let number else { preconditionFailure("there was no push") }
        let (app, now) = (self.app, self.now)
        self.run { $0.appFinished(app, number, result, at: now, into: &$1) }
    }

    /// The process of the app dies by itself.
    mutating func die() {
        let app = self.app
        self.run { $0.appEnded(app, into: &$1) }
    }

    func life(of token: DeviceToken = Self.token) -> TokenLife? { self.machine.known(token, at: self.now)?.life }

    func owner(of token: DeviceToken = Self.token) -> AppNumber? { self.machine.known(token, at: self.now)?.app }
}

extension AcceptedPush {
    static func tap(_ id: String = "a") -> Self {
        AcceptedPush(
            id: id, token: DeliveryBench.token, topic: DeliveryBench.bundle, type: .background, priority: .powerAware,
            payload: [],
            kind: .shoulderTap)
    }

    static func alert(_ id: String = "a", _ kind: PayloadKind = .alert) -> Self {
        AcceptedPush(
            id: id, token: DeliveryBench.token, topic: DeliveryBench.bundle, type: .alert, payload: [], kind: kind)
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}
