/// The history of a lab, for judges and reports.
extension Lab {
    /// The events so far.
    package var view: HistoryView {
        let devices = self.world.people.devices.map {
            HistoryView.Device(name: $0.name, user: self.world.people.users[$0.user], platform: $0.platform)
        }
        return HistoryView(devices: devices, users: self.world.people.users, self.world.record.history)
    }
}
