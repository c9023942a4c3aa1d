import Basics

/// Support for comparing two runs of one plan.
extension Lab {
    /// The hash of the history as a number.
    var historyCode: UInt64 { self.world.record.history.code }

    /// All users, in the order in which they were made.
    var users: [LabUser] { self.world.people.users.indices.map { LabUser(lab: self, number: $0) } }

    /// Applies a deviation from now on, so that this run differs from another run of the same plan.
    func deviate(by deviation: some Deviation) { self.world.weather.varying = Varying(deviation) }

    /// The screens of all devices, and the changes at the service that led to them.
    var ending: Ending {
        let world = self.world
        let displays = world.people.devices.enumerated().map { number, device in
            Ending.Display(
                user: device.user, badge: device.screen.badge,
                items: device.screen.items.map { ($0.id, $0.showing) }, alerts: device.screen.alerts,
                differences: world.weather.varying?.differences(of: number) ?? 0)
        }
        return Ending(self.view, displays)
    }
}
