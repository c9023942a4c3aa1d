import Basics
import PushGateway

/// The end of the storm, for scenarios that run as a whole.
extension Lab {
    /// The number of the next step.
    ///
    /// Later steps count from this number.
    var nextStep: UInt32 {
        get { self.world.clock.steps + 1 }
        set { self.world.clock.steps = newValue - 1 }
    }

    /// The position of the next action within its step.
    var placeInStep: UInt32 {
        get { self.world.clock.placeInStep }
        set { self.world.clock.placeInStep = newValue }
    }

    /// Restores all devices, as their users would do: each device is online, charged and signed in, and its app is
    /// open.
    ///
    /// A build without the background mode stays, because users cannot fix it.
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

    /// The id of the notification that tests whether taps alone are enough.
    ///
    /// It differs from all published ids.
    private var probeId: String {
        var id = "probe"
        while self.world.record.history.knows(id) { id += "+" }
        return id
    }

    /// Suspends all devices, publishes one notification for each user and waits without opening an app.
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
    /// The dice number of a device, derived from its name and its user's name.
    static func dice(of name: String, _ user: String) -> UInt32 {
        // The low bits are zero because the setup of a device may take a few steps.
        UInt32(truncatingIfNeeded: People.entity(InstallationName.text(user: user, device: name))) & 0x03FF_FFF0
    }
}
