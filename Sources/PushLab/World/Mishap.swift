import Basics

/// What the weather did to one message, as the deed that does the same without weather.
struct Mishap: Sendable {
    let moment: Instant
    let device: Int
    let deed: Scenario.DeviceDeed
}

extension World {
    /// Whether the weather may strike at all, where it strikes so many times of a hundred: in a calm nothing gets lost.
    /// Who knows that it does not need not roll a die, for no draw moves another.
    func mayStrike(_ percent: Int) -> Bool { !self.isCalm && percent > 0 }

    /// Whether the weather strikes a message, so many times of a hundred.
    mutating func strikes(_ percent: Int, _ draw: Draw, _ device: Int?, _ deed: Scenario.DeviceDeed) -> Bool {
        guard self.mayStrike(percent), draw.happens(percent: percent) else { return false }
        if let device { self.mishaps?.append(Mishap(moment: self.now, device: device, deed: deed)) }
        return true
    }
}
