package import PushGateway

/// The facts about a device that a server shows.
extension LabDevice {
    /// The index of the device in its lab. Events refer to the device by this index.
    package var place: Int { self.number }
    package var userName: String { self.title.user }
    package var platform: LabPlatform { self.lab.world.people.devices[self.number].platform }
    /// The address that the push service last gave the app.
    package var pushToken: String { self.lab.world.people.devices[self.number].pushToken }
    /// The subscription that the service last gave the app; nil before the app has subscribed.
    package var subscription: String? { self.lab.world.service.subscriptions[self.number] }
    /// Whether the app waits for a timer. Timers that are only for maintenance do not count.
    package var awaitsTimer: Bool {
        let device = self.lab.world.people.devices[self.number]
        let handles = device.timers.map(\.handle) + (device.alarm.map { [$0] } ?? [])
        return handles.contains { self.lab.world.clock.agenda[$0]?.isUrgent == true }
    }
    package var appState: AppState { self.lab.world.people.devices[self.number].state }
    package var isRunning: Bool { self.lab.world.people.devices[self.number].isRunning }
    package var isOnline: Bool { self.lab.world.people.devices[self.number].isOnline }
    package var isLowPower: Bool { self.lab.world.people.devices[self.number].isLowPower }
    package var isLocked: Bool { self.lab.world.people.devices[self.number].lock != .unlocked }
    package var hasAccount: Bool { self.isSignedIn }
}
