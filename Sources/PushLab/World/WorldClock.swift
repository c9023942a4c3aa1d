import Basics

/// The virtual time of a world, its agenda, and the random draws of each cause.
struct WorldClock {
    /// The time limit for a world to settle. A world that takes longer never will.
    static let longestUnrest = Interval.hours(2)

    let die: Die
    var now = LabTime.start
    /// The cause of the occurrence that the world is handling now. Random draws depend on it.
    var cause = DieCause(step: 0) { didSet { self.messages.forget() } }
    private var messages = MessagesOfEvent()
    var steps: UInt32 = 0
    /// The position of the next operation among several operations in one step.
    var placeInStep: UInt32 = 0
    var agenda = Agenda<Planned>()
    var urgent = 0
    /// The number of occurrences so far.
    var happened = 0
    /// The number of occurrences at the current moment.
    private(set) var crowd = 0
    /// The count of occurrences in the current hour, and the start of that hour. Both start again when nothing is
    /// urgent.
    private(set) var bustle = (count: 0, since: LabTime.start)
    /// The number of times that an idle timer of a program fired in this hour, and the start of that hour.
    private var chores = (count: 0, since: LabTime.start)
    /// Whether a caller drives the world without a fixed end, so that the number of events has no limit.
    var isOpenEnded = false

    init(_ die: Die) { self.die = die }

    // MARK: Chance

    func roll(_ purpose: DiePurpose, _ entity: UInt64, n: UInt64 = 0) -> Draw {
        self.die.draw(purpose, entity: entity, cause: self.cause, n: n)
    }

    /// Returns the place of a message among the messages that the current occurrence sends for one device or server.
    ///
    /// Messages are requests of a device, pushes to it, and posts of the server. Each device or server has its own
    /// count, so none of them changes the draws of another.
    mutating func nextPlace(_ entity: UInt64) -> UInt64 { self.messages.place(for: entity) }

    /// Begins an operation from outside, with a new cause.
    ///
    /// If one step consists of several operations, each has its own ``placeInStep``.
    mutating func beginStep() {
        self.steps += 1
        // The numbers are far apart, so that the consequences of one operation do not share draws with another.
        self.cause = DieCause(step: self.steps, hop: self.placeInStep << 16)
    }

    // MARK: The agenda

    /// Plans an occurrence that follows from the current one.
    @discardableResult
    mutating func plan(
        _ occurrence: Occurrence, in delay: Interval, isUrgent: Bool = true, place: UInt64 = 0
    ) -> Agenda<Planned>.Handle {
        self.plan(occurrence, at: self.now.later(by: max(delay, .zero)), isUrgent: isUrgent, place: place)
    }

    @discardableResult
    mutating func plan(
        _ occurrence: Occurrence, at moment: Instant, isUrgent: Bool = true, place: UInt64 = 0
    ) -> Agenda<Planned>.Handle {
        if isUrgent { self.urgent += 1 }
        return self.agenda.add(
            Planned(cause: self.cause.next(place: place), occurrence: occurrence, isUrgent: isUrgent),
            at: max(moment, self.now))
    }

    /// Reschedules an event after its agenda was unpacked.
    mutating func rearrange(
        _ occurrence: Occurrence, _ cause: DieCause, at moment: Instant
    ) -> Agenda<Planned>.Handle {
        self.agenda.add(Planned(cause: cause, occurrence: occurrence, isUrgent: false), at: moment)
    }

    mutating func callOff(_ handle: Agenda<Planned>.Handle) {
        if let planned = self.agenda.callOff(handle), planned.isUrgent { self.forgetUrgent() }
    }

    /// Makes an occurrence that waited for the network urgent.
    mutating func makeUrgent(_ handle: Agenda<Planned>.Handle) {
        var isAwaited = false
        self.agenda.edit(handle) { planned in
            isAwaited = planned.waitsForNetwork
            if isAwaited { (planned.waitsForNetwork, planned.isUrgent) = (false, true) }
        }
        if isAwaited { self.urgent += 1 }
    }

    /// Reduces the count of urgent events by one, because one happened or was cancelled.
    private mutating func forgetUrgent() {
        precondition(self.urgent > 0, "more urgent events ended than were planned")
        self.urgent -= 1
    }

    // MARK: Progress

    /// Moves to the next occurrence.
    mutating func turn(to planned: Planned, at moment: Instant) {
        self.crowd = moment > self.now ? 0 : self.crowd + 1
        self.now = max(self.now, moment)
        self.cause = planned.cause
        self.happened += 1
        self.bustle.count += 1
        if self.urgent == 0 || self.now > self.bustle.since + .hours(1) { self.bustle = (0, self.now) }
        if planned.isUrgent { self.forgetUrgent() } else { self.countChore(planned.occurrence) }
    }

    /// Advances time to a moment, if nothing happens before it.
    mutating func pass(until end: Instant) {
        // The count is zero at the start of a later moment. Nothing is counted while nothing is urgent.
        if end > self.now { self.crowd = 0 }
        self.now = max(self.now, end)
        if self.urgent == 0 { self.bustle = (0, self.now) }
    }

    /// Notes that the world has settled.
    mutating func rest() {
        self.crowd = 0
        self.bustle = (0, self.now)
    }

    /// Counts an occurrence if it is an idle timer of a program under test.
    ///
    /// Maintenance of the service is not counted.
    private mutating func countChore(_ occurrence: Occurrence) {
        switch occurrence {
        case .appTimer, .backend: break
        default: return
        }
        if self.now > self.chores.since + .hours(1) { self.chores = (0, self.now) }
        self.chores.count += 1
    }

    /// Excludes a retry from the count of occurrences in the current hour: a world with many delayed retries is not
    /// stuck.
    mutating func leaveOutOfBustle() { self.bustle.count = max(self.bustle.count - 1, 0) }

    /// Whether the world is stuck: time hardly advances although more and more occurrences happen, so it never settles.
    ///
    /// - Parameter most: The base limit for occurrences at one moment.
    func isStuck(most: Int) -> Bool {
        if self.crowd > 100 * most { return true }
        return !self.isOpenEnded && (self.bustle.count > 500 * most || self.chores.count > Self.mostChores * most)
    }

    /// The factor for the limit of idle timers in an hour. ``isStuck(most:)`` multiplies it with the base limit, which
    /// gives ten timers per second for each device and for the server.
    private static let mostChores = 360

    // MARK: Packing

    func pack(into packer: inout Packer) {
        packer.write(self.now)
        packer.write(self.cause.step)
        packer.write(self.cause.hop)
        packer.write(self.steps)
        packer.write(count: self.happened)
        packer.write(count: self.crowd)
        packer.write(count: self.bustle.count)
        packer.write(self.bustle.since)
    }

    mutating func unpack(from unpacker: inout Unpacker) {
        self.now = unpacker.moment()
        self.cause = DieCause(step: unpacker.short(), hop: unpacker.short())
        self.steps = unpacker.short()
        self.happened = unpacker.count()
        self.crowd = unpacker.count()
        self.bustle = (unpacker.count(), unpacker.moment())
    }
}
