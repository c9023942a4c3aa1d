import Basics

/// Chooses when the hazards of a fault plan occur, and which devices they affect.
struct FaultWriter {
    private let plan: Scenario.FaultPlan
    private let devices: [Scenario.DeviceName]
    private let people: [Scenario.Person]
    private let die: Die
    /// The number of a step: the random step that the strikes belong to, or the step with which the storm begins.
    private let step: UInt32

    init(_ scenario: Scenario, _ plan: Scenario.FaultPlan, _ die: Die, step: Int) {
        self.plan = plan
        self.devices = scenario.devices
        self.people = scenario.people
        self.die = die
        self.step = UInt32(truncatingIfNeeded: step)
    }

    /// The steps of all strikes in a time span, in order.
    func strikes(over span: Interval) -> [Scenario.Step] {
        let present = self.plan.hazards.filter { !self.plan.isSwarm || self.isPresent($0.kind) }
        return present.flatMap { self.strikes(of: $0, over: span) }.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// If the fault plan is a swarm: whether this run includes this kind of hazard. The result is the same for all
    /// random steps of the run.
    private func isPresent(_ kind: Scenario.Hazard.Kind) -> Bool {
        self.die.draw(.faults, entity: kind.number, cause: DieCause(step: 0)).below(2) == 0
    }

    private func strikes(of hazard: Scenario.Hazard, over span: Interval) -> [Scenario.Step] {
        var found: [Scenario.Step] = []
        var time = self.roll(hazard.kind, 0, 0).within(hazard.pause)
        var number: UInt64 = 0
        while time <= span {
            let length = self.roll(hazard.kind, number, 1).within(hazard.span)
            var end = time + length
            for (delay, deed) in self.deeds(hazard, number, length) {
                var step = Scenario.Step(at: time + delay, deed)
                step.dice = self.dice(of: hazard.kind, UInt32(found.count))
                found.append(step)
                if case .partition(_, let length) = deed { end = max(end, step.time + length) }
            }
            number += 1
            time = end + self.roll(hazard.kind, number, 0).within(hazard.pause)
        }
        return found
    }

    /// The dice number of a step of a hazard. It is greater than the numbers of steps that have no dice number of their
    /// own.
    ///
    /// If a storm begins late or is long, its numbers are greater than all other numbers.
    private func dice(of kind: Scenario.Hazard.Kind, _ number: UInt32) -> UInt32 {
        if self.step < 50, number < 1_000 {
            return StepDice.fault + (UInt32(kind.number) * 50 + self.step) * 1_000 + number
        }
        let place = self.step % Self.mostStorms * UInt32(Scenario.Hazard.Kind.allCases.count) + UInt32(kind.number) - 1
        return StepDice.lateFault + place * Self.mostOfAStorm + number
    }

    /// Two limits that keep the dice numbers of storms small enough for a file: the maximum number of storms, and the
    /// maximum number of steps for each of the six hazards in a storm.
    ///
    /// The numbers stay below one thousand million. If more steps than the first limit lie between the beginnings of
    /// two storms, the storms may share numbers.
    private static let (mostStorms, mostOfAStorm): (UInt32, UInt32) = (3_330, 50_000)

    /// The steps of one strike, each with its time since the beginning of the strike.
    private func deeds(
        _ hazard: Scenario.Hazard, _ number: UInt64, _ length: Interval
    ) -> [(delay: Interval, deed: Scenario.Deed)] {
        let kind = hazard.kind
        switch kind {
        case .kill: return [(.zero, .killService(for: length))]
        case .partition:
            let cut = self.cut(number)
            return [(.zero, .partition(cut, for: length))] + self.move(behind: cut, number, length)
        case .skew:
            guard let device = self.roll(kind, number, 2).choice(of: self.devices) else { return [] }
            let skew = self.roll(kind, number, 3).within((.zero - hazard.worstClock)...hazard.worstClock)
            // A clock may be set right again, or be wrong by the same amount in the other direction.
            let isRight = self.roll(kind, number, 4).below(2) == 0
            return [
                (.zero, .device(.setClock(skew), device)),
                (length, .device(.setClock(isRight ? .zero : .zero - skew), device)),
            ]
        case .restore:
            guard let device = self.roll(kind, number, 2).choice(of: self.devices) else { return [] }
            let others = self.devices.filter { $0.user.isExactly(device.user) && $0 != device }
            let isOther = self.roll(kind, number, 3).below(4) == 0
            let source = isOther ? self.roll(kind, number, 4).choice(of: others) : nil
            return [
                (.zero, .device(.backUp, source ?? device)), (length, .device(.restore(from: source?.device), device)),
            ]
        case .swizzle: return self.swizzle(hazard, number)
        case .crash:
            guard let device = self.roll(kind, number, 2).choice(of: self.devices) else { return [] }
            let isMidway = self.roll(kind, number, 3).below(2) == 0
            return [(.zero, .device(isMidway ? .crashMidway : .crash, device))]
        }
    }

    /// Cuts off some of the devices, one after the other.
    ///
    /// The devices come back in another order.
    private func swizzle(
        _ hazard: Scenario.Hazard, _ number: UInt64
    ) -> [(delay: Interval, deed: Scenario.Deed)] {
        let oneInSoMany = Scenario.Hazard.oneInSoMany(of: self.devices.count)
        let strikes = self.devices.enumerated().compactMap { place, device -> (Interval, Scenario.Deed)? in
            func roll(_ thing: UInt64) -> Draw { self.roll(.swizzle, number, 2 + UInt64(place) * 3 + thing) }
            guard roll(0).below(oneInSoMany) == 0 else { return nil }
            let delay = roll(1).within(.zero...hazard.span.upperBound)
            return (delay, .partition(Scenario.Cut(devices: [device]), for: roll(2).within(hazard.span)))
        }
        return Array(strikes.prefix(Scenario.Hazard.mostOfASwizzle))
    }

    /// Chooses some of the devices, or occasionally a push service.
    private func cut(_ number: UInt64) -> Scenario.Cut {
        let choice = self.roll(.partition, number, 2)
        if choice.below(4) == 0, let platform = self.roll(.partition, number, 3).choice(of: LabPlatform.allCases) {
            return Scenario.Cut(pushes: [platform])
        }
        let some = self.devices.enumerated().filter { place, _ in
            self.roll(.partition, number, 4 + UInt64(place)).below(2) == 0
        }
        return Scenario.Cut(devices: some.isEmpty ? Array(self.devices.prefix(1)) : some.map(\.element))
    }

    /// Occasionally gives a device another address while pushes to its old address wait. The service then learns of the
    /// new address late.
    private func move(
        behind cut: Scenario.Cut, _ number: UInt64, _ length: Interval
    ) -> [(delay: Interval, deed: Scenario.Deed)] {
        let devices = self.people.flatMap { person in
            person.devices.filter { cut.pushes.contains($0.platform) }.map {
                Scenario.DeviceName(user: person.name, device: $0.name)
            }
        }
        guard self.roll(.partition, number, Self.moving).below(2) == 0,
            let device = self.roll(.partition, number, Self.moving + 1).choice(of: devices)
        else { return [] }
        return [
            (self.roll(.partition, number, Self.moving + 2).within(.zero...length), .device(.rotateToken, device))
        ]
    }

    private static let moving: UInt64 = 1 << 31

    /// The random draw for one of the values that a strike of a hazard needs.
    private func roll(_ kind: Scenario.Hazard.Kind, _ number: UInt64, _ thing: UInt64) -> Draw {
        self.die.draw(.faults, entity: kind.number, cause: DieCause(step: self.step + 1), n: number << 32 | thing)
    }
}

extension Scenario.Hazard.Kind {
    /// The number of this kind of hazard. The number is part of the format of seeds.
    fileprivate var number: UInt64 {
        switch self {
        case .kill: 1
        case .partition: 2
        case .skew: 3
        case .restore: 4
        case .swizzle: 5
        case .crash: 6
        }
    }
}
