import Basics

/// Chooses steps at random, preferring steps about the same few notifications.
struct DeedWriter {
    private let scenario: Scenario
    let people: [Scenario.Person]
    let devices: [Scenario.DeviceName]
    private let die: Die
    private let step: UInt64
    private var rolls: UInt64 = 0
    var published: Int
    private var start = Interval.zero
    /// The device that is restored from its backup in the next step, because its user returns after a long pause.
    private var returning: Scenario.DeviceName?
    /// The start and the length of a long pause. All steps after the start are delayed by the length.
    private var pause: (from: Interval, length: Interval)?
    /// The steps that a scenario asks for in addition to the usual ones.
    private(set) var extras: [StepKind] = []
    /// Whether to choose combinations of steps that overlap in time too.
    private(set) var overlaps = false
    /// Whether the scenario leaves out steps that publish several notifications at once.
    private(set) var avoidsBursts = false
    /// The devices that are switched off for weeks.
    var absences: [(device: Scenario.DeviceName, time: ClosedRange<Interval>)] = []

    init(_ scenario: Scenario, _ die: Die, step: Int, _ published: Int) {
        self.scenario = scenario
        self.people = scenario.people
        self.devices = scenario.devices
        self.die = die
        self.step = UInt64(step)
        self.published = published
    }

    mutating func write(_ deeds: Scenario.RandomDeeds, from start: Interval) -> [Scenario.Step] {
        guard !self.devices.isEmpty else { return [] }
        self.start = start
        self.extras = StepTable.all.filter { $0.extra != nil && deeds.wanted.contains($0.word) }
        self.overlaps = deeds.overlaps
        self.avoidsBursts = deeds.unwanted.contains("burst")
        let (least, most) = (Int64(deeds.count.lowerBound), Int64(deeds.count.upperBound))
        let count = Int(self.roll().within(least...most))
        var times = (0..<count).map { _ in start + self.roll().within(.zero...deeds.span) }.sorted()
        let farewell = self.leaveAlone(&times)
        var chosen: [Scenario.Deed] = []
        for place in times.indices where chosen.count == place {
            if place == farewell {
                chosen += self.farewell()
                continue
            }
            if let device = self.returning.take() {
                chosen.append(.device(.restore(from: nil), device))
                continue
            }
            if let overlap = self.overlap(at: place, &times, farewell) {
                chosen += overlap
                continue
            }
            if place + 3 <= times.count, !(place + 1..<place + 3).contains(farewell ?? -1),
                let group = self.group(at: place, &times)
            {
                chosen += group
                continue
            }
            if let extra = self.extra(at: place, &times, farewell) {
                chosen += extra
                continue
            }
            chosen.append(self.deed())
            guard chosen.count < times.count, let blow = self.blow(behind: chosen[place]) else { continue }
            // One of the steps comes earlier than it would have come otherwise.
            let pause = self.roll().within(.milliseconds(20)...(.milliseconds(500)))
            times[place + 1] = min(times[place + 1], times[place] + pause)
            chosen.append(blow)
        }
        let steps = zip(times, chosen).map { Scenario.Step(at: $0, $1) }.filter { !self.isMissed($0) }
        guard !deeds.unwanted.isEmpty else { return steps }
        // The steps are filtered at the end, so that the remaining steps stay the same.
        return steps.filter { step in
            let word = self.scenario.word(of: step.deed)
            return !deeds.unwanted.contains(Scenario.RandomDeeds.companions[word] ?? word)
        }
    }

    /// Occasionally inserts a pause that is about as long as the lifetime of a registration.
    ///
    /// In the two steps before the pause, the user says goodbye, as in ``farewell()``. Returns the place of the first
    /// of these two steps. Returns nil if there is no pause.
    private mutating func leaveAlone(_ times: inout [Interval]) -> Int? {
        guard times.count > 2, self.roll().below(16) == 0 else { return nil }
        let place = Int(self.roll().below(UInt64(times.count - 1)))
        // The last day of a registration reveals other failures than the first day after it.
        let isOver = self.roll().below(3) == 0
        let pause = Interval.days(isOver ? 30 : 29) + self.roll().within(.zero...(.hours(24)))
        times[place + 1] = times[place] + self.roll().within(.milliseconds(20)...(.milliseconds(500)))
        self.pause = (times[place + 1], pause)
        for later in times.indices.dropFirst(place + 2) { times[later] = max(times[later], times[place + 1]) + pause }
        return place
    }

    /// Chooses the steps before a long absence.
    ///
    /// The user signs out and closes the app while it is still busy, or signs out and later gets a backup restored.
    private mutating func farewell() -> [Scenario.Deed] {
        let device = self.pick(self.devices)
        guard self.roll().below(2) == 0 else { return [.device(.signOut, device), .device(.forceQuit, device)] }
        self.returning = device
        return [.device(.backUp, device), .device(.signOut, device)]
    }

    /// Occasionally chooses a fault or an action that follows a step on a device immediately, while that step is still
    /// in progress.
    ///
    /// The action is by the same user on the same notification. It is on the same device or on another device.
    private mutating func blow(behind deed: Scenario.Deed) -> Scenario.Deed? {
        guard case .device(let cause, let device) = deed, cause != .forceQuit, self.roll().below(4) == 0 else {
            return nil
        }
        if case .act(_, let id) = cause, self.roll().below(2) == 0 {
            return .device(self.anyAct(id), self.pick(self.siblings(of: device)))
        }
        switch self.roll().below(6) {
        case 0: return .device(.crash, device)
        case 1: return .device(.crashMidway, device)
        case 2: return .device(.suspend, device)
        case 3: return .device(.offline(.seconds(1 + Int64(self.roll().below(60)))), device)
        case 4: return .device(.signOut, device)
        default: return .device(cause.setsUp ? .fault(.loseRequests, count: 3) : .breakConnection, device)
        }
    }

    /// Converts the time of a strike to its time in the plan. Before, the time is counted from the beginning of the
    /// random steps. Returns nil if the device of the strike is switched off at that time.
    func placed(_ strike: Scenario.Step) -> Scenario.Step? {
        var strike = strike
        strike.time = self.start + strike.time
        if let pause, strike.time >= pause.from { strike.time = strike.time + pause.length }
        return self.isMissed(strike) ? nil : strike
    }

    mutating func roll() -> Draw {
        defer { self.rolls += 1 }
        return self.die.draw(.scenario, entity: self.step, cause: DieCause(step: 0), n: self.rolls)
    }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        guard let choice = self.roll().choice(of: choices) else { preconditionFailure("nothing to choose from") }
        return choice
    }

    private mutating func deed() -> Scenario.Deed {
        let face = Int(self.roll().below(UInt64(StepDie.any.rawValue)))
        // Without a notification there is nothing to act on.
        if self.published == 0 { return self.publication() }
        let kinds = StepDie.any.lots[face]
        if case .step(let choose)? = kinds.first?.choose { return choose(&self) }
        let device = self.pick(self.devices)
        return .device(self.deviceDeed(StepDie.second(after: face).map { self.roll($0) } ?? kinds), device)
    }

    /// Rolls a die, and returns the kinds of steps that belong to the resulting face.
    private mutating func roll(_ die: StepDie) -> [StepKind] {
        die.lots[Int(self.roll().below(UInt64(die.rawValue)))]
    }

    private mutating func deviceDeed(_ kinds: [StepKind]) -> Scenario.DeviceDeed {
        let kind = kinds.count == 1 ? kinds[0] : self.pick(kinds)
        guard case .onDevice(let choose)? = kind.choose else { preconditionFailure("\(kind.word) is not on a device") }
        return choose(&self)
    }

    mutating func publication() -> Scenario.Deed {
        let isAgain = self.published > 0 && self.roll().below(5) == 0
        let known = isAgain ? self.recentId() : nil
        let lifetime: Duration? = self.roll().below(6) == 0 ? .seconds(60 + Int64(self.roll().below(3_600))) : nil
        let user = self.pick(self.people).name
        if self.roll().below(400) == 0 {
            // More than an app reads at once.
            return self.burst(user, count: 101 + Int(self.roll().below(30)))
        }
        return Self.publish(known ?? self.newId(), for: user, lifetime: lifetime)
    }

    /// A publication of new content with this id.
    static func publish(_ id: String, for user: String, lifetime: Duration? = nil) -> Scenario.Deed {
        .publish(.raw("content of \(id)", id: id, lifetime: lifetime), user: user)
    }

    /// A publication with an id that no step has used before.
    mutating func newPublication(_ user: String) -> (id: String, deed: Scenario.Deed) {
        let id = self.newId()
        return (id, Self.publish(id, for: user))
    }

    /// The devices of the user of a device.
    func siblings(of device: Scenario.DeviceName) -> [Scenario.DeviceName] {
        self.devices.filter { $0.user.isExactly(device.user) }
    }

    /// Returns a burst of publications. No later step chooses the ids of these publications.
    func burst(_ user: String, count: Int) -> Scenario.Deed {
        .burst("b\(self.step)-\(self.rolls)-", count: count, user: user)
    }

    private mutating func newId() -> String {
        self.published += 1
        return "r\(self.published)"
    }

    /// Returns one of the last three ids: most bugs show in steps about the same notification.
    mutating func recentId() -> String {
        "r\(max(1, self.published - Int(self.roll().below(3))))"
    }

    // MARK: Values

    mutating func seconds(_ range: ClosedRange<Int64>) -> Interval { .seconds(self.number(range)) }

    mutating func milliseconds(_ range: ClosedRange<Int64>) -> Interval { .milliseconds(self.number(range)) }

    mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        range.lowerBound + Number(self.roll().below(UInt64(range.upperBound - range.lowerBound) + 1))
    }
}

extension Scenario.DeviceDeed {
    /// Whether the step makes the app send a registration request. Such requests are rare and must arrive.
    fileprivate var setsUp: Bool {
        switch self {
        case .reinstall, .signIn: true
        default: false
        }
    }
}
