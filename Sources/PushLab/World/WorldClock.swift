import Basics

/// The virtual time of a world, what is going to happen in it, and the chance that goes with each cause.
struct WorldClock {
    /// What does not become quiet within this time never will.
    static let longestUnrest = Interval.hours(2)

    let die: Die
    var now = LabTime.start
    /// What led to what is being carried out now.
    var cause = DieCause(step: 0) { didSet { self.messages.forget() } }
    private var messages = MessagesOfEvent()
    var steps: UInt32 = 0
    /// Which of several things of one step begins next.
    var placeInStep: UInt32 = 0
    var agenda = Agenda<Planned>()
    var urgent = 0
    /// How many occurrences there were.
    var happened = 0
    /// How many of them there were at the moment that it is.
    private(set) var crowd = 0
    /// How much has happened in this hour since nothing was urgent, and when the hour began.
    private(set) var bustle = (count: 0, since: LabTime.start)
    /// How often somebody kept house in this hour, for which nobody waits, and when the hour began.
    private var chores = (count: 0, since: LabTime.start)
    /// Whether somebody outside drives it for as long as they like, so that much may happen and nothing come to an end.
    var isOpenEnded = false

    init(_ die: Die) { self.die = die }

    // MARK: Chance

    func roll(_ purpose: DiePurpose, _ entity: UInt64, n: UInt64 = 0) -> Draw {
        self.die.draw(purpose, entity: entity, cause: self.cause, n: n)
    }

    /// The place of a request of a device, of a push to it or of a post of the server among those that what is being
    /// carried out sends. No other device's count, so that none of them moves its dice.
    mutating func nextPlace(_ entity: UInt64) -> UInt64 { self.messages.place(for: entity) }

    /// Begins something that somebody outside wants: a new cause. Several things of one step differ in their places.
    mutating func beginStep() {
        self.steps += 1
        // Far apart, so that what follows from one rolls no dice of another.
        self.cause = DieCause(step: self.steps, hop: self.placeInStep << 16)
    }

    // MARK: What is going to happen

    /// Arranges something that follows from what is being carried out.
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

    /// Arranges something again that an agenda had before.
    mutating func rearrange(
        _ occurrence: Occurrence, _ cause: DieCause, at moment: Instant
    ) -> Agenda<Planned>.Handle {
        self.agenda.add(Planned(cause: cause, occurrence: occurrence, isUrgent: false), at: moment)
    }

    mutating func callOff(_ handle: Agenda<Planned>.Handle) {
        if let planned = self.agenda.callOff(handle), planned.isUrgent { self.forgetUrgent() }
    }

    /// Makes something urgent that waited for the network.
    mutating func makeUrgent(_ handle: Agenda<Planned>.Handle) {
        var isAwaited = false
        self.agenda.edit(handle) { planned in
            isAwaited = planned.waitsForNetwork
            if isAwaited { (planned.waitsForNetwork, planned.isUrgent) = (false, true) }
        }
        if isAwaited { self.urgent += 1 }
    }

    /// Counts one urgent event less, because it happened or was called off.
    private mutating func forgetUrgent() {
        precondition(self.urgent > 0, "more urgent events ended than were planned")
        self.urgent -= 1
    }

    // MARK: How it goes on

    /// Moves to the next thing that happens.
    mutating func turn(to planned: Planned, at moment: Instant) {
        self.crowd = moment > self.now ? 0 : self.crowd + 1
        self.now = max(self.now, moment)
        self.cause = planned.cause
        self.happened += 1
        self.bustle.count += 1
        if self.urgent == 0 || self.now > self.bustle.since + .hours(1) { self.bustle = (0, self.now) }
        if planned.isUrgent { self.forgetUrgent() } else { self.countChore(planned.occurrence) }
    }

    /// Moves on to a moment before which nothing happens any more.
    mutating func pass(until end: Instant) {
        // What was crowded at one moment is over after it, and in a lull nothing piles up.
        if end > self.now { self.crowd = 0 }
        self.now = max(self.now, end)
        if self.urgent == 0 { self.bustle = (0, self.now) }
    }

    /// Notes that whatever happened at this moment and in this hour came to its end.
    mutating func rest() {
        self.crowd = 0
        self.bustle = (0, self.now)
    }

    /// Counts what a program under test does that nobody waits for. When the service sweeps is its own affair.
    private mutating func countChore(_ occurrence: Occurrence) {
        switch occurrence {
        case .appTimer, .backend: break
        default: return
        }
        if self.now > self.chores.since + .hours(1) { self.chores = (0, self.now) }
        self.chores.count += 1
    }

    /// Whoever tries again in its own good time keeps no world from its end, however many do.
    mutating func leaveOutOfBustle() { self.bustle.count = max(self.bustle.count - 1, 0) }

    /// Whether more and more happens and time does not go on, or hardly does and nothing comes to its end. `most` is
    /// how much may happen at one moment.
    func isStuck(most: Int) -> Bool {
        if self.crowd > 100 * most { return true }
        return !self.isOpenEnded && (self.bustle.count > 500 * most || self.chores.count > Self.mostChores * most)
    }

    /// Ten a second of each device and of the server.
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
