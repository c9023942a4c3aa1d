/// A mapping between the row numbers of the store and the row numbers of a small machine, which count from zero.
struct RowNumbers {
    /// The store's numbers in rising order. The index of a number is the machine's number.
    struct Table {
        private var stored: [UInt32]
        /// Used for lookup only: iteration order is not deterministic.
        private var places: [UInt32: UInt32]

        init(_ numbers: [UInt32]) {
            self.stored = numbers.sorted()
            self.places = [:]
            for (place, number) in self.stored.enumerated() { self.places[number] = UInt32(place) }
        }

        var count: Int { self.stored.count }

        func place(of number: UInt32) -> UInt32? { self.places[number] }

        func stored(_ place: UInt32) -> UInt32 { self.stored[Int(place)] }

        /// Appends a number. Returns false if the number is already in the table.
        mutating func append(_ number: UInt32) -> Bool {
            guard self.places[number] == nil else { return false }
            self.places[number] = UInt32(self.stored.count)
            self.stored.append(number)
            return true
        }
    }

    var devices: Table
    var apps: Table
    var registrations: Table

    init(_ keys: some Sequence<DeliveryRowKey>) {
        var (devices, apps, registrations): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        for key in keys {
            switch key {
            case .device(let device): devices.append(device.value)
            case .app(let app): apps.append(app.value)
            case .registration(let registration): registrations.append(registration)
            case .service, .push: break
            }
        }
        self.devices = Table(devices)
        self.apps = Table(apps)
        self.registrations = Table(registrations)
    }

    /// Returns the machine's key for a row of the store. Returns nil if the row is not in the mapping.
    func place(of key: DeliveryRowKey) -> DeliveryRowKey? {
        switch key {
        case .service, .push: key
        case .device(let device): self.devices.place(of: device.value).map { .device(DeviceNumber($0)) }
        case .app(let app): self.apps.place(of: app.value).map { .app(AppNumber($0)) }
        case .registration(let registration): self.registrations.place(of: registration).map { .registration($0) }
        }
    }

    /// Returns the store's key for a row of the machine.
    func stored(_ key: DeliveryRowKey) -> DeliveryRowKey {
        switch key {
        case .service, .push: key
        case .device(let device): .device(DeviceNumber(self.devices.stored(device.value)))
        case .app(let app): .app(self.stored(app))
        case .registration(let registration): .registration(self.registrations.stored(registration))
        }
    }

    func stored(_ app: AppNumber) -> AppNumber { AppNumber(self.apps.stored(app.value)) }
}
