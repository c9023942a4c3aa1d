import Basics
import ConnectedDevices
import PushGateway

/// Clocks that are wrong, and disks that are older than they were.
extension World {
    /// How far the clock of a device is ahead: as far as somebody set it, and as a second run has it besides.
    func skew(of device: Int) -> Interval { self.clockError(device) + self.setSkew(of: device) }

    private func setSkew(of device: Int) -> Interval {
        self.devices[device].hasFaults ? self.devices[device].faults.skew : .zero
    }

    mutating func setClock(_ device: Int, ahead skew: Interval) {
        guard self.setSkew(of: device) != skew else { return }
        self.devices[device].faults.skew = skew
        self.note(.clockSet(ahead: skew), .device(device))
    }

    mutating func backUp(_ device: Int) {
        let backup = Backup(stored: self.devices[device].stored, installation: self.installation(device))
        self.devices[device].faults.backup = backup
        self.note(.backedUp, .device(device))
    }

    /// The disk of a device becomes what was kept of it, or of another one. Its push address is not what it was then.
    mutating func restore(_ device: Int, from source: Int) {
        guard let backup = self.devices[source].hasFaults ? self.devices[source].faults.backup : nil else { return }
        self.reinstall(device, backup, answerLag: .minutes(1))
    }
}
