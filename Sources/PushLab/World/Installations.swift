import Basics

/// Which device an installation of the app is on, by the name under which the service knows it.
///
/// Each push and each request asks, so that names are found in a table of numbers and not in a dictionary.
struct Installations {
    private var names = TextNumbers()
    private var devices: [Int] = []

    subscript(name: String) -> Int? { self.names.find(name).map { self.devices[Int($0)] } }

    /// A name stays with its device, however often the device takes it again.
    mutating func add(_ name: String, on device: Int) {
        let number = Int(self.names.intern(name))
        if number == self.devices.count { self.devices.append(device) }
        precondition(self.devices[number] == device, "no two devices have an installation of one name")
    }

    mutating func reserve(_ count: Int) { self.devices.reserveCapacity(count) }
}
