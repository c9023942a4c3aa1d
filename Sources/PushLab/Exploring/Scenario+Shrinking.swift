import Basics

/// What a plan can be made simpler by.
extension Scenario {
    /// The plan without a second run that has nothing to say about what the first one breaks, and without thresholds:
    /// they are about many runs.
    package func without(whatSaysNothingOf violation: Violation) -> Scenario {
        var plan = self
        if Relation(violation.property) == nil, violation.kind != Violation.secondRun { plan.relation = nil }
        plan.thresholds = []
        return plan
    }

    /// The plan with one step and all behind it, up to where time begins anew, earlier or later.
    func moving(from place: Int, by shift: Interval) -> Scenario {
        var moved = self
        for later in place..<self.steps.count {
            moved.steps[later].time = moved.steps[later].time + shift
            if moved.steps[later].deed.isRest { break }
        }
        return moved
    }

    /// Whether a step at a place or behind it looks before all is quiet. With less time before it, it would see less.
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

    /// Takes devices out of all steps.
    mutating func forget(_ isGone: (DeviceName) -> Bool) {
        self.steps = self.steps.compactMap { step in
            var step = step
            guard let deed = step.deed.without(isGone) else { return nil }
            step.deed = deed
            return step
        }
    }

    /// The plan without what does nothing and what no file may have: words about what is not published before, and a
    /// front door that no device has pushes from.
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
    /// Each takes one thing that is wrong or odd away.
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
    /// The user that the step is about, if it is about one.
    var user: String? {
        let values = self.values
        return values.text("user") ?? values.device?.user
    }

    /// The step in a plan without some devices; nil when none is left that it is about.
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
    /// The notification that it is about, if it is about one.
    var notification: String? {
        switch self {
        case .everywhere(let id, _), .on(_, let id, _): id
        case .agreement, .hold: nil
        }
    }

    /// The device that it is about, if it is about one.
    var device: Scenario.DeviceName? {
        if case .on(let device, _, _) = self { device } else { nil }
    }
}

extension Interval {
    /// Shorter times, the roundest first.
    var simpler: [Interval] {
        [.seconds(1), .seconds(10), .minutes(1), .hours(1)].filter { $0 < self } + self.rounded
    }

    /// Whole units below it and above it, the largest first, as long as they are rounder than it is.
    var rounded: [Interval] {
        let units = [Interval.days(1), .hours(1), .minutes(1), .seconds(1), .milliseconds(1)].filter { $0 < self }
        return units.prefix { self.microseconds % $0.microseconds != 0 }.flatMap { unit in
            let floor = Interval.microseconds(self.microseconds / unit.microseconds * unit.microseconds)
            return [floor, floor + unit]
        }
    }
}
