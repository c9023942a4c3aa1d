package import Basics
package import PushGateway
import ShoulderTap

/// One delivery machine with a phone and an app, a clock, and the timers that the machine has set.
///
/// The bench also keeps the rows of a store, and reads them back from their bytes.
package struct DeliveryBench {
    package var machine: PushDelivery
    package var now = Instant(microseconds: 1_700_000_000_000_000)
    package var timers: [(at: Instant, timer: DeliveryTimer)] = []
    package var phone = DeviceNumber(0)
    package var app = AppNumber(0)
    package private(set) var actions: [TimedAction] = []
    /// The bytes of the rows in a store that writes every change at once.
    package private(set) var store: [[UInt8]: [UInt8]] = [:]
    /// The same rows, read back from their bytes.
    package private(set) var rows: [DeliveryRowKey: DeliveryRow] = [:]
    /// A second push service, which works only with stored rows. It gets the same events as the machine, and must give
    /// the same results.
    package var twin: RowService?
    /// The differences between the twin and the machine.
    package var differences: [String] = []
    /// Whether the twin accepts a push and sends it in two steps.
    package var splitsPushes = false

    package static let bundle = "com.contoso.app"
    package static let token = DeviceToken(String(repeating: "0a", count: 32))

    package init(rules: DeliveryRules = DeliveryRules(), switches: AppSwitches = .all) {
        self.machine = PushDelivery(rules: rules)
        self.write(DeliveryRowChange(.service))
        self.phone = self.run { $0.addDevice(into: &$1) }
        let phone = self.phone
        self.app = self.run { $0.install(Self.bundle, on: phone, switches: switches, into: &$1) }
        let (app, now) = (self.app, self.now)
        _ = self.run { $0.register(app, Self.token, at: now, into: &$1) }
    }

    @discardableResult
    package mutating func run<Result>(_ event: (inout PushDelivery, inout DeliveryRecorder) -> Result) -> Result {
        var recorder = DeliveryRecorder()
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
            precondition(DeliveryRow(encoded: bytes.dropLast()) == nil, "a row without its end is read")
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

    /// Whether the rows say that an app is on the screen.
    private func hasScreen(_ app: AppNumber) -> Bool {
        guard case .app(let row)? = self.machine.row(after: DeliveryRowChange(.app(app))),
            case .device(let device)? = self.machine.row(after: DeliveryRowChange(.device(row.device)))
        else { return false }
        return row.state == .foreground && device.lock == .unlocked
    }

    /// Returns all actions since the last call, except timers.
    package mutating func timedActions() -> [TimedAction] {
        defer { self.actions = [] }
        return self.actions
    }

    /// Ends the process and starts it again with its rows. The timers of the old process are gone.
    package mutating func crash() {
        do {
            self.machine = try PushDelivery(rows: self.rows, rules: self.machine.rules)
        } catch {
            preconditionFailure("\(error)")
        }
        self.resume()
    }

    /// Packs and unpacks the machine, as a lab does with its idle parts. Does nothing while a push is under way.
    package mutating func pack() {
        guard self.machine.pushesUnderWay == 0 else { return }
        var packer = Packer(origin: self.now)
        self.machine.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: self.now)
        self.machine = PushDelivery(from: &unpacker, rules: self.machine.rules)
        precondition(unpacker.isAtEnd, "more was packed than is unpacked")
    }

    /// Descriptions of the rows that are different in the store and in the machine.
    package func storeFaults() -> [String] {
        var rows: [[UInt8]: [UInt8]] = [:]
        for change in self.machine.everyRow { rows[change.key.bytes] = self.machine.row(after: change)?.encoded }
        let keys = Set(rows.keys).union(self.store.keys).filter { rows[$0] != self.store[$0] }
        return keys.map { "row \($0) is not what the store has" }.sorted()
    }

    package mutating func advance(by interval: Interval) { self.advance(to: self.now + interval) }

    package mutating func advance(to moment: Instant) {
        while let index = self.timers.indices.min(by: { self.timers[$0].at < self.timers[$1].at }),
            self.timers[index].at <= moment
        {
            let (at, timer) = self.timers.remove(at: index)
            self.now = max(self.now, at)
            self.fire(timer)
        }
        self.now = max(self.now, moment)
    }
}

/// A sink that keeps all actions and changes.
package struct DeliveryRecorder: DeliverySink {
    package var actions: [DeliveryAction] = []
    package var changes: [DeliveryRowChange] = []

    package init() {}

    package mutating func take(_ action: DeliveryAction) { self.actions.append(action) }
    package mutating func changed(_ row: DeliveryRowChange) { self.changes.append(row) }
}
