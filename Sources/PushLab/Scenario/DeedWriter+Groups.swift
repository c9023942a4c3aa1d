import Basics

/// Groups of three steps that every scenario's random choice makes.
extension DeedWriter {
    /// Occasionally chooses three steps that belong together, and sets their times.
    mutating func group(at place: Int, _ times: inout [Interval]) -> [Scenario.Deed]? {
        switch self.roll().below(24) {
        case 0: self.rush(at: place, &times)
        case 1: self.interruption(at: place, &times)
        default: nil
        }
    }

    /// Delays a read and publishes more notifications in the meantime. This way, a tap announces changes that the read
    /// does not contain.
    private mutating func rush(at place: Int, _ times: inout [Interval]) -> [Scenario.Deed] {
        let device = self.pick(self.devices)
        let delay = Interval.seconds(1) + self.roll().within(.zero...(.seconds(9)))
        let news = (0..<2).map { _ in self.newPublication(device.user).deed }
        for next in place + 1..<place + 3 {
            let pause = self.roll().within(.milliseconds(20)...(.milliseconds(800)))
            times[next] = min(times[next], times[next - 1] + pause)
        }
        return [.device(.delayAnswer(delay), device)] + news
    }

    /// Publishes more notifications than one page contains, while a device is offline. Then interrupts the device
    /// before it has read the last page.
    private mutating func interruption(at place: Int, _ times: inout [Interval]) -> [Scenario.Deed] {
        let device = self.pick(self.devices)
        let absence = Interval.seconds(1 + Int64(self.roll().below(4)))
        let news = self.burst(device.user, count: 2 + Int(self.roll().below(7)))
        let end: Scenario.DeviceDeed = self.roll().below(2) == 0 ? .crash : .breakConnection
        times[place + 1] = times[place] + self.roll().within(.milliseconds(20)...(.milliseconds(800)))
        times[place + 2] = times[place] + absence + self.roll().within(.milliseconds(20)...(.milliseconds(1_500)))
        for later in place + 3..<times.count { times[later] = max(times[later], times[place + 2]) }
        return [.device(.offline(absence), device), news, .device(end, device)]
    }
}
