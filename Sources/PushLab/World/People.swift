import Basics
import ConnectedDevices
import NotificationFeed
import PushGateway

/// The users of a world, their devices and the apps that run there.
struct People {
    /// The cross-platform id of the app.
    let host: String
    let appId: String
    private(set) var users: [String] = []
    /// The numbers of the users by name, for lookup.
    private var userNumbers = TextNumbers()
    var devices: [Device] = []
    /// The numbers of each user's devices, in the order in which the devices were added.
    private(set) var devicesOfUsers: [[Int]] = []
    var installations = Installations()
    var apps = RunningApps()
    var system = AppSystem()
    /// Whether the names of the users and devices were packed away.
    private(set) var isPackedAway = false

    init(host: String, appId: String) {
        self.host = host
        self.appId = appId
        self.system.start = LabTime.start
        self.system.rules.answerLimit = .seconds(20)
    }

    // MARK: Users

    /// The user of this name.
    @inline(__always)
    func user(named name: String) -> Int? { self.userNumbers.find(name).map { Int($0) } }

    mutating func addUser(_ name: String) -> Int {
        let number = Int(self.userNumbers.intern(name))
        precondition(number == self.users.count, "no two users have one name")
        self.users.append(name)
        self.devicesOfUsers.append([])
        return number
    }

    func feed(of user: Int) -> FeedKey { FeedKey(host: self.host, user: self.users[user]) }

    // MARK: Devices

    /// Reserves capacity for a number of devices that is known beforehand.
    mutating func reserve(devices: Int) {
        self.devices.reserveCapacity(devices)
        self.apps.reserve(devices: devices)
    }

    mutating func add(_ device: Device) {
        let index = self.devices.count
        self.devices.append(device)
        self.devicesOfUsers[device.user].append(index)
        self.apps.addDevice()
        self.installations.add(self.installation(index), on: index)
    }

    /// The readable name of a device.
    func title(_ device: Int) -> String {
        "\(self.users[self.devices[device].user]).\(self.devices[device].name)"
    }

    /// The app on an Apple device.
    func appleApp(on device: Int) -> AppNumber { AppNumber(self.devices[device].endpoint) }

    /// Whether the system lets the app run.
    func isAwake(_ device: Int) -> Bool {
        let state = self.devices[device].state
        return state == .foreground || state == .background || !self.devices[device].owed.isEmpty
    }

    /// Whether a silent push from any sender wakes the app on a device.
    ///
    /// Apple's systems require the background mode of the build, and enough battery unless the app is in the
    /// foreground.
    func takesSilentPushes(_ device: Int) -> Bool {
        let device = self.devices[device]
        guard device.platform == .ios else { return true }
        guard !device.lacksBackgroundMode else { return false }
        return !device.isLowPower || device.state == .foreground && device.lock == .unlocked
    }

    /// The amount of time by which a device's clock was set ahead.
    func setSkew(of device: Int) -> Interval {
        self.devices[device].hasFaults ? self.devices[device].faults.skew : .zero
    }

    // MARK: Processes

    /// The facts that an app learns when its process starts, except the data that the app has stored.
    func launch(_ device: Int, _ reason: AppLaunch.Reason) -> AppLaunch {
        AppLaunch(
            reason: reason, device: self.devices[device].name, user: self.users[self.devices[device].user],
            platform: self.devices[device].platform, host: self.host, installation: self.installation(device),
            account: self.devices[device].account)
    }

    func isAlive(_ process: Process) -> Bool {
        self.devices[process.device].isRunning && self.devices[process.device].incarnation == process.incarnation
    }

    /// The process of the app that runs on a device, or the last one that ran there.
    func process(_ device: Int) -> Process { Process(of: device, incarnation: self.devices[device].incarnation) }

    /// Whether the connection over which a request was sent is still open.
    func stands(_ sender: Flight.Sender) -> Bool {
        self.isAlive(sender.process) && self.devices[sender.device].connection == sender.connection
    }

    /// Returns whether an app without SDK waits for the end of a request.
    ///
    /// Removes the request from the requests that the app waits for.
    mutating func takesOutstanding(_ number: Int, of device: Int) -> Bool {
        guard let index = self.devices[device].outstanding.firstIndex(of: number) else { return false }
        self.devices[device].outstanding.remove(at: index)
        return true
    }

    // MARK: Packing

    /// Whether no device has anything pending, and no device had its app installed again.
    mutating func areAtRest() -> Bool {
        for index in self.devices.indices {
            guard self.devices[index].installations == 1, self.devices[index].isAtRest else { return false }
        }
        return self.apps.areAtRest
    }

    /// Moves the names of the users and devices into a packer.
    ///
    /// The value must not be used afterwards.
    mutating func packNames() -> Packer {
        self.isPackedAway = true
        var packer = self.system.names.packAway(origin: LabTime.start)
        self.system.names.pack(into: &packer)
        return packer
    }

    mutating func pack(into packer: inout Packer) {
        packer.write(count: self.users.count)
        for user in self.users { packer.write(user) }
        packer.write(count: self.devices.count)
        for device in self.devices.indices {
            self.apps.pack(device, into: &packer, stored: self.devices[device].stored)
            self.devices[device].pack(into: &packer, pushToken: self.apps.pushToken(device))
        }
    }

    mutating func unpack(from unpacker: inout Unpacker) {
        for _ in 0..<unpacker.count() { _ = self.addUser(unpacker.text()) }
        let count = unpacker.count()
        self.reserve(devices: count)
        self.installations.reserve(count)
        for index in 0..<count {
            let stored = self.apps.unpack(index, from: &unpacker, appId: self.appId)
            self.devices.append(Device(from: &unpacker, pushToken: self.apps.pushToken(index), stored: stored))
            self.devices[index].unpack(from: &unpacker)
            self.devicesOfUsers[self.devices[index].user].append(index)
            self.installations.add(self.installation(index), on: index)
        }
    }
}
