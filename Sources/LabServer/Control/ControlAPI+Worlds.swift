import Basics
import PushLab
import PushServer
import ShoulderTap

/// Operations for worlds and their clocks.
extension ControlAPI {
    var worldOperations: [Operation] {
        [
            Operation("GET", "/lab/worlds", "List the worlds.", (200, "the worlds"), .worlds) {
                [unowned self] request in
                _ = self.worlds.usual
                request.answer { $0.member("worlds", objects: self.worlds.worlds) { self.write($0, into: &$1) } }
            },
            Operation(
                "POST", "/lab/worlds", "Open a world that shares nothing with the others.",
                body: [
                    .name("name", "its name; a new one by default"),
                    Field(
                        "clock", .word(WorldClockKind.allCases.map(\.rawValue)),
                        "its clock; by default, the clock of the server"),
                    .seed,
                ],
                (201, "the world"), .world, failures: [(409, "the name is taken, or there are too many worlds")]
            ) { [unowned self] request throws(ControlFailure) in try self.openWorld(request) },
            Operation(
                "GET", "/lab/worlds/{world}", "Show a world.", (200, "the world"), .world,
                failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.namedWorld(request)
                request.answer { self.write(world, into: &$0) }
            },
            Operation(
                "DELETE", "/lab/worlds/{world}", "Close a world and delete everything in it.", (204, "it is closed"),
                nil,
                failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                self.worlds.close(try self.namedWorld(request))
                request.answer()
            },
            Operation(
                "DELETE", "/lab", "Reset: delete one world, or all of them.", query: [Self.worldField],
                (204, "it is deleted"), nil, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                if request.query.has("world") {
                    self.worlds.close(try self.world(request))
                } else {
                    self.worlds.closeAll()
                }
                self.worlds.schedule()
                request.answer()
            },
        ]
    }

    private func namedWorld(_ request: ControlRequest) throws(ControlFailure) -> ServedWorld {
        let name = request.gap("world")
        if name == WorldDirectory.usual { return self.worlds.usual }
        guard let world = self.worlds[name] else { throw Self.noWorld(name) }
        return world
    }

    private func openWorld(_ request: ControlRequest) throws(ControlFailure) {
        let seed = request.body.integer("seed").map { UInt64($0) }
        let clock = request.body.text("clock").flatMap(WorldClockKind.init)
        guard let world = self.worlds.open(request.body.text("name"), clock, seed: seed) else {
            throw ControlFailure(
                409, "the name is taken, or there are \(WorldDirectory.limit) worlds",
                "choose another name, or close a world with DELETE /lab/worlds/NAME")
        }
        request.answer { self.write(world, into: &$0) }
    }

    private func write(_ world: ServedWorld, into writer: inout JSONWriter) {
        writer.member("name", world.name)
        self.writeTime(of: world, into: &writer)
        writer.member("seed", raw: String(world.seed))
        writer.member("users", number: world.userNames.count)
        writer.member("devices", number: world.devices.count)
        writer.member("pushes", number: world.pushes.count)
        writer.member("events", number: world.events.last)
        writer.member("failure", orNull: world.failure)
    }

    private func writeTime(of world: ServedWorld, into writer: inout JSONWriter) {
        let time = world.time(at: self.worlds.loop.uptime)
        writer.member("clock", world.clock.rawValue)
        writer.member("now", time.clockText)
        writer.member("time", raw: String(time.microseconds))
    }
}

extension ControlAPI {
    var clockOperations: [Operation] {
        [
            Operation(
                "GET", "/lab/clock", "Show the clock of a world. Its time starts at 0 with the world.",
                query: [Self.worldField], (200, "the clock"), .clock, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                request.answer { self.writeTime(of: world, into: &$0) }
            },
            Operation(
                "POST", "/lab/clock/advance", "Advance a virtual clock, and run everything that is due until then.",
                query: [Self.worldField], body: [Field("by", .time, "the time to advance", isRequired: true)],
                (200, "the clock"), .clock,
                failures: [(404, "the world does not exist"), (409, "the clock is real"), (503, "the app failed")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.virtualWorld(request)
                let time = request.body.time("by") ?? .zero
                guard time <= Self.longestAdvance else {
                    throw ControlFailure(400, "'by' is too long", "advance by at most \(Self.longestAdvance)")
                }
                world.advance(by: time)
                if let failure = world.failure {
                    throw ControlFailure(503, "the world cannot continue: \(failure)", "reset it with DELETE /lab")
                }
                self.changed(world)
                request.answer { self.writeTime(of: world, into: &$0) }
            },
            Operation(
                "POST", "/lab/settle", "Run a virtual world until it has settled.",
                query: [Self.worldField], body: [], (200, "the clock"), .clock,
                failures: [
                    (404, "the world does not exist"), (409, "the clock is real, or the world does not settle"),
                ]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.virtualWorld(request)
                do { try world.settle() } catch {
                    throw ControlFailure(409, "\(error)", "look at GET /lab/events, or reset with DELETE /lab")
                }
                self.changed(world)
                request.answer { self.writeTime(of: world, into: &$0) }
            },
        ]
    }

    private static let longestAdvance = Interval.days(366)

    private func virtualWorld(_ request: ControlRequest) throws(ControlFailure) -> ServedWorld {
        let world = try self.world(request)
        guard world.clock == .virtual else {
            throw ControlFailure(
                409, "the clock of world '\(world.name)' is real",
                "open a world with {\"clock\":\"virtual\"}, or start the server with --clock virtual")
        }
        return world
    }
}
