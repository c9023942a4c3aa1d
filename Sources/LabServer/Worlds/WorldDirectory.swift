import Basics
import PushGateway
import PushLab
import PushServer
import SecureTransport

/// All worlds of a server on its loop, and the timer that advances them.
final class WorldDirectory {
    static let usual = "default"
    /// The maximum number of worlds at a time.
    static let limit = 64

    let loop: EventLoop
    let clock: WorldClockKind
    private let settings: WorldSettings
    private(set) var worlds: [ServedWorld] = []
    private var deviceCount = 0
    private var worldCount = 0
    private var timer: LoopTimer?
    private var due: Interval?
    /// The seed of the default world. If nil, a random seed is chosen.
    private let seed: UInt64?
    /// A closure that fills a new default world from a scenario.
    var furnish: (ServedWorld) -> Void = { _ in }

    init(_ loop: EventLoop, _ clock: WorldClockKind, _ settings: WorldSettings, seed: UInt64? = nil) {
        (self.loop, self.clock, self.settings, self.seed) = (loop, clock, settings, seed)
    }

    /// The default world, for requests that name no world.
    var usual: ServedWorld {
        if let world = self[Self.usual] { return world }
        let world = self.make(Self.usual, self.clock, seed: self.seed ?? Self.randomSeed())
        self.furnish(world)
        return world
    }

    subscript(name: String) -> ServedWorld? { self.worlds.first { $0.name == name } }

    /// Opens a world. Returns nil when a world with this name exists, or when the maximum number of worlds is reached.
    func open(_ name: String?, _ clock: WorldClockKind?, seed: UInt64?) -> ServedWorld? {
        guard self.worlds.count < Self.limit else { return nil }
        let name = name ?? self.freeName()
        guard self[name] == nil, name != Self.usual else { return nil }
        return self.make(name, clock ?? self.clock, seed: seed ?? Self.randomSeed())
    }

    private func freeName() -> String {
        repeat { self.worldCount += 1 } while self["w\(self.worldCount)"] != nil
        return "w\(self.worldCount)"
    }

    private func make(_ name: String, _ clock: WorldClockKind, seed: UInt64) -> ServedWorld {
        let world = ServedWorld(
            name, clock, seed: seed, opened: self.loop.uptime, began: self.loop.now, self.settings)
        self.worlds.append(world)
        return world
    }

    /// Closes a world and drops everything in it.
    ///
    /// Waiting requests are answered.
    func close(_ world: ServedWorld) {
        self.worlds.removeAll { $0 === world }
        world.dismissWaiters()
    }

    func closeAll() { for world in self.worlds { self.close(world) } }

    /// Returns the id of the next device.
    func nextDeviceID() -> String {
        self.deviceCount += 1
        return "d\(self.deviceCount)"
    }

    func device(_ id: String) -> (world: ServedWorld, device: ServedDevice)? {
        for world in self.worlds {
            if let device = world.device(id) { return (world, device) }
        }
        return nil
    }

    /// Returns the world and the app that issued a token, and the id of the device that the token belongs to.
    func owner(of token: DeviceToken) -> (world: ServedWorld, app: ServedApp, device: String?)? {
        for world in self.worlds {
            if let owner = world.owner(of: token) { return (world, owner.app, owner.device) }
        }
        return nil
    }

    // MARK: Time

    /// Runs everything that is due in every world, and sets the timer for the next event.
    func run() {
        let now = self.loop.uptime
        for world in self.worlds { world.run(at: now) }
        self.schedule()
    }

    /// Sets the timer for the next event.
    ///
    /// Call it after every change that may affect the time of the next event.
    func schedule() {
        var soonest: Interval?
        for world in self.worlds {
            if let next = world.nextUptime { soonest = min(soonest ?? next, next) }
        }
        guard let next = soonest else {
            (self.timer, self.due) = (nil, nil)
            return
        }
        if let due, self.timer != nil, due <= next { return }
        self.due = next
        self.timer = self.loop.timer(after: max(next - self.loop.uptime, .zero)) { [unowned self] in
            (self.timer, self.due) = (nil, nil)
            self.run()
        }
    }

    private static func randomSeed() -> UInt64 {
        RandomBytes.make(8).reduce(0) { $0 << 8 | UInt64($1) } & UInt64(Field.highestSeed)
    }
}
