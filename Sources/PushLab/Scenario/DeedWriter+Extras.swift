import Basics

/// Steps that random choice makes only where a scenario asks for them.
extension DeedWriter {
    /// Now and then one of the steps that the scenario asks for. A device that is away for weeks misses what happens
    /// meanwhile, so that later steps are spread over its absence.
    mutating func extra(at place: Int, _ times: inout [Interval]) -> Scenario.Deed? {
        guard !self.extras.isEmpty, self.roll().below(5) == 0 else { return nil }
        switch self.pick(self.extras).extra {
        case .step(let choose): return choose(&self)
        case .onDevice(let choose):
            let device = self.pick(self.devices)
            let deed = choose(&self)
            if case .offline(let length?) = deed { self.spread(&times, behind: place, over: length) }
            return .device(deed, device)
        case nil: return nil
        }
    }

    /// Puts later steps off, so that all but the last few are within a time.
    private func spread(_ times: inout [Interval], behind place: Int, over length: Interval) {
        let rest = Int64(times.count - place)
        for later in times.indices.dropFirst(place + 1) {
            let share = length.microseconds / rest * Int64(later - place) * 5 / 4
            times[later] = times[later] + .microseconds(share)
        }
    }

    /// A notification that is out of the ordinary: the system shows it too, or it lives for seconds or for weeks.
    mutating func oddPublication() -> Scenario.Deed {
        guard case .publish(var notification, let user) = self.publication() else { return self.publication() }
        if self.roll().below(2) == 0 { notification.isVisual = true }
        switch self.roll().below(4) {
        case 0: notification.lifetime = .seconds(2 + Int64(self.roll().below(58)))
        case 1: notification.lifetime = .seconds(86_400 * (1 + Int64(self.roll().below(29))))
        default: break
        }
        return .publish(notification, user: user)
    }
}
