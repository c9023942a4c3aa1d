package import Basics

/// The events of devices and apps.
extension PushDelivery {
    package mutating func addDevice(into sink: inout some DeliverySink) -> DeviceNumber {
        let device = DeviceNumber(UInt32(self.devices.count))
        self.devices.append(Device())
        sink.changed(DeliveryRowChange(.device(device)))
        return device
    }

    /// Installs an app, suspended and without a token. An app that is installed again keeps its number.
    package mutating func install(
        _ bundle: String, on device: DeviceNumber, switches: AppSwitches = .all, into sink: inout some DeliverySink
    ) -> AppNumber {
        self.check(device)
        let name = self.bundles.intern(bundle)
        let known = self.apps(of: device).first { self.apps[Int($0.value)].bundle == name }
        let app = known ?? self.append(App(device: device, bundle: name, switches: switches))
        self.stop(app, into: &sink)
        // The rest of the app's state is kept: the system remembers how often an app was woken, even after the app was
        // removed.
        self.apps[Int(app.value)].isInstalled = true
        self.apps[Int(app.value)].state = .suspended
        self.apps[Int(app.value)].switches = switches
        sink.changed(DeliveryRowChange(.app(app)))
        return app
    }

    /// Appends an app to the list of its device. The list stays in the order of the numbers.
    mutating func append(_ app: App) -> AppNumber {
        let number = AppNumber(UInt32(self.apps.count))
        let last = self.apps(of: app.device).last
        self.apps.append(app)
        if let last {
            self.apps[Int(last.value)].next = number.value
        } else {
            self.devices[Int(app.device.value)].firstApp = number.value
        }
        return number
    }

    /// Returns every app that was ever installed on a device, in the order of first installation.
    func apps(of device: DeviceNumber) -> [AppNumber] {
        var apps: [AppNumber] = []
        var next = self.devices[Int(device.value)].firstApp
        while let app = next {
            apps.append(AppNumber(app))
            next = self.apps[Int(app)].next
        }
        return apps
    }

    /// Returns the device of an app.
    package func device(of app: AppNumber) -> DeviceNumber {
        self.check(app)
        return self.apps[Int(app.value)].device
    }

    /// Removes an app. Its tokens die at once, but senders are informed only after `lag`.
    package mutating func uninstall(
        _ app: AppNumber, answerLag lag: Interval = .zero, at now: Instant, into sink: inout some DeliverySink
    ) {
        self.check(app)
        self.apps[Int(app.value)].isInstalled = false
        self.apps[Int(app.value)].state = .suspended
        sink.changed(DeliveryRowChange(.app(app)))
        self.retireTokens(of: app, TokenLag(answer: lag), at: now, into: &sink)
        self.stop(app, into: &sink)
        if let slot = self.apps[Int(app.value)].stored { self.discard(slot, .tokenNotActive, into: &sink) }
        if let slot = self.apps[Int(app.value)].held { self.drop(slot, .uninstalled, into: &sink) }
        let rest = self.apps[Int(app.value)]
        precondition(
            rest.stored == nil && rest.held == nil && rest.handling == nil, "an app that is gone still has pushes")
    }

    /// Moves an app to another state. The foreground state opens the app.
    package mutating func set(
        _ app: AppNumber, to state: AppState, at now: Instant, into sink: inout some DeliverySink
    ) {
        self.check(app)
        self.apps[Int(app.value)].state = state
        sink.changed(DeliveryRowChange(.app(app)))
        if state == .forceQuit { self.stop(app, into: &sink) }
        self.retryHeld(app, at: now, into: &sink)
    }

    /// Changes the switches of an app.
    package mutating func set(
        _ app: AppNumber, to switches: AppSwitches, at now: Instant, into sink: inout some DeliverySink
    ) {
        self.check(app)
        self.apps[Int(app.value)].switches = switches
        sink.changed(DeliveryRowChange(.app(app)))
        self.retryHeld(app, at: now, into: &sink)
    }

    /// Connects or disconnects a device. When it is connected, the pushes stored for it are sent with `fate`.
    package mutating func set(
        _ device: DeviceNumber, to link: LinkState, redelivery fate: Fate = .ideal, at now: Instant,
        into sink: inout some DeliverySink
    ) {
        self.check(device)
        self.devices[Int(device.value)].link = link
        sink.changed(DeliveryRowChange(.device(device)))
        if link == .online { self.redeliver(to: device, fate, at: now, into: &sink) }
    }

    package mutating func set(
        _ device: DeviceNumber, to power: PowerState, at now: Instant, into sink: inout some DeliverySink
    ) {
        self.check(device)
        self.devices[Int(device.value)].power = power
        sink.changed(DeliveryRowChange(.device(device)))
        self.retryHeld(on: device, at: now, into: &sink)
    }

    /// Locks or unlocks the screen. The first unlock after a restart makes every app wakeable again.
    package mutating func set(
        _ device: DeviceNumber, to lock: LockState, at now: Instant, into sink: inout some DeliverySink
    ) {
        self.check(device)
        let before = self.devices[Int(device.value)].lock
        // If the device is still waiting for its first unlock, locking it changes nothing.
        guard !(before == .lockedSinceRestart && lock == .locked) else { return }
        self.devices[Int(device.value)].lock = lock
        sink.changed(DeliveryRowChange(.device(device)))
        if before == .lockedSinceRestart, lock == .unlocked {
            for app in self.apps(of: device) where self.apps[Int(app.value)].state == .forceQuit {
                self.apps[Int(app.value)].state = .suspended
                sink.changed(DeliveryRowChange(.app(app)))
            }
        }
        self.retryHeld(on: device, at: now, into: &sink)
    }

    /// Restarts a device. Every app stops, and no app can be launched until the user unlocks the device. Held pushes
    /// stay.
    package mutating func restart(_ device: DeviceNumber, at now: Instant, into sink: inout some DeliverySink) {
        self.check(device)
        self.devices[Int(device.value)].lock = .lockedSinceRestart
        sink.changed(DeliveryRowChange(.device(device)))
        for app in self.apps(of: device) {
            self.stop(app, into: &sink)
            guard self.apps[Int(app.value)].state != .forceQuit else { continue }
            self.apps[Int(app.value)].state = .suspended
            sink.changed(DeliveryRowChange(.app(app)))
        }
    }

    /// Changes the settings. Pushes that were held because of the old settings may then be delivered.
    package mutating func set(_ rules: DeliveryRules, at now: Instant, into sink: inout some DeliverySink) {
        self.rules = rules
        for app in self.apps.indices { self.retryHeld(AppNumber(UInt32(app)), at: now, into: &sink) }
    }

    private mutating func retryHeld(
        on device: DeviceNumber, at now: Instant, into sink: inout some DeliverySink
    ) {
        for app in self.apps(of: device) { self.retryHeld(app, at: now, into: &sink) }
    }

    func check(_ device: DeviceNumber) {
        precondition(Int(device.value) < self.devices.count, "device \(device.value) was never added")
    }

    func check(_ app: AppNumber) {
        precondition(Int(app.value) < self.apps.count, "app \(app.value) was never installed")
    }
}
