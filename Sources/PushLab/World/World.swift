import Basics
import FeedContract
import FeedService
import NotificationFeed

/// The whole state of a lab: users and their devices, the service, the push services, the links between them, and the
/// agenda.
///
/// No part reads a clock or uses its own randomness, and no part depends on the iteration order of a hash table. So the
/// same calls with the same seed give the same history. Each part implements its own behaviour; the world implements
/// the interaction of several parts.
struct World {
    var clock: WorldClock
    var weather: Weather
    var record = Record()
    var people: People
    var post = Post()
    var service: ServiceSite
    var plugs = Plugs()

    init(seed: UInt64, host: String, appId: String, network: LabNetwork, limits: FeedLimits) {
        self.clock = WorldClock(Die(seed: seed))
        self.weather = Weather(network)
        self.people = People(host: host, appId: appId)
        self.service = ServiceSite(seed: seed, host: host, limits: limits, coalescesTaps: network.coalescesTaps)
    }

    mutating func set(_ network: LabNetwork) {
        self.weather.network = network
        self.service.machine.rules.coalescesTaps = network.coalescesTaps
    }

    mutating func note(
        _ fact: HistoryEvent.Fact, _ actor: HistoryEvent.Actor, _ subject: HistoryEvent.TextNumber = .none,
        party: HistoryEvent.Actor = .lab
    ) {
        self.record.history.add(
            HistoryEvent(fact, actor, party: party, subject: subject, at: self.clock.now, cause: self.clock.cause))
    }

    /// Notes an event that has no details.
    mutating func note(
        _ kind: HistoryEvent.Kind, _ actor: HistoryEvent.Actor, _ subject: HistoryEvent.TextNumber = .none,
        party: HistoryEvent.Actor = .lab
    ) {
        self.note(HistoryEvent.Fact(bare: kind), actor, subject, party: party)
    }

    /// Records a violation.
    mutating func violate(_ sentence: String) { self.record.violate(sentence, at: self.clock.now) }

    /// Begins an operation from outside.
    mutating func beginStep() {
        self.requireNames()
        self.clock.beginStep()
    }

    /// Checks that the world still has its names. Without them, a new text would get the number of an old text.
    func requireNames() {
        precondition(!self.people.isPackedAway, "a world that was packed away has no names")
    }

    /// Whether the world is stuck: time hardly advances although more and more occurrences happen, so it never settles.
    var isStuck: Bool {
        // The limit grows with the number of publications and devices.
        self.clock.isStuck(most: (100 + self.service.publications / 10) * (self.people.devices.count + 1))
    }

    /// The amount of time by which a device's clock is ahead. A test or the variation of a second run sets it.
    func skew(of device: Int) -> Interval {
        self.weather.clockError(device) + self.people.setSkew(of: device)
    }

    /// Returns the logs of several users' feeds: the truth that every device must reach.
    func truths(of users: [Int]) -> [[Change]] {
        self.service.truths(of: users.map(self.people.feed), at: self.clock.now)
    }

    // MARK: Faults

    /// Whether a fault with this chance, in percent, hits a message to or from a device.
    mutating func strikes(_ percent: Int, _ draw: Draw, _ device: Int?, _ blow: Mishap.Blow) -> Bool {
        self.weather.strikes(percent, draw, device, blow, at: self.clock.now)
    }

    /// Whether a fault that a test planned takes place now.
    ///
    /// Planned faults do not take place during a calm.
    ///
    /// The key path is created only when the device has faults, because creating it costs more than all the rest.
    @inline(__always)
    mutating func takesFault(_ fault: @autoclosure () -> WritableKeyPath<LinkFaults, Int>, _ device: Int) -> Bool {
        guard !self.weather.isCalm, self.people.devices[device].hasFaults else { return false }
        return self.people.takesFault(at: fault(), device)
    }

    /// Returns the next planned delay or repetition of a message, and uses it up. Returns nil if none is planned.
    ///
    /// During a calm, returns nil and uses nothing up.
    @inline(__always)
    mutating func takesNext(
        _ lengths: @autoclosure () -> WritableKeyPath<LinkFaults, [Interval]>, _ device: Int
    ) -> Interval? {
        guard !self.weather.isCalm, self.people.devices[device].hasFaults else { return nil }
        return self.people.takesNext(at: lengths(), device)
    }

    /// The additional delay of a device's messages.
    ///
    /// There is no additional delay during a calm.
    func slowness(of device: Int) -> Interval {
        self.weather.isCalm ? .zero : self.people.slowness(of: device, at: self.clock.now)
    }

    /// Whether a device cannot reach the service.
    ///
    /// Every device can reach the service during a calm.
    @inline(__always)
    func isParted(_ device: Int) -> Bool {
        !self.weather.isCalm && self.people.isParted(device, at: self.clock.now)
    }

    /// Whether the service cannot reach the push service that a push is for.
    func isParted(push id: UInt64) -> Bool {
        !self.weather.isCalm && self.service.isParted(push: id, at: self.clock.now)
    }
}
