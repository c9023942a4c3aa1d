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

    /// A witness of an expectation with the full name of its device, which may have none of its namesakes soon.
    package func unabridged(_ witness: String) -> String {
        var words = witness.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let place = words.first == "on" ? 1 : 0
        guard words.indices.contains(place),
            let device = self.devices.first(where: { self.title(of: $0).isExactly(words[place]) })
        else { return witness }
        words[place] = "\(device.user).\(device.device)"
        return words.joined(separator: " ")
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

    /// The plan without words about what is not published before, which do nothing and which no file may have.
    var pruned: Scenario {
        var pruned = self
        var published: Set<ExactText> = []
        pruned.steps.removeAll { step in
            switch step.deed {
            case .publish(let notification, _): published.insert(ExactText(notification.id))
            case .burst(let stem, let count, _):
                for number in 1...count { published.insert(ExactText("\(stem)\(number)")) }
            case .device(.act(_, let id), _): return !published.contains(ExactText(id))
            case .expect(let expectation):
                return expectation.notification.map { !published.contains(ExactText($0)) } ?? false
            case .device, .expireCursors, .killService, .killServer, .partition, .quiesce, .random: break
            }
            return false
        }
        pruned.expectations.removeAll { expectation in
            expectation.notification.map { !published.contains(ExactText($0)) } ?? false
        }
        return pruned
    }
}

extension LabNetwork {
    /// Each takes one thing that is wrong or odd away.
    static var mends: [(inout LabNetwork) -> Void] {
        let usual = LabNetwork()
        let shares: [WritableKeyPath<LabNetwork, Int>] = [
            \.tapsLost, \.tapsDoubled, \.requestsLost, \.answersLost, \.connectionsRefused,
        ]
        let delays: [WritableKeyPath<LabNetwork, LabDelay>] = [
            \.connecting, \.crossing, \.sending, \.tapping,
        ]
        return shares.map { path in { $0[keyPath: path] = 0 } }
            + delays.map { path in { $0[keyPath: path] = usual[keyPath: path] } } + [{ $0.coalescesTaps = false }]
    }
}

extension Scenario.Deed {
    /// For whom it is done, if it is for one.
    var user: String? {
        switch self {
        case .publish(_, let user), .burst(_, _, let user), .expireCursors(let user): user
        case .device(_, let device): device.user
        case .expect(let expectation): expectation.device?.user
        case .quiesce, .random, .killService, .killServer, .partition: nil
        }
    }

    var device: Scenario.DeviceName? {
        switch self {
        case .device(_, let device): device
        case .expect(let expectation): expectation.device
        case .publish, .burst, .expireCursors, .quiesce, .random, .killService, .killServer, .partition: nil
        }
    }

    /// The deed in a plan without some devices; nil when there is nobody left that it concerns.
    func without(_ isGone: (Scenario.DeviceName) -> Bool) -> Scenario.Deed? {
        if case .device(.restore(let source?), let device) = self,
            isGone(Scenario.DeviceName(user: device.user, device: source))
        {
            return nil
        }
        guard case .partition(var cut, let time) = self else { return self.device.map(isGone) == true ? nil : self }
        guard cut.devices.contains(where: isGone) else { return self }
        cut.devices.removeAll(where: isGone)
        return cut.devices.isEmpty && cut.pushes.isEmpty ? nil : .partition(cut, for: time)
    }

    /// Deeds that do the same, only plainer; the plainest first.
    var simpler: [Scenario.Deed] {
        switch self {
        case .publish(let notification, let user): return notification.simpler.map { .publish($0, user: user) }
        case .quiesce(let limit): return limit == nil ? [] : [.quiesce(within: nil)]
        case .device(let deed, let device): return deed.simpler.map { .device($0, device) }
        case .killService(let time): return time.simpler.map { .killService(for: $0) }
        case .killServer(let time): return time.simpler.map { .killServer(for: $0) }
        case .partition(let cut, let time):
            return cut.parts.map { .partition($0, for: time) }
                + time.simpler.map { .partition(cut, for: $0) }
        case .random, .expect, .expireCursors, .burst: return []
        }
    }
}

extension Scenario.Deed {
    /// How often it is done, where that can be less; nil for what is done once.
    var count: Int? {
        switch self {
        case .burst(_, let count, _), .device(.fault(_, let count), _), .device(.refuseConnections(_, let count), _),
            .device(.oddPage(_, let count), _):
            count
        default: nil
        }
    }

    /// The same, done so often.
    func times(_ count: Int) -> Scenario.Deed {
        switch self {
        case .burst(let id, _, let user): .burst(id, count: count, user: user)
        case .device(.fault(let fault, _), let device): .device(.fault(fault, count: count), device)
        case .device(.refuseConnections(let fault, _), let device):
            .device(.refuseConnections(fault, count: count), device)
        case .device(.oddPage(let odd, _), let device): .device(.oddPage(odd, count: count), device)
        default: self
        }
    }
}

extension LabNotification {
    /// Without all that is odd, and without each of it alone where there is more than one.
    fileprivate var simpler: [LabNotification] {
        var (plain, lasting, silent) = (self, self, self)
        (plain.lifetime, plain.isVisual, lasting.lifetime, silent.isVisual) = (nil, false, nil, false)
        if plain == self { return [] }
        return [plain] + [lasting, silent].filter { $0 != self && $0 != plain }
    }
}

extension Scenario.DeviceDeed {
    fileprivate var simpler: [Scenario.DeviceDeed] {
        switch self {
        case .offline(let time?): [.offline(nil)] + time.simpler.map { .offline($0) }
        case .lowPower(let time?): [.lowPower(nil)] + time.simpler.map { .lowPower($0) }
        case .refuseConnections(let fault, let count):
            fault == .unreachable ? [] : [.refuseConnections(.unreachable, count: count)]
        case .restore(.some): [.restore(from: nil)]
        case .delayAnswer(let time): time.simpler.map { .delayAnswer($0) }
        case .repeatTap(let time): time.simpler.map { .repeatTap($0) } + [.fault(.doubleTaps, count: 1)]
        case .delayTap(let time): time.simpler.map { .delayTap($0) }
        case .reinstall, .forceQuit, .crashMidway: [.crash]
        default: []
        }
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

extension Scenario.Cut {
    /// Each of those that are cut off alone, where there are several.
    fileprivate var parts: [Scenario.Cut] {
        guard self.devices.count + self.pushes.count > 1 else { return [] }
        return self.devices.map { Scenario.Cut(devices: [$0]) } + self.pushes.map { Scenario.Cut(pushes: [$0]) }
    }
}

extension Interval {
    fileprivate var simpler: [Interval] {
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
