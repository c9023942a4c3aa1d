package import Basics

/// The compact encoding of the push service while no push is in progress.
extension PushDelivery {
    package func pack(into packer: inout Packer) {
        precondition(self.parcels.count == 0, "a push service with pushes under way is not packed")
        packer.write(self.nextPush)
        self.bundles.pack(into: &packer)
        packer.write(count: self.devices.count)
        for device in self.devices { device.pack(into: &packer) }
        packer.write(count: self.apps.count)
        for app in self.apps { app.pack(into: &packer) }
        self.directory.pack(into: &packer)
    }

    package init(from unpacker: inout Unpacker, rules: DeliveryRules = DeliveryRules()) {
        self.init(rules: rules)
        self.nextPush = unpacker.number()
        self.bundles = TextNumbers(from: &unpacker)
        let devices = unpacker.count()
        self.devices.reserveCapacity(devices)
        for _ in 0..<devices { self.devices.append(Device(from: &unpacker)) }
        let apps = unpacker.count()
        self.apps.reserveCapacity(apps)
        for _ in 0..<apps { self.apps.append(App(from: &unpacker)) }
        self.directory = TokenDirectory(from: &unpacker)
    }
}

extension PushDelivery.Device {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.link.rawValue)
        packer.write(self.power.rawValue)
        packer.write(self.lock.rawValue)
        packer.write(self.firstApp)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(
            link: .init(rawValue: unpacker.byte())!, power: .init(rawValue: unpacker.byte())!,
            lock: .init(rawValue: unpacker.byte())!, firstApp: unpacker.optionalShort())
    }
}

extension PushDelivery.App {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.device.value)
        packer.write(self.bundle)
        packer.write(self.switches.rawValue)
        packer.write(self.allowance.fullAgainAt)
        packer.write(self.next)
        packer.write(self.state.rawValue)
        packer.write(self.isInstalled)
        packer.write(self.lastToken)
    }

    /// Reads an app without stored, held or handled pushes, because no push is in progress.
    fileprivate init(from unpacker: inout Unpacker) {
        self.init(
            device: DeviceNumber(unpacker.short()), bundle: unpacker.short(),
            switches: AppSwitches(rawValue: unpacker.byte()))
        self.allowance.fullAgainAt = unpacker.moment()
        self.next = unpacker.optionalShort()
        self.state = .init(rawValue: unpacker.byte())!
        self.isInstalled = unpacker.flag()
        self.lastToken = unpacker.optionalShort()
    }
}

extension TokenDirectory {
    fileprivate func pack(into packer: inout Packer) {
        self.topics.pack(into: &packer)
        packer.write(count: self.records.count)
        for number in self.records.indices {
            packer.write(self.tokens[UInt32(number)].text)
            self.records[number].pack(into: &packer)
        }
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(topics: TextNumbers(from: &unpacker))
        for _ in 0..<unpacker.count() {
            let token = DeviceToken(unpacker.text())
            let number = self.register(token, Record(from: &unpacker))
            precondition(number.map { Int($0) + 1 } == self.records.count, "a token was packed twice")
        }
    }
}

extension TokenDirectory.Record {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.topic)
        packer.write(self.app)
        packer.write(self.previous)
        packer.write(self.environment.rawValue)
        packer.write(self.endCause.rawValue)
        packer.write(self.registeredAt)
        packer.write(self.diesAt)
        packer.write(self.answeredAt)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        let (topic, app, previous) = (unpacker.short(), unpacker.short(), unpacker.optionalShort())
        self.init(
            topic: topic, app: app, previous: previous, environment: .init(rawValue: unpacker.byte())!,
            endCause: .init(rawValue: unpacker.byte())!, registeredAt: unpacker.moment(), diesAt: unpacker.moment(),
            answeredAt: unpacker.moment())
    }
}
