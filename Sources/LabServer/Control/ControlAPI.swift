import Basics
import PushGateway
import PushLab
import PushServer
import SecureTransport
import ShoulderTap

/// The control API. Its routes and its description are both made from one table of operations.
final class ControlAPI {
    let worlds: WorldDirectory
    let receiver: LabReceiver
    let authority: ThrowAwayAuthority
    let version: String
    /// The number of connections, for metrics.
    var connectionCount: () -> Int = { 0 }
    /// The event streams that are open.
    private(set) var feeds: [ObjectIdentifier: EventFeed] = [:]
    private(set) lazy var operations: [Operation] = self.makeOperations()

    init(_ worlds: WorldDirectory, _ receiver: LabReceiver, _ authority: ThrowAwayAuthority, version: String) {
        (self.worlds, self.receiver, self.authority, self.version) = (worlds, receiver, authority, version)
    }

    private func makeOperations() -> [Operation] {
        self.serverOperations + self.worldOperations + self.clockOperations + self.userOperations
            + self.deviceOperations + self.pushOperations + self.eventOperations + self.answerOperations
    }

    static let worldField = Field.name("world", "the world; by default, the default world")

    /// Returns the world that is named in a request.
    func world(_ request: ControlRequest) throws(ControlFailure) -> ServedWorld {
        guard let name = request.query.text("world"), name != WorldDirectory.usual else { return self.worlds.usual }
        guard let world = self.worlds[name] else { throw Self.noWorld(name) }
        return world
    }

    static func noWorld(_ name: String) -> ControlFailure {
        ControlFailure(404, "world '\(name)' does not exist", "open it with POST /lab/worlds, or list them with GET")
    }

    /// Updates the clock of a world, and then performs an action in the world.
    func act(in world: ServedWorld, _ body: () throws -> Void) throws(ControlFailure) {
        world.run(at: self.worlds.loop.uptime)
        do { try world.act(body) } catch let failure as ControlFailure { throw failure } catch let error as LabError {
            throw ControlFailure(409, error.description, "look at the device with GET /lab/devices")
        } catch {
            throw ControlFailure(
                503, "the world cannot continue: \(error)", "fix the app, and reset the world with DELETE /lab")
        }
        self.changed(world)
    }

    /// Answers waiting requests whose condition is now met, and sets the timer for the next event.
    func changed(_ world: ServedWorld) {
        world.serveWaiters(at: self.worlds.loop.uptime)
        self.worlds.schedule()
    }

    func keep(_ feed: EventFeed) { self.feeds[ObjectIdentifier(feed)] = feed }
    func forget(_ feed: EventFeed) { self.feeds[ObjectIdentifier(feed)] = nil }

    /// Ends all event streams and answers all waiting requests, so that no request stays open when the server stops.
    func dismissAll() {
        for feed in self.feeds.values { feed.finish() }
        self.feeds = [:]
        for world in self.worlds.worlds { world.dismissWaiters() }
    }
}
