import Basics
import NotificationFeed
import PushGateway

/// Devices and what becomes of them.
extension World {
    /// A new device, whose user opens the app.
    mutating func addDevice(_ name: String, on platform: LabPlatform, of user: Int) -> Int {
        let index = self.people.devices.count
        let entity = People.entity(InstallationName.text(user: self.people.users[user], device: name))
        var device = Device(user: user, name: name, platform: platform, entity: entity, endpoint: 0, pushToken: "")
        device.pushToken = Post.newToken(platform, self.clock.die, entity, 0)
        device.endpoint = self.register(device.pushToken, on: platform)
        self.post.own(device.endpoint, index, on: platform)
        self.people.add(device)
        self.launch(index, .opened)
        return index
    }

    private mutating func register(_ token: String, on platform: LabPlatform) -> UInt32 {
        switch platform {
        case .ios:
            let appId = self.people.appId
            return self.atApple { delivery, now, actions in
                let phone = delivery.addDevice(into: &actions)
                let app = delivery.install(appId, on: phone, into: &actions)
                delivery.set(app, to: .foreground, at: now, into: &actions)
                delivery.register(app, DeviceToken(token), at: now, into: &actions)
                return app.value
            }
        case .android: return self.post.firebase.register(token)
        case .windows: return self.post.windows.openChannel(token, at: self.clock.now)
        }
    }

    // MARK: Processes

    /// Starts the app's process.
    mutating func launch(_ device: Int, _ reason: AppLaunch.Reason) {
        guard !self.people.devices[device].isRunning else { return }
        self.people.devices[device].isRunning = true
        self.people.devices[device].incarnation &+= 1
        self.varyClock(device)
        var launch = self.people.launch(device, reason)
        self.startApp(device, &launch)
        self.note(.launched(reason), .device(device))
        self.tell(device, .launched(launch))
        self.clock.plan(.pushToken(self.people.process(device)), in: .milliseconds(20))
    }

    /// Who may be any app finds bytes, and who is known to be the lab's own finds its state.
    private mutating func startApp(_ device: Int, _ launch: inout AppLaunch) {
        var app = ReferenceApp(appId: self.people.appId)
        switch self.people.devices[device].stored {
        case nil: break
        case .bytes(let bytes): launch.stored = bytes
        case .state(let kept):
            if self.plugs.makeApp == nil {
                app.resume(kept[0])
            } else {
                launch.stored = kept[0].bytes(self.people.system.names)
            }
        }
        if let make = self.plugs.makeApp {
            let app = make(launch)
            self.people.devices[device].isOnSDK = app is any SDKApp
            self.people.apps.start(app, on: device)
        } else {
            self.people.apps.start(reference: app, on: device)
        }
    }

    /// The system hands the app its address; a channel of Windows that has come to its end is replaced by another.
    mutating func givePushToken(_ device: Int) {
        guard !self.hasOutlivedChannel(device) else { return self.rotatePushToken(device, answerLag: .zero) }
        let token = self.people.devices[device].pushToken
        self.note(.pushTokenGiven, .device(device), self.record.history.number(of: token))
        self.tell(device, .pushToken(token))
    }

    func hasOutlivedChannel(_ device: Int) -> Bool {
        self.people.devices[device].platform == .windows
            && self.post.windows.isClosed(self.people.devices[device].endpoint, at: self.clock.now)
    }

    /// Ends the app's process. What it did not store is gone.
    mutating func end(_ device: Int, _ end: HistoryEvent.Fact, _ subject: HistoryEvent.TextNumber = .none) {
        guard self.people.devices[device].isRunning else { return }
        self.note(end, .device(device), subject)
        self.people.devices[device].isRunning = false
        self.people.devices[device].isConnecting = false
        self.disconnect(device)
        self.people.devices[device].outstanding = []
        self.people.devices[device].inbox = []
        self.people.devices[device].owed = []
        for limit in self.people.devices[device].handlingLimits { self.clock.callOff(limit.handle) }
        self.people.devices[device].handlingLimits = []
        if let alarm = self.people.devices[device].alarm.take() { self.clock.callOff(alarm) }
        for timer in self.people.devices[device].timers { self.clock.callOff(timer.handle) }
        self.people.devices[device].timers = []
        self.people.apps.end(device)
        if self.people.devices[device].state != .forceQuit { self.people.devices[device].state = .suspended }
        if end == .killed(bySystem: true) {
            self.violate("the app on \(self.people.title(device)) did not finish a push within 30 s and was ended")
        }
    }

    // MARK: Pushes

    mutating func pushArrives(
        _ device: Int, _ push: UInt64, _ payload: [UInt8], isStrange: Bool = false, isCarried: Bool = true
    ) {
        let platform = self.people.devices[device].platform
        // Apple's service knows the device's state; what the others deliver, the device may still refuse.
        guard self.people.devices[device].state != .forceQuit else {
            return self.note(.tapDroppedByDevice(push), .device(device))
        }
        let number = Int(truncatingIfNeeded: push)
        self.note(.pushArrived(push, isStrange: isStrange), .device(device))
        self.people.devices[device].owed.append(number)
        if self.people.devices[device].isRunning { self.emptyInbox(device) } else { self.launch(device, .push) }
        // One that crashed on being launched has nothing to finish any more.
        if platform != .ios || !isCarried, self.people.devices[device].owed.contains(number) {
            let limit = Occurrence.handlingLimit(device: UInt32(device), push: UInt32(number))
            self.people.devices[device].handlingLimits.append((number, self.clock.plan(limit, in: .seconds(30))))
        }
        self.tell(device, .push(AppPush(number: number, AppPush.Content(payload, on: platform))))
    }

    /// The app says that it has handled a push. Only the first word about each counts.
    mutating func finish(_ push: Int, _ result: PushResult, of device: Int) {
        guard let index = self.people.devices[device].owed.firstIndex(of: push) else {
            let title = self.people.title(device)
            return self.violate("the app on \(title) finished push \(push), which it did not have to finish")
        }
        self.people.devices[device].owed.remove(at: index)
        self.people.devices[device].owed.letGoWhenEmpty()
        if let limit = self.people.devices[device].handlingLimits.firstIndex(where: { $0.push == push }) {
            self.clock.callOff(self.people.devices[device].handlingLimits.remove(at: limit).handle)
        }
        self.note(.finished(UInt64(push), result), .device(device))
        guard self.people.devices[device].platform == .ios, push < Post.firstStrangePush else { return }
        let app = self.people.appleApp(on: device)
        self.atApple { $0.appFinished(app, PushNumber(UInt64(push)), HandlingResult(result), at: $1, into: &$2) }
    }

    mutating func handlingLimitPasses(_ device: Int, _ push: Int) {
        self.people.devices[device].handlingLimits.removeAll { $0.push == push }
        guard self.people.devices[device].owed.contains(push) else { return }
        self.overdue(device, UInt64(push))
        guard self.people.devices[device].state != .foreground else { return }
        self.end(device, .killed(bySystem: true))
        self.appleHearsOfEnd(device)
    }

    /// Apple's system counts the time of what a process handles, and no more of one that is gone.
    mutating func appleHearsOfEnd(_ device: Int) {
        guard self.people.devices[device].platform == .ios else { return }
        let app = self.people.appleApp(on: device)
        self.atApple { delivery, _, actions in delivery.appEnded(app, into: &actions) }
    }

    /// The app that is on the screen is not ended for being late, but late it is.
    mutating func overdue(_ device: Int, _ push: UInt64) {
        self.people.devices[device].owed.removeAll { $0 == Int(truncatingIfNeeded: push) }
        guard self.people.devices[device].state == .foreground else { return }
        self.violate("the app on \(self.people.title(device)) did not finish a push within 30 s")
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
