import Basics
import PushGateway

/// A record of the operations on a lab. It consists of the steps of a scenario that repeats these operations.
struct Journal {
    private(set) var plan: Scenario
    /// The first operation of the test that a plan cannot express. Nil if there is none.
    private(set) var gap: String?
    /// The faults that happen between and during the operations.
    var front: StormFront
    /// The current origin of the plan's times: the time from which the times of steps are counted.
    private var origin = LabTime.start
    private var faults: UInt32 = 0

    init(_ storm: Storm, seed: UInt64, host: String) {
        self.plan = Scenario(people: [])
        self.plan.seed = seed
        self.plan.host = host
        self.plan.network = storm.network
        self.plan.pageSize = storm.pageSize.map { $0...$0 }
        self.front = StormFront(storm)
    }

    mutating func note(user: String) { self.plan.people.append(Scenario.Person(user, [])) }

    mutating func note(device: String, _ platform: LabPlatform, of user: String) {
        guard let place = self.plan.people.firstIndex(where: { $0.name.isExactly(user) }) else { return }
        self.plan.people[place].devices.append(Scenario.Gadget(device, platform))
    }

    mutating func note(network: LabNetwork) {
        guard self.plan.steps.isEmpty else { return self.note(gap: "the test changed the network during the run") }
        self.plan.network = network
    }

    mutating func note(gap: String) { self.gap = self.gap ?? gap }

    /// Adds a step with its dice number. `dice` is nil for a step that draws no random numbers.
    mutating func note(_ deed: Scenario.Deed, at now: Instant, dice: UInt32?) {
        if case .device(let deed, let device) = deed { self.front.giveWay(to: deed, device) }
        if dice == nil { self.faults += 1 }
        var step = Scenario.Step(at: now - self.origin, deed)
        step.dice = dice ?? StepDice.call + self.faults
        self.plan.steps.append(step)
    }

    mutating func settled(since start: Instant, at now: Instant) {
        self.front.pause(now - start)
        self.origin = now
    }
}

// MARK: - The lab's side

extension Lab {
    /// Begins an operation of a test or scenario.
    func begin(_ deed: @autoclosure () -> Scenario.Deed) {
        self.journal?.note(deed(), at: self.world.clock.now, dice: self.nextStep)
        self.world.beginStep()
    }

    /// Records an operation that starts nothing now but has consequences later.
    func note(_ deed: @autoclosure () -> Scenario.Deed) {
        self.journal?.note(deed(), at: self.world.clock.now, dice: nil)
    }

    /// Calls a closure that creates a device.
    ///
    /// If the lab keeps a journal, the device gets the dice number that it has in a scenario. In a scenario, all
    /// devices exist from the beginning.
    func settingUp(
        _ device: String, _ platform: LabPlatform, of user: LabUser, _ body: (inout World) -> Int
    ) -> Int {
        guard self.journal != nil else { return body(&self.world) }
        self.journal?.note(device: device, platform, of: user.name)
        let next = self.nextStep
        self.nextStep = StepDice.cast | LabDevice.dice(of: device, user.name)
        defer { self.nextStep = next }
        return body(&self.world)
    }

    /// Settles the lab while the storm pauses.
    func settleInPause() throws {
        for end in self.journal?.front.endAll() ?? [] { try self.befall(end) }
        let start = self.world.clock.now
        self.journal?.note(.quiesce(within: nil), at: start, dice: self.nextStep)
        try Settling.run(&self.world)
        self.journal?.settled(since: start, at: self.world.clock.now)
    }

    /// Carries out the faults of the storm that are due up to a time.
    func weather(until end: Instant) throws {
        while let (moment, due) = self.journal?.front.next(by: end) {
            self.world.run(until: moment)
            try self.check()
            try self.befall(due)
        }
    }

    private func befall(_ due: StormFront.Due) throws {
        guard !self.world.people.devices.isEmpty else { return }
        let lot = Int(due.mishap.lot % UInt64(self.world.people.devices.count))
        let device = due.device.map { self.user($0.user).device($0.device) } ?? LabDevice(lab: self, number: lot)
        guard self.world.people.devices[device.number].canSuffer(due.mishap.deed) else { return }
        let next = self.nextStep
        self.nextStep = due.mishap.dice
        defer { self.nextStep = next }
        try device.carryOut(due.mishap.deed)
        self.journal?.front.begun(due.mishap, device.title)
    }
}

extension Device {
    /// Whether a fault would have an effect and would not contradict the state that the test asked for.
    fileprivate func canSuffer(_ deed: Scenario.DeviceDeed) -> Bool {
        switch deed {
        case .offline, .switchOff: self.isOnline
        case .online: !self.isOnline
        case .lowPower: !self.isLowPower
        case .normalPower: self.isLowPower
        case .suspend, .background: self.state == .foreground || self.state == .background
        default: true
        }
    }
}
