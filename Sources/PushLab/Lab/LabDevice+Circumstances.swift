import Basics

/// What a device is in by no fault of its links: a wrong clock, an old disk, a service out of its reach.
extension LabDevice {
    /// The device cannot reach the service for some time, and nobody tells it.
    public func loseService(for time: Duration) { self.part(for: max(.zero, Self.bounded(time))) }

    /// The device's clock is so far ahead from now on, or behind where the time is below zero: by a day at the most.
    public func setClock(ahead skew: Duration) {
        self.setClock(skew: max(.days(-1), min(Self.bounded(skew), .days(1))))
    }

    /// Keeps what the app has stored.
    public func backUp() { self.change(.backUp) { $0.backUp($1) } }

    /// Brings back what was kept of this device, or of another one of its user's: the app is installed with it, and
    /// opened. Nothing happens where nothing was kept.
    public func restore(from source: LabDevice? = nil) {
        let source = source ?? self
        precondition(
            source.lab === self.lab && source.title.user.isExactly(self.title.user),
            "a backup is restored on a device of the user whose it is")
        self.change(.restore(from: source.title.device)) { $0.restore($1, from: source.number) }
    }

    func part(for time: Interval) {
        self.lab.begin(.partition(Scenario.Cut(devices: [self.title]), for: time))
        self.lab.world.part(self.number, for: time)
    }

    func setClock(skew: Interval) { self.change(.setClock(skew)) { $0.setClock($1, ahead: skew) } }
}
