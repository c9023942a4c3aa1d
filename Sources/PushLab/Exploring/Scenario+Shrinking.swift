import Basics

/// The changes that make a plan simpler.
extension Scenario {
    /// Returns the plan without its thresholds, because thresholds are about many runs. Also removes the second run if
    /// the violation is not about the second run.
    package func without(whatSaysNothingOf violation: Violation) -> Scenario {
        var plan = self
        if Relation(violation.property) == nil, violation.kind != Violation.secondRun { plan.relation = nil }
        plan.thresholds = []
        return plan
    }

    /// Shifts the time of a step and of the steps after it. Stops after the first step that makes the times of later
    /// steps restart from zero.
    func moving(from place: Int, by shift: Interval) -> Scenario {
        var moved = self
        for later in place..<self.steps.count {
            moved.steps[later].time = moved.steps[later].time + shift
            if moved.steps[later].deed.isRest { break }
        }
        return moved
    }

    /// Whether an expectation is checked at or after a step, before the lab settles.
    ///
    /// With a shorter pause before the check, fewer effects would be visible at the check.
    func isLookedAtLater(than place: Int) -> Bool {
        for step in self.steps[place...] {
            switch step.deed {
            case .expect: return true
            case .quiesce: return false
            default: break
            }
        }
        return false
    }

    /// Removes devices from all steps.
    mutating func forget(_ isGone: (DeviceName) -> Bool) {
        self.steps = self.steps.compactMap { step in
            var step = step
            guard let deed = step.deed.without(isGone) else { return nil }
            step.deed = deed
            return step
        }
    }

    /// The plan without parts that have no effect or are invalid. Removes actions on notifications that were not
    /// published before. Also removes the front door if no device gets pushes through it.
    var pruned: Scenario {
        var pruned = self
        var published: Set<ExactText> = []
        pruned.steps.removeAll { step in
            published.formUnion(step.deed.published.map { ExactText($0) })
            switch step.deed {
            case .device(.act(_, let id), _): return !published.contains(ExactText(id))
            case .expect(let expectation):
                return expectation.notification.map { !published.contains(ExactText($0)) } ?? false
            default: break
            }
            return false
        }
        pruned.expectations.removeAll { expectation in
            expectation.notification.map { !published.contains(ExactText($0)) } ?? false
        }
        if !self.hasAppleDevices { pruned.frontDoor = nil }
        return pruned
    }
}

extension LabNetwork {
    /// Changes to a network. Each change removes one fault or oddity of the network.
    static var mends: [(inout LabNetwork) -> Void] {
        let usual = LabNetwork()
        let shares: [WritableKeyPath<LabNetwork, Int>] = [
            \.tapsLostPercent, \.tapsDoubledPercent, \.requestsLostPercent, \.answersLostPercent,
            \.connectionsRefusedPercent,
        ]
        let delays: [WritableKeyPath<LabNetwork, LabDelay>] = [
            \.connecting, \.crossing, \.sending, \.tapping,
        ]
        return shares.map { path in { $0[keyPath: path] = 0 } }
            + delays.map { path in { $0[keyPath: path] = usual[keyPath: path] } } + [{ $0.coalescesTaps = false }]
    }
}

extension Scenario.Deed {
    /// The user of the step, if there is one.
    var user: String? {
        let values = self.values
        return values.text("user") ?? values.device?.user
    }

    /// Returns the step without some devices; nil when no device is left.
    func without(_ isGone: (Scenario.DeviceName) -> Bool) -> Scenario.Deed? {
        guard case .partition(var cut, let time) = self else {
            return self.values.devices.contains(where: isGone) ? nil : self
        }
        guard cut.devices.contains(where: isGone) else { return self }
        cut.devices.removeAll(where: isGone)
        return cut.devices.isEmpty && cut.pushes.isEmpty ? nil : .partition(cut, for: time)
    }
}

extension Scenario.Expectation {
    /// The notification of the expectation, if there is one.
    var notification: String? {
        switch self {
        case .everywhere(let id, _), .on(_, let id, _): id
        case .agreement, .hold: nil
        }
    }

    /// The device of the expectation, if there is one.
    var device: Scenario.DeviceName? {
        if case .on(let device, _, _) = self { device } else { nil }
    }
}

extension Interval {
    /// Shorter times to try, the roundest first.
    var simpler: [Interval] {
        [.seconds(1), .seconds(10), .minutes(1), .hours(1)].filter { $0 < self } + self.rounded
    }

    /// The value rounded down and rounded up to each whole unit, the largest unit first. Leaves out units that do not
    /// make the value rounder.
    var rounded: [Interval] {
        let units = [Interval.days(1), .hours(1), .minutes(1), .seconds(1), .milliseconds(1)].filter { $0 < self }
        return units.prefix { self.microseconds % $0.microseconds != 0 }.flatMap { unit in
            let floor = Interval.microseconds(self.microseconds / unit.microseconds * unit.microseconds)
            return [floor, floor + unit]
        }
    }
}
