import Basics

/// A table that maps the service's names of installations to devices.
///
/// Each push and each request needs a lookup, so the table uses text numbers instead of a dictionary.
struct Installations {
    private var names = TextNumbers()
    private var devices: [Int] = []

    subscript(name: String) -> Int? { self.names.find(name).map { self.devices[Int($0)] } }

    /// Adds the name of an installation on a device.
    ///
    /// A name always belongs to the same device.
    mutating func add(_ name: String, on device: Int) {
        let number = Int(self.names.intern(name))
        if number == self.devices.count { self.devices.append(device) }
        precondition(self.devices[number] == device, "no two devices have an installation of one name")
    }

    mutating func reserve(_ count: Int) { self.devices.reserveCapacity(count) }
}
