import Basics
import PushGateway
import ShoulderTap

/// Takes actions, and counts what it is told to write.
struct Recorder: DeliverySink {
    var actions: [DeliveryAction] = []
    var changes: [DeliveryRowChange] = []

    mutating func take(_ action: DeliveryAction) { self.actions.append(action) }
    mutating func changed(_ row: DeliveryRowChange) { self.changes.append(row) }
}

/// One delivery machine with one phone and one app on it, a clock, and the timers that the machine asked for.
struct Bench {
    var machine: PushDelivery
    var now = Instant(microseconds: 1_700_000_000_000_000)
    var timers: [(at: Instant, timer: DeliveryTimer)] = []
    var phone = DeviceNumber(0)
    var app = AppNumber(0)
    private(set) var actions: [TimedAction] = []
    /// What a store would hold if it wrote every change at once.
    private(set) var store: [[UInt8]: [UInt8]] = [:]
    /// The same, read back from its bytes.
    private(set) var rows: [DeliveryRowKey: DeliveryRow] = [:]
    /// The rules over rows beside the machine, and where the two differ.
    var twin: RowService?
    var differences: [String] = []
    /// Whether the twin takes a push in and sends it in two steps.
    var splitsPushes = false

    static let bundle = "com.contoso.app"
    static let token = DeviceToken(String(repeating: "0a", count: 32))

    init(rules: DeliveryRules = DeliveryRules(), switches: AppSwitches = .all) {
        self.machine = PushDelivery(rules: rules)
        self.write(DeliveryRowChange(.service))
        self.phone = self.run { $0.addDevice(into: &$1) }
        let phone = self.phone
        self.app = self.run { $0.install(Self.bundle, on: phone, switches: switches, into: &$1) }
        let (app, now) = (self.app, self.now)
        _ = self.run { $0.register(app, Self.token, at: now, into: &$1) }
    }

    @discardableResult
    mutating func run<Result>(_ event: (inout PushDelivery, inout Recorder) -> Result) -> Result {
        var recorder = Recorder()
        let result = event(&self.machine, &recorder)
        for action in recorder.actions { self.note(action) }
        for change in recorder.changes { self.write(change) }
        return result
    }

    private mutating func write(_ change: DeliveryRowChange) {
        let (key, bytes) = (change.key.bytes, self.machine.row(after: change)?.encoded)
        self.store[key] = bytes
        guard let readKey = DeliveryRowKey(bytes: key) else { preconditionFailure("a key cannot be read back") }
        self.rows[readKey] = bytes.map { bytes in
            guard let row = DeliveryRow(encoded: bytes) else { preconditionFailure("a row cannot be read back") }
            return row
        }
    }

    private mutating func note(_ action: DeliveryAction) {
        switch action {
        case .setTimer(let timer, let moment):
            precondition(!self.timers.contains { $0.timer == timer }, "\(timer) is set twice")
            self.timers.append((moment, timer))
        case .cancelTimer(let timer):
            guard let index = self.timers.firstIndex(where: { $0.timer == timer }) else {
                preconditionFailure("\(timer) is cancelled and not set")
            }
            self.timers.remove(at: index)
        case .wake(let app, _, _):
            self.actions.append(TimedAction(at: self.now, action: action, hadScreen: self.hasScreen(app)))
        default: self.actions.append(TimedAction(at: self.now, action: action, hadScreen: false))
        }
    }

    /// As the rows tell it.
    private func hasScreen(_ app: AppNumber) -> Bool {
        guard case .app(let row)? = self.machine.row(after: DeliveryRowChange(.app(app))),
            case .device(let device)? = self.machine.row(after: DeliveryRowChange(.device(row.device)))
        else { return false }
        return row.state == .foreground && device.lock == .unlocked
    }

    /// Everything but timers since the last time that somebody asked.
    mutating func taken() -> [DeliveryAction] {
        self.timedActions().map(\.action)
    }

    mutating func timedActions() -> [TimedAction] {
        defer { self.actions = [] }
        return self.actions
    }

    /// As `taken`, in words.
    mutating func words() -> [String] { self.taken().map(\.word) }

    /// The process ends and starts again with what it had written; the timers of the old one are gone.
    mutating func crash() {
        do {
            self.machine = try PushDelivery(rows: self.rows, rules: self.machine.rules)
        } catch {
            preconditionFailure("\(error)")
        }
        self.resume()
    }

    /// Where the store differs from what the machine would write if it wrote everything anew.
    func storeFaults() -> [String] {
        var rows: [[UInt8]: [UInt8]] = [:]
        for change in self.machine.everyRow { rows[change.key.bytes] = self.machine.row(after: change)?.encoded }
        let keys = Set(rows.keys).union(self.store.keys).filter { rows[$0] != self.store[$0] }
        return keys.map { "row \($0) is not what the store has" }
    }

    mutating func advance(by interval: Interval) { self.advance(to: self.now + interval) }

    mutating func advance(to moment: Instant) {
        while let index = self.timers.indices.min(by: { self.timers[$0].at < self.timers[$1].at }),
            self.timers[index].at <= moment
        {
            let (at, timer) = self.timers.remove(at: index)
            self.now = max(self.now, at)
            self.fire(timer)
        }
        self.now = max(self.now, moment)
    }

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
            id: id, token: Bench.token, topic: Bench.bundle, type: .background, priority: .powerAware, payload: [],
            kind: .shoulderTap)
    }

    static func alert(_ id: String = "a", _ kind: PayloadKind = .alert) -> Self {
        AcceptedPush(id: id, token: Bench.token, topic: Bench.bundle, type: .alert, payload: [], kind: kind)
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension DeliveryAction {
    /// The action with the `apns-id` of its push or the number of a push that it only names.
    var word: String {
        switch self {
        case .wake(_, _, let push): "wake \(push.id)"
        case .ring(_, _, let push): "ring \(push.id)"
        case .showAlert(_, _, let push): "show \(push.id)"
        case .handAlert(_, _, let push): "hand \(push.id)"
        case .handToSystem(_, _, let push): "system \(push.id)"
        case .drop(let number, let reason): "drop \(number.value) \(reason)"
        case .store(_, let number, let reason): "store \(number.value) \(reason)"
        case .hold(_, let number, let reason): "hold \(number.value) \(reason)"
        case .replace(let older, let newer): "replace \(older.value) by \(newer.value)"
        case .handled(_, let number, let result, let took):
            "handled \(number.value) \(result) \(took.microseconds / 1_000) ms"
        case .overdue(_, let number): "overdue \(number.value)"
        case .kill(_, let reason): "kill \(reason)"
        case .setTimer: "timer"
        case .cancelTimer: "no timer"
        case .log(let id, let entry): "log \(id): \(entry)"
        }
    }
}
