import Basics

extension LabUser {
    /// What is wrong with the screens of the user's devices, measured by what stands in the feed; empty when they
    /// agree.
    ///
    /// How an app shows what its user is done with is its own affair, so only what waits for the user counts.
    package var disagreements: [String] {
        var waiting: [String] = []
        var done: [String] = []
        for change in self.lab.world.truth(of: self.number).map(AppChange.init) {
            waiting.removeAll { $0.isExactly(change.id) }
            done.removeAll { $0.isExactly(change.id) }
            guard change.kind == .new || change.kind == .updated else { continue }
            let isHandled = change.action == .dismissed || change.action == .activated
            if isHandled { done.append(change.id) } else { waiting.append(change.id) }
        }
        return self.devices.flatMap { device in
            let lacks = waiting.filter { !device.shows($0) }.map { "\(device.name) does not show \($0)" }
            let there = device.list + device.tray.filter { id in !device.list.contains { $0.isExactly(id) } }
            let extra = there.filter { id in device.shows(id) && !waiting.contains { $0.isExactly(id) } }.map { id in
                let why = done.contains { $0.isExactly(id) } ? "which was dealt with elsewhere" : "which is gone"
                return "\(device.name) still shows \(id), \(why)"
            }
            return lacks + extra
        }
    }
}
