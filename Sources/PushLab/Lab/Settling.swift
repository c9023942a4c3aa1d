import Basics
import ConnectedDevices
import PushGateway

/// Runs a world until nothing more happens by itself.
enum Settling {
    static func run(_ world: inout World) throws(NotSettled) {
        let before = world.people.devices.map(\.state)
        world.weather.isCalm = true
        defer { world.weather.isCalm = false }
        let end = world.clock.now.later(by: WorldClock.longestUnrest)
        do throws(NotSettled) {
            try Self.letAllLook(&world, by: end)
        } catch {
            // Restores the devices for a caller that catches the error.
            Self.putBack(before, &world)
            throw error
        }
        Self.putBack(before, &world)
        guard world.runUntilQuiet(by: end) else { throw NotSettled(world) }
        world.repackWhatRests()
        world.note(.settled(isUnwatched: false), .lab)
    }

    private static func letAllLook(_ world: inout World, by end: Instant) throws(NotSettled) {
        world.beginStep()
        world.note(.calmed, .lab)
        world.startService()
        world.endLateSweep()
        world.startKilledBackend()
        try Self.look(&world, by: end)
        // A very slow message, or a change that no tap announces, may arrive after the sync that should have found it.
        guard world.weather.network.crossing.spread.longest > Patience.length || world.hasUntappedDevices else {
            return
        }
        world.beginStep()
        world.note(.calmed, .lab)
        try Self.look(&world, by: end)
    }

    private static func putBack(_ states: [AppState], _ world: inout World) {
        for (device, state) in states.enumerated() where world.people.devices[device].state == .foreground {
            world.set(device, to: state)
        }
    }

    /// Opens every app so that it syncs, and runs until all syncs are done.
    private static func look(_ world: inout World, by end: Instant) throws(NotSettled) {
        for device in world.people.devices.indices where Self.mayBeOpened(world.people.devices[device]) {
            // An app that is already open syncs again. This way, it finds the changes that were announced by lost taps.
            if world.people.devices[device].state == .foreground {
                if world.hasOutlivedChannel(device) { world.givePushToken(device) }
                world.tell(device, .foreground)
                world.tellSDK(device, .foreground)
            } else {
                world.set(device, to: .foreground)
            }
        }
        guard world.runUntilQuiet(by: end) else { throw NotSettled(world) }
    }

    static func mayBeOpened(_ device: Device) -> Bool {
        device.isOnline && device.state != .forceQuit && device.lock == .unlocked
    }
}

extension NotSettled {
    init(_ world: World) { self.init(waitingFor: world.waitingFor(), isBusy: world.isStuck) }
}
