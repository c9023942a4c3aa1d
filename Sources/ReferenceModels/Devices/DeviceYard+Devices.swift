import Basics
package import ConnectedDevices
package import FeedContract
import NotificationFeed

extension DeviceYard {
    package static let app = "app.contoso"

    package var account: AccountKey {
        mutating get { AccountKey(self.names.intern("account"), .msa) }
    }

    /// A second account, of the same user. Its id may equal the id of the first account, which has another type.
    var otherAccount: AccountKey {
        mutating get { AccountKey(self.names.intern(self.sharesAccountId ? "account" : "other-account"), .aad) }
    }

    /// Signs in with the second account, then registers, opens the feed, subscribes and reads, as an app does after a
    /// sign-in.
    mutating func enterOther(_ device: Int, token: String?) {
        let (key, host) = (self.otherAccount, self.names.intern(Self.host))
        self.send(.addAccount(self.devices[device].call(), key), to: device)
        self.drain()
        self.register(device, token: token, by: key)
        self.drain()
        self.devices[device].twin = self.devices[device].machine.openFeed(key, host: host)
        guard let feed = self.devices[device].twin else { return }
        let call = self.devices[device].call()
        self.send(.subscribe(call, feed, appId: self.names.intern(Self.app), isQuiet: false), to: device)
        self.send(.startSync(feed), to: device)
        self.drain()
    }

    /// Adds a device that was just installed.
    @discardableResult
    package mutating func install(_ name: String, user: String? = "alice") -> Int {
        let machine = DeviceMachine(device: self.names.intern(name))
        self.devices.append(YardDevice(name, machine, user: user))
        self.send(.start, to: self.devices.count - 1)
        return self.devices.count - 1
    }

    /// Adds a device whose app has followed all steps of the guide.
    @discardableResult
    package mutating func device(_ name: String, user: String = "alice") -> Int {
        let device = self.install(name, user: user)
        self.setUp(device)
        return device
    }

    package mutating func setUp(_ device: Int) {
        self.send(.addAccount(self.devices[device].call(), self.account), to: device)
        self.drain()
        self.register(device)
        self.drain()
        self.open(device)
        self.subscribe(device)
        self.drain()
        self.sync(device)
        self.drain()
    }

    @discardableResult
    package mutating func register(_ device: Int, token: String? = nil, by account: AccountKey? = nil) -> CallNumber {
        let call = self.devices[device].call()
        let channel = DeviceChannel(
            .apns, token: self.names.intern(token ?? "t-\(self.devices[device].name)"),
            appId: self.names.intern(Self.app))
        self.send(.register(call, account ?? self.account, channel), to: device)
        return call
    }

    /// Opens the feed and a reader, as an app does at each start.
    package mutating func open(_ device: Int, host: String = DeviceYard.host) {
        let (key, host) = (self.account, self.names.intern(host))
        self.devices[device].feed = self.devices[device].machine.openFeed(key, host: host)
        guard let feed = self.devices[device].feed else { return }
        let place = self.devices[device].place
        self.devices[device].reader = self.devices[device].machine.createReader(feed, at: place)
        if let reader = self.devices[device].reader { self.devices[device].read(reader, self.names) }
    }

    @discardableResult
    package mutating func subscribe(_ device: Int, isQuiet: Bool = false) -> CallNumber {
        guard let feed = self.devices[device].feed else { return .nobody }
        let call = self.devices[device].call()
        self.send(.subscribe(call, feed, appId: self.names.intern(Self.app), isQuiet: isQuiet), to: device)
        return call
    }

    package mutating func sync(_ device: Int) {
        if let feed = self.devices[device].current { self.send(.startSync(feed), to: device) }
    }

    @discardableResult
    package mutating func save(
        _ id: String, on device: Int, read: ReadState? = nil, action: UserActionState? = nil
    ) -> CallNumber {
        guard let feed = self.devices[device].current else { return .nobody }
        let name = self.names.intern(id)
        let known = self.devices[device].machine.notification(name, in: feed)
        let call = self.ask(.save(read, action), id, known, on: device)
        self.send(.save(call, feed, id: name, generation: known?.generation, read, action), to: device)
        return call
    }

    @discardableResult
    package mutating func delete(_ id: String, on device: Int) -> CallNumber {
        guard let feed = self.devices[device].current else { return .nobody }
        let name = self.names.intern(id)
        // By default a deletion refers to the generation that the device knows.
        let known = self.devices[device].machine.notification(name, in: feed)
        let call = self.ask(.deletion, id, known, on: device)
        self.send(.delete(call, feed, id: name, generation: nil), to: device)
        return call
    }

    /// Begins a write, and records what is needed to judge its outcome later.
    private mutating func ask(
        _ wish: AskedWrite.Wish, _ id: String, _ known: ReadNotification?, on device: Int
    ) -> CallNumber {
        let call = self.devices[device].call()
        // A change that the device does not know yet may win.
        let last = self.service.history.last { $0.id == id }
        var isAlone = !self.devices[device].hasInherited && known?.version == last?.version
        for other in self.devices[device].asked.keys where self.devices[device].asked[other]?.id == id {
            self.devices[device].asked[other]?.isAlone = false
            isAlone = false
        }
        self.devices[device].asked[call] = AskedWrite(
            id: id, generation: known?.generation, wish: wish, since: self.service.history.count, isAlone: isAlone)
        self.devices[device].act(id, wish)
        return call
    }

    /// Ends the process of the app, and starts it with the stored bytes.
    package mutating func crash(_ device: Int) throws(DurableFault) {
        self.queue.removeAll { message in
            switch message {
            case .event(device, _), .request(device, _, _, _): true
            default: false
            }
        }
        self.devices[device].machine = try DeviceMachine(decoding: self.devices[device].stored, &self.names)
        self.devices[device].forgetCalls()
        self.devices[device].alarm = nil
        self.devices[device].feed = nil
        self.devices[device].twin = nil
        self.devices[device].reader = nil
        self.send(.start, to: device)
    }

    /// Returns the notifications in the feed of a device's first account, including the marks of deleted notifications.
    package func shown(_ device: Int) -> [ReadNotification] {
        guard let feed = self.devices[device].feed else { return [] }
        return self.devices[device].machine.everything(in: feed)
    }

    package func ids(_ items: [ReadNotification]) -> [String] { items.map { self.names.text($0.id) } }
}
