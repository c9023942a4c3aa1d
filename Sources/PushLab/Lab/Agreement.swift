import Basics
import FeedContract

extension LabUser {
    /// What is wrong with the screens of the user's devices, measured by what stands in the feed; empty when they
    /// agree.
    ///
    /// How an app shows what its user is done with is its own affair, so only what waits for the user counts.
    package var disagreements: [String] { self.disagreements { _ in true } }

    /// The same of some of the devices.
    func disagreements(among isMeant: (LabDevice) -> Bool) -> [String] {
        self.devices.filter(isMeant).disagreements(with: self.lab.truth(of: self.name))
    }
}

extension [LabDevice] {
    /// Of devices of one user, from whose feed this is live.
    fileprivate func disagreements(with live: [AppChange]) -> [String] {
        let standing = Set(live.map { ExactText($0.id) })
        let waiting = live.filter { $0.action != .dismissed && $0.action != .activated }.map { ExactText($0.id) }
        return self.flatMap { device in
            let name = "\(device.title.user).\(device.title.device)"
            // Where nobody is signed in nothing is shown.
            let waiting = device.isSignedIn ? waiting : []
            let (due, shown) = (Set(waiting), device.waiting)
            let there = Set(shown)
            let lacks = waiting.filter { !there.contains($0) }.map { "\(name) does not show \($0.text)" }
            let extra = shown.filter { !due.contains($0) }.map { id in
                let why = standing.contains(id) ? "which was dealt with elsewhere" : "which is gone"
                return "\(name) still shows \(id.text), \(why)"
            }
            return lacks + extra
        }
    }
}

extension LabDevice {
    /// The ids of what is on the screen and waits for its user, each once: those of the list, then those of the tray.
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
    /// What is live in a user's feed at the service: what every device is to show in the end.
    package func truth(of user: String) -> [AppChange] {
        guard let number = self.world.people.user(named: user) else { return [] }
        return Self.live(self.world.truths(of: [number])[0])
    }

    /// The same of all users, in their order.
    var truths: [[AppChange]] { self.world.truths(of: Array(self.world.people.users.indices)).map(Self.live) }

    /// What is wrong with the screens of all users' devices, one user behind the other.
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
