import Basics
import PushLab
import PushServer
import ShoulderTap

/// Operations for users, their devices, and publishing to them.
extension ControlAPI {
    static let usualBundle = "com.example.app"
    /// The maximum time that a request for a new device waits until the device's app has set itself up.
    private static let setUpTime = Interval.seconds(5)

    var userOperations: [Operation] {
        [
            Operation(
                "GET", "/lab/users", "List the users with their devices.", query: [Self.worldField], (200, "the users"),
                .users, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                request.answer { writer in
                    writer.member("users", objects: world.userNames) { Self.write(user: $0, of: world, into: &$1) }
                }
            },
            Operation(
                "POST", "/lab/users", "Create a user without devices.", query: [Self.worldField],
                body: [.name("name", "the user's name", isRequired: true)], (201, "the user"), .user,
                failures: [(404, "the world does not exist"), (409, "the user exists already")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                let name = request.body.text("name") ?? ""
                guard world.userNames.count < Self.mostUsers, world.addUser(name) else {
                    throw ControlFailure(
                        409, "user '\(name)' exists already, or the world is full", "use the existing user")
                }
                request.answer { Self.write(user: name, of: world, into: &$0) }
            },
            Operation(
                "GET", "/lab/users/{user}", "Show a user with the devices.", query: [Self.worldField],
                (200, "the user"),
                .user, failures: [(404, "the world or the user does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let (world, user) = try self.user(request)
                request.answer { Self.write(user: user, of: world, into: &$0) }
            },
            Operation(
                "GET", "/lab/users/{user}/devices", "List the devices of a user.", query: [Self.worldField],
                (200, "the devices"), .devices, failures: [(404, "the world or the user does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let (world, user) = try self.user(request)
                request.answer { writer in
                    writer.member("devices", objects: world.devices(of: user)) {
                        $0.write(into: &$1, world: world.name)
                    }
                }
            },
            Operation(
                "POST", "/lab/users/{user}/devices",
                "Create a device, and its user too. The answer comes once its app is ready: registered, subscribed "
                    + "and synced; or after 5 seconds with `ready` false.",
                query: [Self.worldField],
                body: [
                    .name("name", "its name, such as phone", isRequired: true),
                    Field("platform", .word(LabPlatform.allCases.map(\.spelling)), "its system; iOS by default"),
                    .bundle("the bundle id of its app; \(Self.usualBundle) by default"),
                    Field("app", .word(["installed", "none"]), "'none' only records its pushes"),
                ],
                (201, "the device"), .device,
                failures: [
                    (404, "there is no such world"),
                    (409, "the user has such a device, there are too many, or the world was reset meanwhile"),
                    (503, "the app failed"),
                ]
            ) { [unowned self] request throws(ControlFailure) in try self.createDevice(request) },
            Operation(
                "POST", "/lab/users/{user}/notifications",
                "Publish a notification through the service, which taps the user's devices.", query: [Self.worldField],
                body: [
                    .name("id", "its id; a new one by default"),
                    Field("content", .text(most: 16_384), "the content, for the app"),
                    Field("title", .text(most: 1_024), "a title, which the system shows too"),
                    Field("lifetime", .time, "the time until it expires; 30 days by default"),
                    .bundle("the app that gets it; by default, all apps of the user"),
                ],
                (201, "the notification is on its way to the service"), .published,
                failures: [
                    (404, "the world, the user or the app does not exist"),
                    (409, "the service refuses the notification"),
                    (503, "the app failed"),
                ]
            ) { [unowned self] request throws(ControlFailure) in try self.publish(request) },
        ]
    }

    private static let mostUsers = 10_000

    private static func write(user: String, of world: ServedWorld, into writer: inout JSONWriter) {
        writer.member("name", user)
        writer.member("world", world.name)
        writer.member("devices", objects: world.devices(of: user)) { $0.write(into: &$1, world: world.name) }
    }

    private func user(_ request: ControlRequest) throws(ControlFailure) -> (ServedWorld, String) {
        let (world, user) = (try self.world(request), request.gap("user"))
        guard world.userNames.contains(user) else {
            throw ControlFailure(
                404, "user '\(user)' does not exist in world '\(world.name)'",
                "create a device with POST /lab/users/\(user)/devices")
        }
        return (world, user)
    }

    private func createDevice(_ request: ControlRequest) throws(ControlFailure) {
        let (world, user, name) = (try self.world(request), request.gap("user"), request.body.text("name") ?? "")
        let bundle = request.body.text("bundle") ?? world.apps.first?.bundle ?? Self.usualBundle
        let word = request.body.text("platform") ?? LabPlatform.ios.spelling
        guard let platform = LabPlatform.allCases.first(where: { $0.spelling == word }) else { return }
        guard user.unicodeScalars.count <= 128 else {
            throw ControlFailure(400, "the name of the user is too long", "use at most 128 characters")
        }
        guard !world.isFull else {
            throw ControlFailure(409, "world '\(world.name)' is full", "reset it with DELETE /lab")
        }
        var made: ServedDevice?
        try self.act(in: world) {
            let app = world.app(bundle, at: self.worlds.loop.uptime)
            made = world.addDevice(
                self.worlds.nextDeviceID(), name, of: user, on: platform, in: app,
                isSilent: request.body.text("app") == "none")
        }
        guard let made else {
            throw ControlFailure(
                409, "user '\(user)' already has a device '\(name)' with app \(bundle)", "choose another name")
        }
        self.answer(request, withSetUp: made.id, in: world)
    }

    /// Answers when the device is ready, or when its setup takes too long. The world's clock moves on during the setup.
    private func answer(_ request: ControlRequest, withSetUp id: String, in world: ServedWorld) {
        if world.clock == .virtual {
            let end = world.time(at: .zero) + Self.setUpTime
            while world.device(id)?.isReady == false, world.failure == nil, world.time(at: .zero) < end {
                world.advance(by: .milliseconds(50))
            }
        }
        let deadline = self.worlds.loop.uptime + (world.clock == .virtual ? .zero : Self.setUpTime)
        world.wait(
            Waiter(until: deadline) { [unowned self] isOver in
                guard let device = world.device(id) else { return true }
                if let failure = world.failure {
                    request.fail(
                        ControlFailure(
                            503, "the app failed while it set itself up: \(failure)",
                            "fix the app, and reset the world with DELETE /lab"))
                } else if self.worlds[world.name] !== world {
                    request.fail(
                        ControlFailure(
                            409, "world '\(world.name)' was reset while the device set itself up", "create it again"))
                } else if device.isReady || isOver || world.clock == .virtual {
                    request.answer { device.write(into: &$0, world: world.name) }
                } else {
                    return false
                }
                return true
            })
        self.changed(world)
    }

    private func publish(_ request: ControlRequest) throws(ControlFailure) {
        let (world, user) = try self.user(request)
        let id = request.body.text("id") ?? "n\(world.events.last + 1)"
        let title = request.body.text("title")
        let lifetime = request.body.time("lifetime").map { Duration.microseconds($0.microseconds) }
        let notification =
            title.map { LabNotification.visual($0, id: id, lifetime: lifetime) }
            ?? LabNotification.raw(request.body.text("content") ?? id, id: id, lifetime: lifetime)
        var apps = world.apps.filter { app in world.devices(of: user).contains { $0.app === app } }
        if let bundle = request.body.text("bundle") { apps = apps.filter { $0.bundle == bundle } }
        guard !apps.isEmpty else {
            throw ControlFailure(
                404, "user '\(user)' has no device with this app", "create one with POST /lab/users/\(user)/devices")
        }
        try self.act(in: world) {
            for app in apps { try app.lab.publish(notification, to: app.lab.user(user)) }
        }
        request.answer { writer in
            writer.member("id", id)
            writer.member("user", user)
            writer.member("bundles", texts: apps.map(\.bundle))
        }
    }
}
