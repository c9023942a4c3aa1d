import Basics

/// The names that the service uses for the installations of an app.
extension People {
    /// The name of the app's installation on a device.
    func installation(_ device: Int) -> String {
        InstallationName.text(
            user: self.users[self.devices[device].user], device: self.devices[device].name,
            count: self.devices[device].installations)
    }

    /// Whether a text is the name of the app's installation on a device.
    ///
    /// Usually the bytes are equal, and then no string is created.
    func isInstallation(_ text: String, of device: Int) -> Bool {
        if self.devices[device].installations == 1 {
            let (user, name) = (self.users[self.devices[device].user], self.devices[device].name)
            let isTitle = text.isExactly(user, UInt8(ascii: "/"), name)
            if isTitle, InstallationName.isPlain(user), InstallationName.isPlain(name) { return true }
        }
        return text.isExactly(self.installation(device))
    }

    /// Returns the device on which the installation is or was. Returns nil for an unknown name.
    func device(ofInstallation name: String) -> Int? { self.installations[name] }

    /// The number by which random draws identify the device of an installation.
    func entity(ofInstallation name: String) -> UInt64 {
        self.entity(self.installations[name], named: name)
    }

    /// The number by which random draws identify a device. If the device is nil, the number is derived from the name of
    /// the installation.
    func entity(_ device: Int?, named installation: String) -> UInt64 {
        device.map { self.devices[$0].entity } ?? Self.entity(installation)
    }

    /// The number that is derived from a name alone.
    static func entity(_ name: String) -> UInt64 { KeyedHash.open.code(of: name.utf8) }

    /// Notes that the app on a device was installed again, under its present name.
    mutating func noteInstallation(on device: Int) {
        self.installations.add(self.installation(device), on: device)
    }

    /// Whether a request is from an installation that was replaced.
    ///
    /// `installation` is the installation that the request names.
    func isFormer(_ sender: Flight.Sender, naming installation: String?) -> Bool {
        guard sender.installation == self.devices[sender.device].installations else { return true }
        return installation.map { !self.isInstallation($0, of: sender.device) } ?? false
    }
}
