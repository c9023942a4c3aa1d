import Basics

/// The steps that are chosen at random only if a scenario asks for them.
extension DeedWriter {
    /// Occasionally chooses one of the steps that the scenario asks for.
    ///
    /// A device that is offline for weeks misses everything that happens in that time. So later steps are spread over
    /// these weeks.
    mutating func extra(at place: Int, _ times: inout [Interval], _ farewell: Int?) -> [Scenario.Deed]? {
        guard !self.extras.isEmpty, self.roll().below(5) == 0 else { return nil }
        switch self.pick(self.extras).extra {
        case .step(let choose): return [choose(&self)]
        case .onDevice(let choose):
            let device = self.pick(self.devices)
            let deed = choose(&self)
            if case .act = deed { return self.actOffline(deed, device, at: place, &times, farewell) }
            if let length = deed.length, length >= .days(29) {
                self.spread(&times, behind: place, over: length)
                let time = times[place]...times[place] + length
                if case .switchOff = deed { self.absences.append((device, time)) }
            }
            return [.device(deed, device)]
        case nil: return nil
        }
    }

    /// Lets the user act on an offline device. Before the device is online again, the user acts once more or the app
    /// dies.
    private mutating func actOffline(
        _ deed: Scenario.DeviceDeed, _ device: Scenario.DeviceName, at place: Int, _ times: inout [Interval],
        _ farewell: Int?
    ) -> [Scenario.Deed]? {
        guard place + 2 < times.count, farewell.map({ $0 <= place || $0 > place + 2 }) ?? true else { return nil }
        for next in place + 1...place + 2 {
            times[next] = min(times[next], times[next - 1] + self.milliseconds(20...2_000))
        }
        let second: Scenario.DeviceDeed =
            self.roll().below(3) == 0 ? .act(self.pick(UserAct.allCases), self.recentId()) : .crash
        return [.offline(self.seconds(10...300)), deed, second].map { .device($0, device) }
    }

    /// A random duration of 29 to 40 days: a little shorter than the lifetime of a registration, or longer.
    mutating func absence() -> Interval { .days(29) + .seconds(self.number(0...950_400)) }

    /// Whether a step cannot happen because its device is switched off at that time.
    func isMissed(_ step: Scenario.Step) -> Bool {
        guard case .device(let deed, let device) = step.deed else { return false }
        if case .switchOff = deed { return false }
        return self.absences.contains { $0.device == device && $0.time.contains(step.time) }
    }

    /// Spreads the steps after this place over a time span. The last few of these steps come after the end of the time
    /// span.
    private func spread(_ times: inout [Interval], behind place: Int, over length: Interval) {
        let rest = Int64(times.count - place)
        for later in times.indices.dropFirst(place + 1) {
            let share = length.microseconds / rest * Int64(later - place) * 5 / 4
            times[later] = times[later] + .microseconds(share)
        }
    }

    /// Chooses an unusual notification: the system shows it too, or its lifetime is a few seconds or some weeks.
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
