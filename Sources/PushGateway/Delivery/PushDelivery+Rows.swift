package import Basics

/// The error for rows that do not form a valid delivery machine.
package struct DeliveryRowFault: Error, Hashable, Sendable, CustomStringConvertible {
    let key: DeliveryRowKey
    let problem: String

    package var description: String { "row \(self.key): \(self.problem)" }
}

/// The conversion of the machine to rows and back. Rows are for state that outlives the process.
extension PushDelivery {
    /// Returns the current row after a change, or nil when the row must be erased.
    package func row(after change: DeliveryRowChange) -> DeliveryRow? {
        switch change.key {
        case .service: return .service(nextPush: self.nextPush)
        case .device(let number): return Self.value(self.devices, number.value).map { .device($0.row) }
        case .app(let number):
            return Self.value(self.apps, number.value).map { .app($0.row(bundle: self.bundles[$0.bundle])) }
        case .registration(let number):
            guard let record = Self.value(self.directory.records, number) else { return nil }
            return .registration(
                record.row(token: self.directory.tokens[number], topic: self.directory.topics[record.topic]))
        case .push(let number):
            guard self.parcels.contains(change.slot), self.parcels[change.slot].number == number else { return nil }
            return .push(self.parcels[change.slot].row(self.push(in: change.slot)))
        }
    }

    /// The changes for all rows, without duplicates. Pass each of them to `row(after:)`.
    package var everyRow: [DeliveryRowChange] {
        [DeliveryRowChange(.service)]
            + self.devices.indices.map { DeliveryRowChange(.device(DeviceNumber(UInt32($0)))) }
            + self.apps.indices.map { DeliveryRowChange(.app(AppNumber(UInt32($0)))) }
            + self.directory.records.indices.map { DeliveryRowChange(.registration(UInt32($0))) }
            + self.parcels.slots.map { DeliveryRowChange(.push(self.parcels[$0].number), slot: $0) }
    }

    func changed(_ slot: UInt32, in sink: inout some DeliverySink) {
        sink.changed(DeliveryRowChange(.push(self.parcels[slot].number), slot: slot))
    }

    private static func value<Value>(_ values: [Value], _ number: UInt32) -> Value? {
        Int(number) < values.count ? values[Int(number)] : nil
    }

    /// Rebuilds a machine from its rows, which may be in any order. Call `resume` afterwards to set its timers.
    package init(
        rows: [DeliveryRowKey: DeliveryRow], rules: DeliveryRules = DeliveryRules()
    ) throws(DeliveryRowFault) {
        self.init(rules: rules)
        // Sorted, because numbers are given in the order of insertion.
        let rows = rows.sorted { $0.key < $1.key }
        var handled: [UInt32] = []
        for (key, row) in rows {
            switch (key, row) {
            case (.service, .service(let nextPush)): self.nextPush = nextPush
            case (.device(let number), .device(let row)):
                try Self.require(number.value == self.devices.count, key, "a device before it is missing")
                self.devices.append(Device(row))
            case (.app(let number), .app(let row)): try self.restore(row, number, key)
            case (.registration(let number), .registration(let row)): try self.restore(row, number, key)
            case (.push(let number), .push(let row)):
                let slot = try self.restore(row, number, key)
                if row.place == .handling { handled.append(slot) }
            default: throw DeliveryRowFault(key: key, problem: "it holds a row of another kind")
            }
        }
        handled.sort {
            (self.parcels[$0].due, self.parcels[$0].number) < (self.parcels[$1].due, self.parcels[$1].number)
        }
        for slot in handled {
            let app = Int(self.parcels[slot].app.value)
            self.parcels[slot].next = self.apps[app].handling
            self.apps[app].handling = slot
        }
    }

    /// Sets every timer again after a restart. Timers from before the restart are ignored.
    package mutating func resume(at now: Instant, into sink: inout some DeliverySink) {
        let slots = self.parcels.slots.sorted { self.parcels[$0].number < self.parcels[$1].number }
        for slot in slots where self.parcels.contains(slot) {
            let parcel = self.parcels[slot]
            guard let moment = self.moment(of: parcel) else {
                self.retryHeld(parcel.app, at: now, into: &sink)
                continue
            }
            let copy = parcel.place == .flying ? self.copy(of: slot, into: &sink) : nil
            self.arm(slot, at: moment, into: &sink)
            if let copy { self.arm(copy, at: self.parcels[copy].due, into: &sink) }
        }
    }

    private static func require(
        _ condition: Bool, _ key: DeliveryRowKey, _ problem: String
    ) throws(DeliveryRowFault) {
        guard condition else { throw DeliveryRowFault(key: key, problem: problem) }
    }

    private mutating func restore(
        _ row: DeliveryRow.App, _ number: AppNumber, _ key: DeliveryRowKey
    ) throws(DeliveryRowFault) {
        try Self.require(number.value == self.apps.count, key, "an app before it is missing")
        try Self.require(Int(row.device.value) < self.devices.count, key, "its device is missing")
        var app = App(device: row.device, bundle: self.bundles.intern(row.bundle), switches: row.switches)
        (app.allowance, app.state, app.isInstalled) = (row.allowance, row.state, row.isInstalled)
        _ = self.append(app)
    }

    private mutating func restore(
        _ row: DeliveryRow.Registration, _ number: UInt32, _ key: DeliveryRowKey
    ) throws(DeliveryRowFault) {
        try Self.require(Int(number) == self.directory.records.count, key, "a registration before it is missing")
        try Self.require(Int(row.app.value) < self.apps.count, key, "its app is missing")
        try Self.require(self.directory.number(of: row.token) == nil, key, "another row has its token")
        let app = Int(row.app.value)
        let record = TokenDirectory.Record(
            topic: self.directory.intern(topic: row.topic), app: row.app.value, previous: self.apps[app].lastToken,
            environment: row.environment, endCause: row.endCause, registeredAt: row.registeredAt, diesAt: row.diesAt,
            answeredAt: row.answeredAt)
        let registered = self.directory.register(row.token, record)
        try Self.require(registered != nil, key, "its token is longer than any")
        self.apps[app].lastToken = number
    }

    private mutating func restore(
        _ row: DeliveryRow.Push, _ number: PushNumber, _ key: DeliveryRowKey
    ) throws(DeliveryRowFault) -> UInt32 {
        try Self.require(number.value < self.nextPush, key, "the service has not given out its number")
        try Self.require(Int(row.registration) < self.directory.records.count, key, "its registration is missing")
        try Self.require(Int(row.app.value) < self.apps.count, key, "its app is missing")
        let app = Int(row.app.value)
        let parcel = Parcel(
            number, row.push, registration: row.registration, app: row.app, expiresAt: row.expiresAt,
            place: row.place, fate: row.fate, due: row.due)
        let slot = self.pack(row.push, in: parcel)
        switch row.place {
        case .flying, .handling: break
        case .storedOffline, .storedForPower:
            try Self.require(self.apps[app].stored == nil, key, "another push is stored for its app")
            self.apps[app].stored = slot
        case .held:
            try Self.require(self.apps[app].held == nil, key, "another push is held for its app")
            self.apps[app].held = slot
        }
        return slot
    }
}

extension PushDelivery.Device {
    var row: DeliveryRow.Device { DeliveryRow.Device(link: self.link, power: self.power, lock: self.lock) }

    init(_ row: DeliveryRow.Device) { self.init(link: row.link, power: row.power, lock: row.lock) }
}

extension PushDelivery.App {
    func row(bundle: String) -> DeliveryRow.App {
        DeliveryRow.App(
            device: self.device, bundle: bundle, state: self.state, switches: self.switches,
            isInstalled: self.isInstalled, allowance: self.allowance)
    }
}

extension TokenDirectory.Record {
    func row(token: DeviceToken, topic: String) -> DeliveryRow.Registration {
        DeliveryRow.Registration(
            token: token, topic: topic, app: AppNumber(self.app), environment: self.environment,
            endCause: self.endCause, registeredAt: self.registeredAt, diesAt: self.diesAt,
            answeredAt: self.answeredAt)
    }
}

extension Parcel {
    func row(_ push: AcceptedPush) -> DeliveryRow.Push {
        DeliveryRow.Push(
            push: push, registration: self.registration, app: self.app, expiresAt: self.expiresAt,
            place: self.place, fate: self.fate, due: self.due)
    }
}
