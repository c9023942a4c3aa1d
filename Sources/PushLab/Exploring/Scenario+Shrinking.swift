import Basics

/// What a plan can be made simpler by.
extension Scenario {
    /// The plan with one step and all behind it, up to where time begins anew, earlier or later.
    func moving(from place: Int, by shift: Interval) -> Scenario {
        var moved = self
        for later in place..<self.steps.count {
            moved.steps[later].time = moved.steps[later].time + shift
            if case .quiesce = moved.steps[later].deed { break }
        }
        return moved
    }
}

extension LabNetwork {
    /// Each takes one thing that is wrong or odd away.
    static var mends: [(inout LabNetwork) -> Void] {
        let usual = LabNetwork()
        let shares: [WritableKeyPath<LabNetwork, Int>] = [
            \.tapsLost, \.tapsDoubled, \.requestsLost, \.answersLost, \.connectionsRefused,
        ]
        let delays: [WritableKeyPath<LabNetwork, ClosedRange<Duration>>] = [
            \.connecting, \.crossing, \.sending, \.tapping,
        ]
        return shares.map { path in { $0[keyPath: path] = 0 } }
            + delays.map { path in { $0[keyPath: path] = usual[keyPath: path] } }
    }
}

extension Scenario.Deed {
    /// For whom it is done, if it is for one.
    var user: String? {
        switch self {
        case .publish(_, let user), .burst(_, _, let user), .expireCursors(let user): user
        case .device(_, let device): device.user
        case .expect(let expectation): expectation.device?.user
        case .quiesce, .random: nil
        }
    }

    var device: Scenario.DeviceName? {
        switch self {
        case .device(_, let device): device
        case .expect(let expectation): expectation.device
        case .publish, .burst, .expireCursors, .quiesce, .random: nil
        }
    }

    /// Deeds that do the same, only plainer; the plainest first.
    var simpler: [Scenario.Deed] {
        switch self {
        case .publish(var notification, let user):
            guard notification.lifetime != nil || notification.isVisual else { return [] }
            (notification.lifetime, notification.isVisual) = (nil, false)
            return [.publish(notification, user: user)]
        case .burst(let id, let count, let user):
            return [1, 2, 10, 101].filter { $0 < count }.map { .burst(id, count: $0, user: user) }
        case .quiesce(let limit): return limit == nil ? [] : [.quiesce(within: nil)]
        case .device(let deed, let device): return deed.simpler.map { .device($0, device) }
        case .random, .expect, .expireCursors: return []
        }
    }
}

extension Scenario.DeviceDeed {
    fileprivate var simpler: [Scenario.DeviceDeed] {
        switch self {
        case .offline(let time?): [.offline(nil)] + Self.shorter(time).map { .offline($0) }
        case .lowPower(let time?): [.lowPower(nil)] + Self.shorter(time).map { .lowPower($0) }
        case .fault(let fault, let count): count > 1 ? [.fault(fault, count: 1)] : []
        case .refuseConnections(let fault, let count):
            [.refuseConnections(.unreachable, count: 1), .refuseConnections(fault, count: 1)].filter {
                $0 != .refuseConnections(fault, count: count)
            }
        case .delayTap(let time): Self.shorter(time).map { .delayTap($0) }
        case .reinstall, .forceQuit: [.crash]
        default: []
        }
    }

    private static func shorter(_ time: Interval) -> [Interval] {
        [.seconds(1), .seconds(10), .minutes(1), .hours(1)].filter { $0 < time }
    }
}

extension Scenario.Expectation {
    /// The device that it is about, if it is about one.
    var device: Scenario.DeviceName? {
        if case .on(let device, _, _) = self { device } else { nil }
    }
}
