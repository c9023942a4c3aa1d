import Basics
import ConnectedDevices
import FeedService
import NotificationFeed
import PushGateway

/// A world in which nothing is under way, in as few bytes as it takes.
///
/// Only what a fleet has is packed: its own app without mistakes, the lab's own publisher, no faults of links, and a
/// history of which the hash is kept. A world that has anything else is not packed.
extension World {
    private mutating func isAtRest() -> Bool {
        self.urgent == 0 && self.flights.count == 0 && self.violations.isEmpty && self.failure == nil && !self.isStuck
            && !self.history.keepsEvents && self.history.events.isEmpty && self.subscriptions.isEmpty && self.isPlain
            && self.devicesAreAtRest() && self.apps.areAtRest && self.store.isAtRest
            && self.feedService.isAtRest && self.commits == nil
            && self.apple.delivery.pushesUnderWay == 0 && self.firebase.pushesUnderWay == 0
            && self.windows.pushesUnderWay == 0
    }

    /// Whether nothing is plugged in, nobody looks on, nothing is out of the ordinary, and the service has not died.
    private var isPlain: Bool {
        self.makeApp == nil && self.backend == nil && self.secureLinks == nil && self.mishaps == nil
            && self.traffic == nil && self.varying == nil && self.keptTaps == nil && self.strangePushes == 0
            && self.door == nil && self.gate == nil && !self.isCalm && self.service.isUntouched
    }

    /// Whether none has anything under way or had its app installed anew.
    private mutating func devicesAreAtRest() -> Bool {
        for index in self.devices.indices {
            guard self.devices[index].installations == 1, self.devices[index].isAtRest else { return false }
        }
        return true
    }

    /// Nil while something is under way, and for a world that has more than a fleet has. A world that was packed has
    /// given its names away, and is of no use any more.
    mutating func packAway() -> [UInt8]? {
        self.requireNames()
        let pending = self.agenda.pending
        guard self.isAtRest(), pending.allSatisfy({ Self.rests($0.event) }) else { return nil }
        self.isPackedAway = true
        var packer = self.system.names.packAway(origin: Self.start)
        self.system.names.pack(into: &packer)
        packer.write(self.now)
        packer.write(self.cause.step)
        packer.write(self.cause.hop)
        packer.write(self.steps)
        packer.write(count: self.happened)
        packer.write(count: self.crowd)
        packer.write(count: self.bustle.count)
        packer.write(self.bustle.since)
        packer.write(self.issuedTokens)
        packer.write(self.fresh)
        self.history.pack(into: &packer)
        packer.write(count: self.users.count)
        for user in self.users { packer.write(user) }
        packer.write(count: self.devices.count)
        for device in self.devices.indices {
            self.apps.pack(device, into: &packer, stored: self.devices[device].stored)
            self.devices[device].pack(into: &packer, pushToken: self.apps.pushToken(device))
        }
        for owners in self.owners {
            packer.write(count: owners.count)
            for owner in owners { packer.write(count: owner) }
        }
        self.store.pack(into: &packer)
        self.feedService.office.pack(into: &packer)
        self.apple.delivery.pack(into: &packer)
        self.firebase.pack(into: &packer)
        self.windows.pack(into: &packer)
        Self.pack(pending, into: &packer)
        return packer.bytes
    }

    /// Becomes what was packed. This world is to be one that was made with the same words and has nothing in it.
    mutating func unpack(_ bytes: [UInt8]) {
        precondition(
            self.users.isEmpty && self.devices.isEmpty && self.agenda.isEmpty,
            "only an empty world is filled from bytes")
        var unpacker = Unpacker(bytes, origin: Self.start)
        self.system.names = NameTable(from: &unpacker)
        self.shownNames = []
        self.now = unpacker.moment()
        self.cause = DieCause(step: unpacker.short(), hop: unpacker.short())
        self.steps = unpacker.short()
        self.happened = unpacker.count()
        self.crowd = unpacker.count()
        self.bustle = (unpacker.count(), unpacker.moment())
        self.issuedTokens = unpacker.number()
        self.fresh = unpacker.number()
        self.history = History(from: &unpacker)
        for _ in 0..<unpacker.count() { _ = self.addUser(unpacker.text()) }
        let count = unpacker.count()
        self.reserve(devices: count)
        self.installations.reserve(count)
        for index in 0..<count {
            let stored = self.apps.unpack(index, from: &unpacker, appId: self.appId)
            self.devices.append(Device(from: &unpacker, pushToken: self.apps.pushToken(index), stored: stored))
            self.devices[index].unpack(from: &unpacker)
            self.devicesOfUsers[self.devices[index].user].append(index)
            self.installations.add(self.installation(index), on: index)
        }
        for platform in self.owners.indices {
            self.owners[platform] = (0..<unpacker.count()).map { _ in unpacker.count() }
            precondition(self.owners[platform].allSatisfy { $0 < count }, "an endpoint belongs to no device")
        }
        self.store = MemoryFeedStore(from: &unpacker, rules: self.store.rules)
        self.feedService.office = TokenOffice(from: &unpacker, rules: self.feedService.office.rules)
        self.apple.delivery = PushDelivery(from: &unpacker, rules: self.apple.delivery.rules)
        self.firebase = FirebasePush(from: &unpacker)
        self.windows = WindowsPush(from: &unpacker)
        self.unpackAgenda(from: &unpacker)
        precondition(unpacker.isAtEnd, "more was packed than is unpacked")
    }

    // MARK: What is going to happen

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

    /// Arranges everything anew, and gives each its handle back to whoever may call it off.
    private mutating func unpackAgenda(from unpacker: inout Unpacker) {
        let count = unpacker.count()
        self.agenda.begin(at: self.now, minimumCapacity: count)
        for _ in 0..<count {
            let moment = unpacker.moment()
            let cause = DieCause(step: unpacker.short(), hop: unpacker.short())
            switch RestingKind(rawValue: unpacker.byte())! {
            case .appTimer:
                let process = Process(of: unpacker.count(), incarnation: unpacker.short())
                let number = unpacker.short()
                let handle = self.rearrange(.appTimer(process, number), cause, at: moment)
                self.devices[process.device].timers.append((Int(number), handle))
            case .alarm:
                let process = Process(of: unpacker.count(), incarnation: unpacker.short())
                self.devices[process.device].alarm = self.rearrange(.alarm(process), cause, at: moment)
            case .sweep:
                self.feedService.keepAlarm(at: moment)
                self.nextSweep = (moment, self.rearrange(.sweep, cause, at: moment))
            }
        }
    }

    private mutating func rearrange(
        _ occurrence: Occurrence, _ cause: DieCause, at moment: Instant
    ) -> Agenda<Planned>.Handle {
        self.agenda.add(Planned(cause: cause, occurrence: occurrence, isUrgent: false), at: moment)
    }
}
