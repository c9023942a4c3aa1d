import Basics
import PushGateway

/// The end of the storm, for whoever runs a whole scenario.
extension Lab {
    /// The number that the next step gets; the ones behind it count on from there.
    var nextStep: UInt32 {
        get { self.world.clock.steps + 1 }
        set { self.world.clock.steps = newValue - 1 }
    }

    /// Which of several things of one step begins next.
    var placeInStep: UInt32 {
        get { self.world.clock.placeInStep }
        set { self.world.clock.placeInStep = newValue }
    }

    /// All that was done to devices is undone, as their users would in the end: each is online, charged, opened and
    /// signed in. A build without the background mode they cannot mend.
    func heal() {
        self.world.weather.isCalm = true
        defer { self.world.weather.isCalm = false }
        self.world.beginStep()
        for device in self.world.people.devices.indices {
            self.world.set(device, isOnline: true)
            self.world.set(device, isLowPower: false)
            self.world.set(device, to: .foreground)
            if self.world.people.devices[device].account == nil { self.world.signIn(device, with: .personal) }
        }
    }

    /// The id of the notification that shows whether taps alone are enough: one that nobody has published under.
    private var probeId: String {
        var id = "probe"
        while self.world.record.history.knows(id) { id += "+" }
        return id
    }

    /// Puts all devices to sleep, publishes one notification for each user and waits with nobody looking.
    func probe() throws {
        self.world.weather.isCalm = true
        defer { self.world.weather.isCalm = false }
        self.world.beginStep()
        for device in self.world.people.devices.indices { self.world.set(device, to: .suspended) }
        let probe = LabNotification.raw("Is anybody there?", id: self.probeId)
        for user in self.world.people.users.indices {
            try self.publish(probe, to: LabUser(lab: self, number: user))
        }
        let end = self.world.clock.now.later(by: WorldClock.longestUnrest)
        guard self.world.runUntilQuiet(by: end) else { throw NotSettled(self.world) }
        try self.check()
        self.world.note(.settled(isUnwatched: true), .lab)
    }
}

extension LabDevice {
    /// Dice that belong to a device alone, by the names that it and its user have.
    static func dice(of name: String, _ user: String) -> UInt32 {
        // Each device may take a few steps to be set up.
        UInt32(truncatingIfNeeded: People.entity(InstallationName.text(user: user, device: name))) & 0x03FF_FFF0
    }
}
