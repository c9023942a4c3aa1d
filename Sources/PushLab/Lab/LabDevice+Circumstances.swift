import Basics

/// The circumstances of a device that are not faults of its links: a wrong clock, a restored backup, an unreachable
/// service.
extension LabDevice {
    /// Cuts the device off from the service for some time.
    ///
    /// The device is not informed of this.
    public func loseService(for time: Duration) { self.part(for: max(.zero, Self.bounded(time))) }

    /// Sets the device's clock ahead by `skew` from now on, or back if `skew` is negative.
    ///
    /// The clock can be wrong by at most a day.
    public func setClock(ahead skew: Duration) {
        self.setClock(skew: max(.days(-1), min(Self.bounded(skew), .days(1))))
    }

    /// Makes a backup of the data that the app has stored.
    public func backUp() { self.change(.backUp) { $0.backUp($1) } }

    /// Installs the app with a backup, and opens the app. The backup is from this device or from another device of the
    /// same user.
    ///
    /// Does nothing if there is no backup.
    public func restore(from source: LabDevice? = nil) {
        let source = source ?? self
        precondition(
            source.lab === self.lab && source.title.user.isExactly(self.title.user),
            "a backup can only be restored on a device of the same user")
        self.change(.restore(from: source.title.device)) { $0.restore($1, from: source.number) }
    }

    func part(for time: Interval) {
        self.lab.begin(.partition(Scenario.Cut(devices: [self.title]), for: time))
        self.lab.world.part(self.number, for: time)
    }

    func setClock(skew: Interval) { self.change(.setClock(skew)) { $0.setClock($1, ahead: skew) } }
}
