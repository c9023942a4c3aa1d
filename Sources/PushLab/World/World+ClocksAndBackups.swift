import Basics
import ConnectedDevices
import PushGateway

/// Clocks that are wrong, and disks that are restored from a backup.
extension World {
    mutating func setClock(_ device: Int, ahead skew: Interval) {
        guard self.people.setSkew(of: device) != skew else { return }
        self.people.devices[device].faults.skew = skew
        self.note(.clockSet(ahead: skew), .device(device))
    }

    mutating func backUp(_ device: Int) {
        let backup = Backup(stored: self.people.devices[device].stored, installation: self.people.installation(device))
        self.people.devices[device].faults.backup = backup
        self.note(.backedUp, .device(device))
    }

    /// Restores the disk of a device from a backup. The backup may be from the same device or from another device.
    ///
    /// The restored device gets a new push address.
    mutating func restore(_ device: Int, from source: Int) {
        guard let backup = self.people.devices[source].hasFaults ? self.people.devices[source].faults.backup : nil
        else { return }
        self.reinstall(device, backup, answerLag: .minutes(1))
    }
}
