import Basics
import NotificationFeed
import PushGateway

/// Devices and what becomes of them.
extension World {
    /// The user of this name.
    func user(named name: String) -> Int? { self.userNumbers.find(name).map { Int($0) } }

    mutating func addUser(_ name: String) -> Int {
        let number = Int(self.userNumbers.intern(name))
        precondition(number == self.users.count, "no two users have one name")
        self.users.append(name)
        self.devicesOfUsers.append([])
        return number
    }

    /// Makes room for a number of devices that is known beforehand.
    mutating func reserve(devices: Int) {
        self.devices.reserveCapacity(devices)
        self.apps.reserve(devices: devices)
    }

    /// A new device, whose user opens the app.
    mutating func addDevice(_ name: String, on platform: LabPlatform, of user: Int) -> Int {
        let index = self.devices.count
        let entity = Self.entity(InstallationName.text(user: self.users[user], device: name))
        var device = Device(user: user, name: name, platform: platform, entity: entity, endpoint: 0, pushToken: "")
        device.pushToken = self.newPushToken(platform, entity, 0)
        device.endpoint = self.register(device.pushToken, on: platform)
        self.own(device.endpoint, index, on: platform)
        self.devices.append(device)
        self.devicesOfUsers[user].append(index)
        self.apps.addDevice()
        self.installations.add(self.installation(index), on: index)
        self.launch(index, .opened)
        return index
    }

    /// How the service is to know the app's installation.
    func installation(_ device: Int) -> String {
        InstallationName.text(
            user: self.users[self.devices[device].user], device: self.devices[device].name,
            count: self.devices[device].installations)
    }

    /// Whether a text is that name; nearly always it is, byte by byte, and then none is made.
    func isInstallation(_ text: String, of device: Int) -> Bool {
        if self.devices[device].installations == 1 {
            let (user, name) = (self.users[self.devices[device].user], self.devices[device].name)
            let isTitle = text.isExactly(user, UInt8(ascii: "/"), name)
            if isTitle, InstallationName.isPlain(user), InstallationName.isPlain(name) { return true }
        }
        return text.isExactly(self.installation(device))
    }

    /// A number made of a name alone.
    static func entity(_ name: String) -> UInt64 {
        return KeyedHash.open.code(of: name.utf8)
    }

    func newPushToken(_ platform: LabPlatform, _ entity: UInt64, _ count: UInt64) -> String {
        let (start, words) =
            switch platform {
            case .ios: ("", 4)
            case .android: ("fcm:", 2)
            case .windows: ("https://wns.example/?token=", 2)
            }
        let length = start.utf8.count + 16 * words
        return String(unsafeUninitializedCapacity: length) { text in
            for (place, byte) in start.utf8.enumerated() { text[place] = byte }
            for word in 0..<words {
                let n = count << 8 | UInt64(word)
                let draw = self.die.draw(.pushToken, entity: entity, cause: DieCause(step: 0), n: n)
                Hex.write(draw.bits, to: text, at: start.utf8.count + 16 * word)
            }
            return length
        }
    }

    /// Notes that a new endpoint of a push service belongs to a device.
    mutating func own(_ endpoint: UInt32, _ device: Int, on platform: LabPlatform) {
        precondition(
            Int(endpoint) == self.owners[platform.index].count, "a push service gave out an endpoint of another device")
        self.owners[platform.index].append(device)
    }

    private mutating func register(_ token: String, on platform: LabPlatform) -> UInt32 {
        switch platform {
        case .ios:
            let appId = self.appId
            return self.atApple { delivery, now, actions in
                let phone = delivery.addDevice(into: &actions)
                let app = delivery.install(appId, on: phone, into: &actions)
                delivery.set(app, to: .foreground, at: now, into: &actions)
                delivery.register(app, DeviceToken(token), at: now, into: &actions)
                return app.value
            }
        case .android: return self.firebase.register(token)
        case .windows: return self.windows.openChannel(token, at: self.now)
        }
    }

    // MARK: Processes

    /// Whether the app gets time to run.
    func isAwake(_ device: Int) -> Bool {
        let state = self.devices[device].state
        return state == .foreground || state == .background || !self.devices[device].owed.isEmpty
    }

    /// Starts the app's process.
    mutating func launch(_ device: Int, _ reason: AppLaunch.Reason) {
        guard !self.devices[device].isRunning else { return }
        self.devices[device].isRunning = true
        self.devices[device].incarnation &+= 1
        self.varyClock(device)
        var launch = AppLaunch(
            reason: reason, device: self.devices[device].name, user: self.users[self.devices[device].user],
            platform: self.devices[device].platform, host: self.host, installation: self.installation(device),
            account: self.devices[device].account)
        self.startApp(device, &launch)
        self.note(.launched(reason), .device(device))
        self.tell(device, .launched(launch))
        self.plan(.pushToken(self.process(device)), in: .milliseconds(20))
    }

    /// Who may be any app finds bytes, and who is known to be the lab's own finds its state.
    private mutating func startApp(_ device: Int, _ launch: inout AppLaunch) {
        var app = ReferenceApp(appId: self.appId)
        switch self.devices[device].stored {
        case nil: break
        case .bytes(let bytes): launch.stored = bytes
        case .state(let kept):
            if self.makeApp == nil { app.resume(kept[0]) } else { launch.stored = kept[0].bytes(self.system.names) }
        }
        if let make = self.makeApp {
            let app = make(launch)
            self.devices[device].isOnSDK = app is any SDKApp
            self.apps.start(app, on: device)
        } else {
            self.apps.start(reference: app, on: device)
        }
    }

    /// The system hands the app its address; a channel of Windows that has come to its end is replaced by another.
    mutating func givePushToken(_ device: Int) {
        guard !self.hasOutlivedChannel(device) else { return self.rotatePushToken(device, answerLag: .zero) }
        let token = self.devices[device].pushToken
        self.note(.pushTokenGiven, .device(device), self.history.number(of: token))
        self.tell(device, .pushToken(token))
    }

    func hasOutlivedChannel(_ device: Int) -> Bool {
        self.devices[device].platform == .windows
            && self.windows.isClosed(self.devices[device].endpoint, at: self.now)
    }

    /// Ends the app's process. What it did not store is gone.
    mutating func end(_ device: Int, _ end: HistoryEvent.Fact, _ subject: HistoryEvent.TextNumber = .none) {
        guard self.devices[device].isRunning else { return }
        self.note(end, .device(device), subject)
        self.devices[device].isRunning = false
        self.devices[device].isConnecting = false
        self.disconnect(device)
        self.devices[device].outstanding = []
        self.devices[device].inbox = []
        self.devices[device].owed = []
        for limit in self.devices[device].handlingLimits { self.callOff(limit.handle) }
        self.devices[device].handlingLimits = []
        if let alarm = self.devices[device].alarm.take() { self.callOff(alarm) }
        for timer in self.devices[device].timers { self.callOff(timer.handle) }
        self.devices[device].timers = []
        self.apps.end(device)
        if self.devices[device].state != .forceQuit { self.devices[device].state = .suspended }
        if end == .killed(bySystem: true) {
            self.violate("the app on \(self.title(device)) did not finish a push within 30 s and was ended")
        }
    }

    // MARK: Pushes

    mutating func pushArrives(
        _ device: Int, _ push: UInt64, _ payload: [UInt8], isStrange: Bool = false, isCarried: Bool = true
    ) {
        let platform = self.devices[device].platform
        // Apple's service knows the device's state; what the others deliver, the device may still refuse.
        guard self.devices[device].state != .forceQuit else {
            return self.note(.tapDroppedByDevice(push), .device(device))
        }
        let number = Int(truncatingIfNeeded: push)
        self.note(.pushArrived(push, isStrange: isStrange), .device(device))
        self.devices[device].owed.append(number)
        if self.devices[device].isRunning { self.emptyInbox(device) } else { self.launch(device, .push) }
        // One that crashed on being launched has nothing to finish any more.
        if platform != .ios || !isCarried, self.devices[device].owed.contains(number) {
            let limit = Occurrence.handlingLimit(device: UInt32(device), push: UInt32(number))
            self.devices[device].handlingLimits.append((number, self.plan(limit, in: .seconds(30))))
        }
        self.tell(device, .push(AppPush(number: number, AppPush.Content(payload, on: platform))))
    }

    /// The app says that it has handled a push. Only the first word about each counts.
    mutating func finish(_ push: Int, _ result: PushResult, of device: Int) {
        guard let index = self.devices[device].owed.firstIndex(of: push) else {
            let title = self.title(device)
            return self.violate("the app on \(title) finished push \(push), which it did not have to finish")
        }
        self.devices[device].owed.remove(at: index)
        self.devices[device].owed.letGoWhenEmpty()
        if let limit = self.devices[device].handlingLimits.firstIndex(where: { $0.push == push }) {
            self.callOff(self.devices[device].handlingLimits.remove(at: limit).handle)
        }
        self.note(.finished(UInt64(push), result), .device(device))
        guard self.devices[device].platform == .ios, push < World.firstStrangePush else { return }
        let app = self.appleApp(on: device)
        self.atApple { $0.appFinished(app, PushNumber(UInt64(push)), HandlingResult(result), at: $1, into: &$2) }
    }

    mutating func handlingLimitPasses(_ device: Int, _ push: Int) {
        self.devices[device].handlingLimits.removeAll { $0.push == push }
        guard self.devices[device].owed.contains(push) else { return }
        self.overdue(device, UInt64(push))
        guard self.devices[device].state != .foreground else { return }
        self.end(device, .killed(bySystem: true))
        self.appleHearsOfEnd(device)
    }

    /// Apple's system counts the time of what a process handles, and no more of one that is gone.
    mutating func appleHearsOfEnd(_ device: Int) {
        guard self.devices[device].platform == .ios else { return }
        let app = self.appleApp(on: device)
        self.atApple { delivery, _, actions in delivery.appEnded(app, into: &actions) }
    }

    /// The app that is on the screen is not ended for being late, but late it is.
    mutating func overdue(_ device: Int, _ push: UInt64) {
        self.devices[device].owed.removeAll { $0 == Int(truncatingIfNeeded: push) }
        guard self.devices[device].state == .foreground else { return }
        self.violate("the app on \(self.title(device)) did not finish a push within 30 s")
    }
}

extension HandlingResult {
    init(_ result: PushResult) {
        switch result {
        case .newData: self = .newData
        case .noData: self = .noData
        case .failed: self = .failed
        }
    }
}
