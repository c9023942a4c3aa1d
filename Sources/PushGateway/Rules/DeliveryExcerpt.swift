import Basics

/// A delivery machine that is built from a few rows of a store. It handles these rows exactly as the whole machine
/// would.
struct DeliveryExcerpt {
    private let rows: [DeliveryRowKey: DeliveryRow]
    private var machine: PushDelivery
    private var numbers: RowNumbers
    /// For each push in the excerpt, its number in the store and its timer in the machine.
    private var timers: [(push: PushNumber, timer: DeliveryTimer)] = []
    private var notes = Notes()

    /// The placeholder time of a timer that the event did not touch. It is needed because the rows of held pushes do
    /// not contain the time of their timer.
    private static let untouched = Instant(microseconds: .min)

    /// Creates an excerpt from rows in any order. `rows` must also contain every row that one of these rows refers to.
    init(_ rows: [DeliveryRowKey: DeliveryRow], _ rules: DeliveryRules) throws(DeliveryRowFault) {
        let keys = rows.keys.filter { $0 != .service }.sorted()
        let numbers = RowNumbers(keys)
        // The next push number is greater than the number of every existing push, with room for copies.
        var named: [DeliveryRowKey: DeliveryRow] = [.service: .service(nextPush: .max - 1)]
        for key in keys {
            guard let row = rows[key], let place = numbers.place(of: key) else { continue }
            if let missing = row.references.first(where: { rows[$0] == nil }) { throw .missing(missing, for: key) }
            named[place] = row.renamed { numbers.place(of: $0) ?? $0 }
        }
        do throws(DeliveryRowFault) {
            self.machine = try PushDelivery(rows: named, rules: rules)
        } catch {
            throw DeliveryRowFault(key: numbers.stored(error.key), problem: error.problem)
        }
        (self.rows, self.numbers) = (rows, numbers)
        for slot in self.machine.parcels.slots {
            let timer = self.machine.parcels.arm(slot, at: Self.untouched)
            self.timers.append((self.machine.parcels[slot].number, timer))
        }
    }

    /// Returns the number that the machine uses for an app. `app` is the number of this app in the store.
    func find(_ app: AppNumber) throws(DeliveryRowFault) -> AppNumber {
        guard let place = self.numbers.apps.place(of: app.value) else { throw .missing(.app(app)) }
        return AppNumber(place)
    }

    func find(_ device: DeviceNumber) throws(DeliveryRowFault) -> DeviceNumber {
        guard let place = self.numbers.devices.place(of: device.value) else { throw .missing(.device(device)) }
        return DeviceNumber(place)
    }

    /// Runs `event` on the machine. Pushes that the machine creates are numbered from `first`.
    mutating func act<Result>(
        first: PushNumber? = nil, _ event: (inout PushDelivery, inout Notes) -> Result
    ) -> Result {
        if let first { self.machine.nextPush = first.value }
        return event(&self.machine, &self.notes)
    }

    /// Runs `event` on the machine for an app. The app is given by its number in the store.
    mutating func act(
        on app: AppNumber, _ event: (inout PushDelivery, AppNumber, inout Notes) -> Void
    ) throws(DeliveryRowFault) {
        let app = try self.find(app)
        self.act { event(&$0, app, &$1) }
    }

    /// Runs `event` on the machine for a device. The device is given by its number in the store.
    mutating func act(
        on device: DeviceNumber, first: PushNumber? = nil,
        _ event: (inout PushDelivery, DeviceNumber, inout Notes) -> Void
    ) throws(DeliveryRowFault) {
        let device = try self.find(device)
        self.act(first: first) { event(&$0, device, &$1) }
    }

    /// Accepts a push. The push is sent later, when its timer fires. The sender gets 200 even if no app has the token
    /// of the push.
    mutating func take(
        _ push: AcceptedPush, as number: PushNumber, _ fate: Fate, at now: Instant
    ) throws(DeliveryRowFault) {
        guard self.rows[.push(number)] == nil else { throw .taken(.push(number)) }
        guard let token = self.machine.number(of: push.token),
            self.machine.known(token, at: now).environment == push.environment
        else {
            _ = self.act(first: number) { $0.accept(push, fate: fate, at: now, into: &$1) }
            return
        }
        let taken = self.act(first: number) { $0.take(push, to: token, fate: fate, at: now, into: &$1) }
        let timer = self.machine.parcels.arm(taken.slot, at: self.machine.parcels[taken.slot].due)
        self.timers.append((number, timer))
    }

    /// Handles the timer of a push, which may ring early or late.
    mutating func ring(_ number: PushNumber, at now: Instant) {
        guard let timer = self.timers.first(where: { $0.push == number })?.timer else { return }
        let slot = timer.slot
        let parcel = self.machine.parcels[slot]
        if parcel.place == .flying {
            _ = self.machine.parcels.disarm(slot)
            let taken = TakenPush(number: number, slot: slot)
            return self.act(first: PushNumber(number.value + 1)) { $0.send(taken, at: now, into: &$1) }
        }
        self.act { machine, notes in
            if let moment = machine.moment(of: parcel), now < moment {
                machine.arm(slot, at: moment, into: &notes)
            } else {
                machine.timerFired(timer, at: now, into: &notes)
            }
        }
    }

    mutating func addDevice(as number: DeviceNumber) throws(DeliveryRowFault) {
        guard self.numbers.devices.append(number.value) else { throw .taken(.device(number)) }
        _ = self.act { $0.addDevice(into: &$1) }
    }

    mutating func install(
        _ bundle: String, on device: DeviceNumber, as number: AppNumber, _ switches: AppSwitches
    ) throws(DeliveryRowFault) {
        let device = try self.find(device)
        let app = self.act { $0.install(bundle, on: device, switches: switches, into: &$1) }
        guard Int(app.value) == self.numbers.apps.count else { return }
        guard self.numbers.apps.append(number.value) else { throw .taken(.app(number)) }
    }

    /// Runs an event that gives an app a token. If the machine creates a registration, the store uses `number` for this
    /// registration.
    mutating func register(
        as number: TokenNumber, _ event: (inout PushDelivery, inout Notes) -> Bool
    ) throws(DeliveryRowFault) {
        _ = self.act(event)
        guard self.machine.directory.records.count > self.numbers.registrations.count else { return }
        guard self.numbers.registrations.append(number.value) else { throw .taken(.registration(number.value)) }
    }

    /// The decision that results from the event: the rows to write, the timers to set and the actions to take.
    var decision: GatewayDecision {
        GatewayDecision(
            writes: self.writes, timers: self.changedTimers,
            actions: self.notes.actions.map { $0.renamed { self.numbers.stored($0) } })
    }

    private var writes: [GatewayWrite] {
        var seen: Set<DeliveryRowKey> = []
        let changes = self.notes.changes.filter { $0.key != .service && seen.insert($0.key).inserted }
        return changes.compactMap { change in
            let key = self.numbers.stored(change.key)
            let row = self.machine.row(after: change)?.renamed { self.numbers.stored($0) }
            return row == self.rows[key] ? nil : GatewayWrite(key: key, row: row)
        }.sorted { $0.key < $1.key }
    }

    private var changedTimers: [GatewayTimer] {
        let parcels = self.machine.parcels
        let under = parcels.slots.filter { parcels.alarm(of: $0) != Self.untouched }.map { slot in
            GatewayTimer(push: parcels[slot].number, moment: parcels.alarm(of: slot))
        }
        let left = Set(parcels.slots.map { parcels[$0].number })
        let gone = self.timers.filter { !left.contains($0.push) }.map { GatewayTimer(push: $0.push, moment: nil) }
        return (under + gone).sorted { $0.push < $1.push }
    }
}

extension DeliveryExcerpt {
    /// Collects the machine's actions and changed rows. Ignores timers, because the excerpt collects the timers at the
    /// end.
    struct Notes: DeliverySink {
        fileprivate(set) var actions: [DeliveryAction] = []
        fileprivate(set) var changes: [DeliveryRowChange] = []

        mutating func take(_ action: consuming DeliveryAction) {
            switch action {
            case .setTimer, .cancelTimer: break
            default: self.actions.append(action)
            }
        }

        mutating func changed(_ row: DeliveryRowChange) { self.changes.append(row) }
    }
}

extension DeliveryRowFault {
    fileprivate static func missing(_ key: DeliveryRowKey, for row: DeliveryRowKey? = nil) -> Self {
        DeliveryRowFault(key: row ?? key, problem: row == nil ? "it is missing" : "\(key) is missing")
    }

    fileprivate static func taken(_ key: DeliveryRowKey) -> Self {
        DeliveryRowFault(key: key, problem: "its number is given out already")
    }
}
