import Basics
import FeedContract

extension LabUser {
    /// The differences between the screens of the user's devices and the feed; empty when they agree.
    ///
    /// Only notifications that wait for the user count. An app may show or hide handled notifications as it likes.
    package var disagreements: [String] { self.disagreements { _ in true } }

    /// The differences for the devices that `isMeant` selects.
    func disagreements(among isMeant: (LabDevice) -> Bool) -> [String] {
        self.devices.filter(isMeant).disagreements(with: self.lab.truth(of: self.name))
    }
}

extension [LabDevice] {
    /// Returns the differences between the devices of one user and the live notifications of that user's feed.
    fileprivate func disagreements(with live: [AppChange]) -> [String] {
        let standing = Set(live.map { ExactText($0.id) })
        let waiting = live.filter { $0.action != .dismissed && $0.action != .activated }.map { ExactText($0.id) }
        return self.flatMap { device in
            let name = device.title.fullName
            // A device without a signed-in user shows nothing.
            let waiting = device.isSignedIn ? waiting : []
            let (due, shown) = (Set(waiting), device.waiting)
            let there = Set(shown)
            let lacks = waiting.filter { !there.contains($0) }.map { "\(name) does not show \($0.text)" }
            let extra = shown.filter { !due.contains($0) }.map { id in
                let why = standing.contains(id) ? "which was handled elsewhere" : "which is gone"
                return "\(name) still shows \(id.text), \(why)"
            }
            return lacks + extra
        }
    }
}

extension LabDevice {
    /// The ids of the notifications that are on the screen and wait for the user. Each id occurs once: first the ids in
    /// the list, then the ids in the tray.
    fileprivate var waiting: [ExactText] {
        let (history, screen) = (self.lab.world.record.history, self.lab.world.people.devices[self.number].screen)
        let tray = screen.alerts.map { ExactText(history.text($0)) }
        let alerted = Set(tray)
        var listed: Set<ExactText> = []
        let list = screen.items.compactMap { item -> ExactText? in
            let id = ExactText(history.text(item.id))
            let waits = !item.showing.isHandled || alerted.contains(id)
            return listed.insert(id).inserted && waits ? id : nil
        }
        return list + tray.filter { listed.insert($0).inserted }
    }
}

extension Lab {
    /// Returns the live notifications in a user's feed at the service. At the end, every device should show these
    /// notifications.
    package func truth(of user: String) -> [AppChange] {
        guard let number = self.world.people.user(named: user) else { return [] }
        return Self.live(self.world.truths(of: [number])[0])
    }

    /// The live notifications of all users, in the order of the users.
    var truths: [[AppChange]] { self.world.truths(of: Array(self.world.people.users.indices)).map(Self.live) }

    /// The differences between the screens of all devices and the feeds, user by user.
    package var disagreements: [String] {
        var devices = [[LabDevice]](repeating: [], count: self.world.people.users.count)
        for number in self.world.people.devices.indices {
            devices[self.world.people.devices[number].user].append(LabDevice(lab: self, number: number))
        }
        return zip(devices, self.truths).flatMap { $0.disagreements(with: $1) }
    }

    private static func live(_ changes: [Change]) -> [AppChange] {
        changes.filter { $0.kind == .new || $0.kind == .updated }.map(AppChange.init)
    }
}
