import LabReports
import PushLab

/// The script of the demo, chapter by chapter.
enum DemoScript {
    struct Chapter: Sendable {
        let heading: String
        var detail = Storyteller.Detail.visits
        let act: @Sendable (Cast) throws -> Void
    }

    /// The user and the devices of the demo, with the role of each device.
    ///
    /// With few devices, one device has several roles.
    struct Cast {
        let lab: Lab
        let user: LabUser
        let devices: [LabDevice]

        /// The device that dismisses a notification.
        var first: LabDevice { self.devices[0] }
        /// The device that loses a tap.
        var second: LabDevice { self.devices[1 % self.devices.count] }
        /// The device that deletes a notification.
        var third: LabDevice { self.devices[2 % self.devices.count] }
    }

    private static let kinds: [(name: String, platform: LabPlatform)] = [
        ("phone", .ios), ("tablet", .android), ("laptop", .windows),
    ]

    /// Creates a user with `count` devices.
    ///
    /// Names and platforms repeat after the third.
    static func cast(_ lab: Lab, devices count: Int) -> Cast {
        let user = lab.user("alice")
        let devices = (0..<count).map { number in
            let (kind, round) = (Self.kinds[number % Self.kinds.count], number / Self.kinds.count)
            return user.device(kind.name + (round == 0 ? "" : "\(round + 1)"), on: kind.platform)
        }
        return Cast(lab: lab, user: user, devices: devices)
    }

    static let chapters = [
        Chapter(heading: "Set-up: each device signs in, registers for pushes and subscribes", detail: .setUp) { cast in
            try cast.lab.advance(by: .seconds(5))
        },
        Chapter(heading: "A notification: one publish, and a silent tap wakes each device to fetch it", detail: .steps)
        {
            for device in $0.devices { device.suspend() }
            try $0.publish("lunch", "Lunch at noon?")
        },
        Chapter(heading: "A tap gets lost, and the next one compensates") { cast in
            cast.second.loseTaps()
            try cast.publish("report", "The report is ready")
            try cast.publish("train", "Your train leaves in ten minutes", lifetime: .seconds(600))
        },
        Chapter(heading: "Dismissed on one device, gone from all") { cast in
            try cast.act(on: cast.first) { try $0.dismiss("lunch") }
        },
        Chapter(heading: "Deleted on one device, gone from all") { cast in
            try cast.act(on: cast.third) { try $0.delete("report") }
        },
        Chapter(heading: "Ten minutes later the train has left: its notification expires") { cast in
            try cast.lab.advance(by: .seconds(600))
        },
        Chapter(heading: "At the end, every app is opened once more") { cast in try cast.lab.settle() },
    ]
}

extension DemoScript {
    /// Compares the user's feed at the end with the expected results. Returns a sentence for each expected result that
    /// is missing.
    static func losses(_ truth: [AppChange]) -> [String] {
        var losses: [String] = []
        let lunch = truth.first { $0.id == "lunch" }
        if lunch == nil {
            losses.append("lunch should only be dismissed, but the service does not have it")
        } else if lunch?.action != .dismissed {
            losses.append("lunch was dismissed on a device, but the service did not receive that")
        }
        if truth.contains(where: { $0.id == "report" }) {
            losses.append("the report was deleted on a device, but the service still has it")
        }
        if truth.contains(where: { $0.id == "train" }) {
            losses.append("the train should expire after ten minutes, but the service still has it")
        }
        return losses
    }
}

extension DemoScript.Cast {
    fileprivate func publish(_ id: String, _ content: String, lifetime: Duration? = nil) throws {
        try self.lab.publish(.raw(content, id: id, lifetime: lifetime), to: self.user)
        try self.lab.advance(by: .seconds(60))
    }

    /// Performs an action on a device, waits for one minute of virtual time, and suspends the app.
    fileprivate func act(on device: LabDevice, _ act: (LabDevice) throws -> Void) throws {
        defer { device.suspend() }
        try act(device)
        try self.lab.advance(by: .seconds(60))
    }
}
