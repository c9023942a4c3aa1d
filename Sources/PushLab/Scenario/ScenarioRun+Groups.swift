import Basics

/// Steps that affect several devices in the same way, or that happen several times.
extension ScenarioRun {
    /// Cuts off devices and push services from the service for some time.
    func part(_ cut: Scenario.Cut, for time: Interval) {
        self.lab.nextStep = self.dice
        for name in cut.devices { self.device(name).part(for: time) }
        for platform in cut.pushes { self.lab.losePushService(of: platform, for: time) }
    }

    /// Publishes several notifications at one moment.
    func burst(_ id: String, _ count: Int, _ user: String) throws {
        defer { self.lab.placeInStep = 0 }
        for number in 1...count {
            self.lab.nextStep = self.dice
            self.lab.placeInStep = UInt32(number - 1)
            try self.lab.publish(.raw("content of \(id)\(number)", id: "\(id)\(number)"), to: self.lab.user(user))
        }
    }
}
