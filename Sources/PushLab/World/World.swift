import Basics
import FeedContract
import FeedService
import NotificationFeed

/// Everything that is in a lab: users and their devices, the service, the push services, the links between them, and
/// what is going to happen.
///
/// Nothing in it knows a clock or rolls a die of its own, and nothing is walked through in the order of a hash. So the
/// same calls with the same seed give the same history. What a part can do alone is written there; here is what several
/// of them do together.
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

    /// Notes what has nothing to say but that it happened.
    mutating func note(
        _ kind: HistoryEvent.Kind, _ actor: HistoryEvent.Actor, _ subject: HistoryEvent.TextNumber = .none,
        party: HistoryEvent.Actor = .lab
    ) {
        self.note(HistoryEvent.Fact(bare: kind), actor, subject, party: party)
    }

    /// Notes that something happened which must not.
    mutating func violate(_ sentence: String) { self.record.violate(sentence, at: self.clock.now) }

    /// Begins something that somebody outside wants.
    mutating func beginStep() {
        self.requireNames()
        self.clock.beginStep()
    }

    /// Nothing begins in a world whose names went away: it would give old numbers to new texts.
    func requireNames() {
        precondition(!self.people.isPackedAway, "a world that was packed away has no names")
    }

    /// Whether more and more happens and time does not go on, or hardly does and nothing comes to its end.
    var isStuck: Bool {
        // Whoever asks for much gets much done.
        self.clock.isStuck(most: (100 + self.service.publications / 10) * (self.people.devices.count + 1))
    }

    /// How far the clock of a device is ahead: as far as somebody set it, and as a second run has it besides.
    func skew(of device: Int) -> Interval {
        self.weather.clockError(device) + self.people.setSkew(of: device)
    }

    /// The logs of several users' feeds: the truth that every device is to reach.
    func truths(of users: [Int]) -> [[Change]] {
        self.service.truths(of: users.map(self.people.feed), at: self.clock.now)
    }

    // MARK: Faults

    /// Whether the weather strikes a message to or from a device, so many times of a hundred.
    mutating func strikes(_ percent: Int, _ draw: Draw, _ device: Int?, _ blow: Mishap.Blow) -> Bool {
        self.weather.strikes(percent, draw, device, blow, at: self.clock.now)
    }

    /// Whether a fault that a test asked for takes place now. In a calm it waits.
    ///
    /// Its name is looked at only where there is a fault at all: to make one costs more than all the rest.
    @inline(__always)
    mutating func takesFault(_ fault: @autoclosure () -> WritableKeyPath<LinkFaults, Int>, _ device: Int) -> Bool {
        guard !self.weather.isCalm, self.people.devices[device].hasFaults else { return false }
        return self.people.takesFault(at: fault(), device)
    }

    /// How much later a message is, or comes once more, that a test wants late. In a calm it waits.
    @inline(__always)
    mutating func takesNext(
        _ lengths: @autoclosure () -> WritableKeyPath<LinkFaults, [Interval]>, _ device: Int
    ) -> Interval? {
        guard !self.weather.isCalm, self.people.devices[device].hasFaults else { return nil }
        return self.people.takesNext(at: lengths(), device)
    }

    /// How much longer a message of a device takes. In a calm nobody is slow.
    func slowness(of device: Int) -> Interval {
        self.weather.isCalm ? .zero : self.people.slowness(of: device, at: self.clock.now)
    }

    /// Whether a device cannot reach the service. In a calm everybody can.
    func isParted(_ device: Int) -> Bool {
        !self.weather.isCalm && self.people.isParted(device, at: self.clock.now)
    }

    /// Whether the service cannot reach the push service that a push is for.
    func isParted(push id: UInt64) -> Bool {
        !self.weather.isCalm && self.service.isParted(push: id, at: self.clock.now)
    }
}
