import Basics

/// What the weather did to one message, as the deed that does the same without weather.
struct Mishap: Sendable {
    let moment: Instant
    let device: Int
    let deed: Scenario.DeviceDeed
}

extension World {
    /// Whether the weather strikes a message, so many times of a hundred.
    mutating func strikes(_ percent: Int, _ draw: Draw, _ device: Int?, _ deed: Scenario.DeviceDeed) -> Bool {
        guard draw.happens(percent: percent) else { return false }
        if let device { self.mishaps?.append(Mishap(moment: self.now, device: device, deed: deed)) }
        return true
    }
}
