import Basics
import ShoulderTap

/// The encoding of a row: a byte for the version, a byte for the kind, then the fields in order.
extension DeliveryRow {
    private static let version: UInt8 = 1

    package var encoded: [UInt8] {
        var writer = RowWriter()
        writer.write(Self.version)
        switch self {
        case .service(let nextPush):
            writer.write(UInt8(1))
            writer.write(nextPush)
        case .device(let device):
            writer.write(UInt8(2))
            device.write(to: &writer)
        case .app(let app):
            writer.write(UInt8(3))
            app.write(to: &writer)
        case .registration(let registration):
            writer.write(UInt8(4))
            registration.write(to: &writer)
        case .push(let push):
            writer.write(UInt8(5))
            push.write(to: &writer)
        }
        return writer.bytes
    }

    /// Decodes a row. Returns nil for invalid bytes, including the bytes of a later version.
    package init?(encoded bytes: [UInt8]) {
        var reader = RowReader(bytes)
        guard reader.number(UInt8.self) == Self.version else { return nil }
        let row: Self? =
            switch reader.number(UInt8.self) {
            case 1: reader.number().map { .service(nextPush: $0) }
            case 2: Device(from: &reader).map { .device($0) }
            case 3: App(from: &reader).map { .app($0) }
            case 4: Registration(from: &reader).map { .registration($0) }
            case 5: Push(from: &reader).map { .push($0) }
            default: nil
            }
        guard let row, reader.isAtEnd else { return nil }
        self = row
    }
}

extension RowReader {
    mutating func instant() -> Instant? { self.number(Int64.self).map(Instant.init(microseconds:)) }
    mutating func interval() -> Interval? { self.number(Int64.self).map(Interval.init(microseconds:)) }
}

extension RowWriter {
    mutating func write(_ instant: Instant) { self.write(instant.microseconds) }
    mutating func write(_ interval: Interval) { self.write(interval.microseconds) }
}

extension DeliveryRow.Device {
    fileprivate func write(to writer: inout RowWriter) {
        writer.write(self.link.rawValue)
        writer.write(self.power.rawValue)
        writer.write(self.lock.rawValue)
    }

    fileprivate init?(from reader: inout RowReader) {
        guard let link = reader.choice(LinkState.self), let power = reader.choice(PowerState.self),
            let lock = reader.choice(LockState.self)
        else { return nil }
        self.init(link: link, power: power, lock: lock)
    }
}

extension DeliveryRow.App {
    fileprivate func write(to writer: inout RowWriter) {
        writer.write(self.device.value)
        writer.write(self.bundle)
        writer.write(self.state.rawValue)
        writer.write(self.switches.rawValue)
        writer.write(self.isInstalled)
        writer.write(self.allowance.fullAgainAt)
    }

    fileprivate init?(from reader: inout RowReader) {
        guard let device = reader.number(UInt32.self), let bundle = reader.text(),
            let state = reader.choice(AppState.self), let switches = reader.number(UInt8.self),
            AppSwitches.all.rawValue & switches == switches, let isInstalled = reader.flag(),
            let fullAgainAt = reader.instant()
        else { return nil }
        self.init(
            device: DeviceNumber(device), bundle: bundle, state: state, switches: AppSwitches(rawValue: switches),
            isInstalled: isInstalled, allowance: WakeAllowance(fullAgainAt: fullAgainAt))
    }
}

extension DeliveryRow.Registration {
    fileprivate func write(to writer: inout RowWriter) {
        writer.write(self.token.text)
        writer.write(self.topic)
        writer.write(self.app.value)
        writer.write(self.environment.rawValue)
        writer.write(self.endCause.rawValue)
        writer.write(self.registeredAt)
        writer.write(self.diesAt)
        writer.write(self.answeredAt)
    }

    fileprivate init?(from reader: inout RowReader) {
        guard let token = reader.text(), let topic = reader.text(), let app = reader.number(UInt32.self),
            let environment = reader.choice(PushEnvironment.self),
            let endCause = reader.choice(TokenDirectory.EndCause.self), let registeredAt = reader.instant(),
            let diesAt = reader.instant(), let answeredAt = reader.instant()
        else { return nil }
        self.init(
            token: DeviceToken(token), topic: topic, app: AppNumber(app), environment: environment,
            endCause: endCause, registeredAt: registeredAt, diesAt: diesAt, answeredAt: answeredAt)
    }
}

extension DeliveryRow.Push {
    fileprivate func write(to writer: inout RowWriter) {
        self.push.write(to: &writer)
        writer.write(self.registration)
        writer.write(self.app.value)
        writer.write(optional: self.expiresAt) { $0.write($1) }
        writer.write(self.place.rawValue)
        self.fate.write(to: &writer)
        writer.write(self.due)
    }

    fileprivate init?(from reader: inout RowReader) {
        guard let push = AcceptedPush(from: &reader), let registration = reader.number(UInt32.self),
            let app = reader.number(UInt32.self), let expiresAt = reader.optional({ $0.instant() }),
            let place = reader.choice(Parcel.Place.self), let fate = Fate(from: &reader), let due = reader.instant()
        else { return nil }
        self.init(
            push: push, registration: registration, app: AppNumber(app), expiresAt: expiresAt, place: place,
            fate: fate, due: due)
    }
}

extension Fate {
    fileprivate func write(to writer: inout RowWriter) {
        writer.write(self.delay)
        writer.write(self.isLost)
        writer.write(optional: self.copyAfter) { $0.write($1) }
        writer.write(self.isTakenForNewest)
        writer.write(optional: self.groupingWindow) { $0.write($1) }
        writer.write(self.patience)
    }

    fileprivate init?(from reader: inout RowReader) {
        guard let delay = reader.interval(), let isLost = reader.flag(),
            let copyAfter = reader.optional({ $0.interval() }), let isTakenForNewest = reader.flag(),
            let groupingWindow = reader.optional({ $0.interval() }), let patience = reader.interval()
        else { return nil }
        self.init(
            delay: delay, isLost: isLost, copyAfter: copyAfter, isTakenForNewest: isTakenForNewest,
            groupingWindow: groupingWindow, patience: patience)
    }
}
