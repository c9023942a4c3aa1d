import Basics
import PushGateway
import PushLab
import PushServer
import ShoulderTap

/// Operations for devices: their screens, their states, and the actions of their users.
extension ControlAPI {
    /// The states that a device can be put into, by name.
    static let states: [(word: String, change: @Sendable (LabDevice) -> Void)] = [
        ("foreground", { $0.enterForeground() }), ("background", { $0.enterBackground() }),
        ("suspended", { $0.suspend() }), ("force-quit", { $0.forceQuit() }), ("offline", { $0.goOffline() }),
        ("online", { $0.goOnline() }), ("low-power", { $0.saveEnergy() }), ("normal-power", { $0.saveEnergy(false) }),
        ("locked", { $0.lock() }), ("unlocked", { $0.unlock() }),
    ]

    /// The actions of a user on a notification, by name.
    static let acts: [(word: String, act: UserAct)] = [
        ("dismiss", .dismiss), ("activate", .open), ("snooze", .snooze), ("markRead", .read), ("delete", .delete),
    ]

    /// The other actions on a device, by name.
    static let deeds: [(word: String, deed: @Sendable (LabDevice) -> Void)] = [
        ("rotateToken", { $0.rotatePushToken() }), ("reinstall", { $0.reinstall() }), ("crash", { $0.crash() }),
        ("signIn", { $0.signIn() }), ("signOut", { $0.signOut() }), ("breakConnection", { $0.breakConnection() }),
    ]

    var deviceOperations: [Operation] {
        let missing = [(404, "the device does not exist")]
        return [
            Operation(
                "GET", "/lab/devices", "List the devices of a world.", query: [Self.worldField], (200, "the devices"),
                .devices, failures: [(404, "the world does not exist")]
            ) { [unowned self] request throws(ControlFailure) in
                let world = try self.world(request)
                request.answer { writer in
                    writer.member("devices", objects: world.devices) { $0.write(into: &$1, world: world.name) }
                }
            },
            Operation(
                "GET", "/lab/devices/{id}", "Show a device: its tray, its notifications and its counters.",
                query: [Self.worldField], (200, "the device"), .device, failures: missing
            ) { [unowned self] request throws(ControlFailure) in
                let (world, device) = try self.device(request)
                world.run(at: self.worlds.loop.uptime)
                self.show(device.id, of: world, request)
            },
            Operation(
                "PATCH", "/lab/devices/{id}", "Put a device into a state.", query: [Self.worldField],
                body: [Field("state", .word(Self.states.map(\.word)), "the state", isRequired: true)],
                (200, "the device"), .device,
                failures: missing + [(409, "the device cannot do this"), (503, "the app failed")]
            ) { [unowned self] request throws(ControlFailure) in
                let (world, device) = try self.device(request)
                let word = request.body.text("state")
                guard let state = Self.states.first(where: { $0.word == word }) else { return }
                try self.act(in: world) { state.change(device.device) }
                self.show(device.id, of: world, request)
            },
            Operation(
                "POST", "/lab/devices/{id}/actions", "Perform an action of the user of a device.",
                query: [Self.worldField],
                body: [
                    Field(
                        "action", .word(Self.acts.map(\.word) + Self.deeds.map(\.word)),
                        "the action; the first \(Self.acts.count) need a notification", isRequired: true),
                    .name("notification", "the id of a notification on the device's screen"),
                ],
                (200, "the device"), .device,
                failures: missing + [(409, "the notification is not on the screen"), (503, "the app failed")]
            ) { [unowned self] request throws(ControlFailure) in try self.doAction(request) },
        ]
    }

    private func device(_ request: ControlRequest) throws(ControlFailure) -> (ServedWorld, ServedDevice) {
        let id = request.gap("id")
        if request.query.has("world") {
            let world = try self.world(request)
            if let device = world.device(id) { return (world, device) }
        } else if let (world, device) = self.worlds.device(id) {
            return (world, device)
        }
        throw ControlFailure(404, "device '\(id)' does not exist", "list the devices with GET /lab/devices")
    }

    private func show(_ id: String, of world: ServedWorld, _ request: ControlRequest) {
        guard let device = world.device(id) else { return }
        request.answer { device.write(into: &$0, world: world.name) }
    }

    private func doAction(_ request: ControlRequest) throws(ControlFailure) {
        let (world, device) = try self.device(request)
        let word = request.body.text("action")
        if let act = Self.acts.first(where: { $0.word == word })?.act {
            guard let id = request.body.text("notification") else {
                throw ControlFailure(
                    400, "'notification' is missing; this action needs it", "send the id of a notification")
            }
            try self.act(in: world) { try device.device.act(act, id) }
        } else if let deed = Self.deeds.first(where: { $0.word == word })?.deed {
            guard !request.body.has("notification") else {
                throw ControlFailure(400, "this action does not use 'notification'", "remove the member")
            }
            try self.act(in: world) { deed(device.device) }
        }
        self.show(device.id, of: world, request)
    }
}
