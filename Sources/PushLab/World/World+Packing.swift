import Basics
import ConnectedDevices
import FeedService
import NotificationFeed
import PushGateway

/// Packs a world that has nothing pending into as few bytes as possible.
///
/// Only the parts that a fleet uses are packed: the lab's own app without bugs, the lab's own publisher, no faults of
/// links, and a history that keeps only a hash. A world with any other part is not packed.
extension World {
    private mutating func isAtRest() -> Bool {
        self.clock.urgent == 0 && !self.isStuck && self.record.isAtRest && self.isPlain && self.people.areAtRest()
            && self.service.isAtRest && self.post.isAtRest
    }

    /// Whether nothing is plugged in, nothing is recorded, no special parts are in use, and the service has not died.
    private var isPlain: Bool {
        self.plugs.isEmpty && self.weather.isPlain && self.post.isPlain && self.service.process.isUntouched
    }

    /// Packs the world.
    ///
    /// Returns nil while something is pending, and for a world with parts that a fleet does not use.
    ///
    /// A packed world has given its names away and must not be used afterwards.
    mutating func packAway() -> [UInt8]? {
        self.requireNames()
        let pending = self.clock.agenda.pending
        guard self.isAtRest(), pending.allSatisfy({ Self.rests($0.event) }) else { return nil }
        var packer = self.people.packNames()
        self.clock.pack(into: &packer)
        self.service.packCounts(into: &packer)
        self.record.history.pack(into: &packer)
        self.people.pack(into: &packer)
        self.post.packOwners(into: &packer)
        self.service.packStore(into: &packer)
        self.post.packServices(into: &packer)
        Self.pack(pending, into: &packer)
        return packer.bytes
    }

    /// Restores a packed world.
    ///
    /// This world must be empty and made with the same parameters.
    mutating func unpack(_ bytes: [UInt8]) {
        precondition(
            self.people.users.isEmpty && self.people.devices.isEmpty && self.clock.agenda.isEmpty,
            "only an empty world is filled from bytes")
        var unpacker = Unpacker(bytes, origin: LabTime.start)
        self.people.system.names = NameTable(from: &unpacker)
        self.clock.unpack(from: &unpacker)
        self.service.unpackCounts(from: &unpacker)
        self.record.unpack(from: &unpacker)
        self.people.unpack(from: &unpacker)
        self.post.unpackOwners(from: &unpacker, devices: self.people.devices.count)
        self.service.unpackStore(from: &unpacker)
        self.post.unpackServices(from: &unpacker)
        self.unpackAgenda(from: &unpacker)
        precondition(unpacker.isAtEnd, "more was packed than is unpacked")
    }

    // MARK: The agenda

    private enum RestingKind: UInt8 {
        case appTimer
        case alarm
        case sweep
    }

    private static func rests(_ planned: Planned) -> Bool {
        switch planned.occurrence {
        case .appTimer, .alarm, .sweep: !planned.isUrgent && !planned.waitsForNetwork
        default: false
        }
    }

    private static func pack(_ pending: [(moment: Instant, event: Planned)], into packer: inout Packer) {
        packer.write(count: pending.count)
        for (moment, planned) in pending {
            packer.write(moment)
            packer.write(planned.cause.step)
            packer.write(planned.cause.hop)
            switch planned.occurrence {
            case .appTimer(let process, let number):
                Self.pack(.appTimer, process, into: &packer)
                packer.write(number)
            case .alarm(let process): Self.pack(.alarm, process, into: &packer)
            case .sweep: packer.write(RestingKind.sweep.rawValue)
            default: preconditionFailure("\(planned.occurrence) is nothing that rests")
            }
        }
    }

    private static func pack(_ kind: RestingKind, _ process: Process, into packer: inout Packer) {
        packer.write(kind.rawValue)
        packer.write(count: process.device)
        packer.write(process.incarnation)
    }

    /// Reschedules all packed events. Stores each handle with the device or service that may cancel the event.
    private mutating func unpackAgenda(from unpacker: inout Unpacker) {
        let count = unpacker.count()
        self.clock.agenda.begin(at: self.clock.now, minimumCapacity: count)
        for _ in 0..<count {
            let moment = unpacker.moment()
            let cause = DieCause(step: unpacker.short(), hop: unpacker.short())
            switch RestingKind(rawValue: unpacker.byte())! {
            case .appTimer:
                let process = Process(of: unpacker.count(), incarnation: unpacker.short())
                let number = unpacker.short()
                let handle = self.clock.rearrange(.appTimer(process, number), cause, at: moment)
                self.people.devices[process.device].timers.append((Int(number), handle))
            case .alarm:
                let process = Process(of: unpacker.count(), incarnation: unpacker.short())
                self.people.devices[process.device].alarm = self.clock.rearrange(.alarm(process), cause, at: moment)
            case .sweep:
                self.service.machine.keepAlarm(at: moment)
                self.service.nextSweep = (moment, self.clock.rearrange(.sweep, cause, at: moment))
            }
        }
    }
}
