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
        let live = self.lab.truth(of: self.name)
        let waiting = live.filter { $0.action != .dismissed && $0.action != .activated }.map(\.id)
        return self.devices.filter(isMeant).flatMap { device in
            // Where nobody is signed in nothing is shown.
            let waiting = device.isSignedIn ? waiting : []
            let lacks = waiting.filter { !device.shows($0) }.map { "\(device.name) does not show \($0)" }
            let there = device.list + device.tray.filter { id in !device.list.contains { $0.isExactly(id) } }
            let extra = there.filter { id in device.shows(id) && !waiting.contains { $0.isExactly(id) } }.map { id in
                let why = live.contains { $0.id.isExactly(id) } ? "which was dealt with elsewhere" : "which is gone"
                return "\(device.name) still shows \(id), \(why)"
            }
            return lacks + extra
        }
    }
}

extension Lab {
    /// What is live in a user's feed at the service: what every device is to show in the end.
    package func truth(of user: String) -> [AppChange] {
        guard let number = self.world.users.firstIndex(where: { $0.isExactly(user) }) else { return [] }
        return self.world.truth(of: number).filter { $0.kind == .new || $0.kind == .updated }.map(AppChange.init)
    }
}
