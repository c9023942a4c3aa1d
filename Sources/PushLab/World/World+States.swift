import Basics
import ConnectedDevices
import NotificationFeed
import PushGateway

/// What people and circumstances do to devices.
extension World {
    /// Moves the app of a device to another state.
    mutating func set(_ device: Int, to state: AppState) {
        guard self.devices[device].state != state else { return }
        self.note(.appState, .device(device), detail: UInt32(state.rawValue))
        self.devices[device].state = state
        if state == .forceQuit { self.end(device, .killed, detail: 0, isUserWish: true) }
        if state == .foreground {
            self.unlock(device)
            self.launch(device, .opened)
            // An app that crashes on being launched is not in front.
            guard self.devices[device].state == state else { return }
        }
        if self.devices[device].platform == .ios {
            var actions: [DeliveryAction] = []
            self.apple.delivery.set(
                AppNumber(self.devices[device].endpoint), to: state, at: self.now, into: &actions)
            self.carryOut(actions)
        }
        self.emptyInbox(device)
        switch state {
        case .foreground:
            self.tell(device, .foreground)
            self.tellSDK(device, .foreground)
        case .background: self.tell(device, .background)
        case .suspended, .forceQuit: break
        }
    }

    private mutating func unlock(_ device: Int) {
        if self.devices[device].lock != .unlocked { self.set(device, to: LockState.unlocked) }
    }

    mutating func set(_ device: Int, isOnline: Bool) {
        guard self.devices[device].isOnline != isOnline else { return }
        self.devices[device].isOnline = isOnline
        self.note(.link, .device(device), detail: isOnline ? 1 : 0)
        if !isOnline { self.breakConnection(device) }
        let endpoint = self.devices[device].endpoint
        switch self.devices[device].platform {
        case .ios:
            var actions: [DeliveryAction] = []
            let phone = self.apple.delivery.device(of: AppNumber(endpoint))
            let fate = Fate(
                delay: self.roll(.tapDelay, self.devices[device].entity, n: 7).within(self.weather.tapping))
            self.apple.delivery.set(
                phone, to: isOnline ? LinkState.online : .offline, redelivery: fate, at: self.now, into: &actions)
            self.carryOut(actions)
        case .android:
            var actions: [WakeAction] = []
            self.firebase.setOnline(isOnline, endpoint, at: self.now, into: &actions)
            self.carryOut(actions, of: .android)
        case .windows:
            var actions: [WakeAction] = []
            self.windows.setConnected(isOnline, endpoint, at: self.now, into: &actions)
            self.carryOut(actions, of: .windows)
        }
        // The system tells an app that the network is back; the SDK takes it like being looked at.
        if isOnline { self.tellSDK(device, .foreground) }
    }

    mutating func set(_ device: Int, isLowPower: Bool) {
        guard self.devices[device].isLowPower != isLowPower else { return }
        self.devices[device].isLowPower = isLowPower
        self.note(.power, .device(device), detail: isLowPower ? 1 : 0)
        let endpoint = self.devices[device].endpoint
        switch self.devices[device].platform {
        case .ios:
            var actions: [DeliveryAction] = []
            let phone = self.apple.delivery.device(of: AppNumber(endpoint))
            self.apple.delivery.set(
                phone, to: isLowPower ? PowerState.lowPower : .normalPower, at: self.now, into: &actions)
            self.carryOut(actions)
        case .android:
            var actions: [WakeAction] = []
            self.firebase.setDozing(isLowPower, endpoint, at: self.now, into: &actions)
            self.carryOut(actions, of: .android)
        case .windows: break
        }
    }

    mutating func set(_ device: Int, to lock: LockState) {
        guard self.devices[device].lock != lock else { return }
        self.devices[device].lock = lock
        self.note(.lock, .device(device), detail: UInt32(lock.rawValue))
        guard self.devices[device].platform == .ios else { return }
        var actions: [DeliveryAction] = []
        let phone = self.apple.delivery.device(of: AppNumber(self.devices[device].endpoint))
        self.apple.delivery.set(phone, to: lock, at: self.now, into: &actions)
        self.carryOut(actions)
    }

    /// The app's process dies by its own fault, or the system's need for memory.
    mutating func crash(_ device: Int, _ reason: HistoryEvent.TextNumber = .none) {
        guard self.devices[device].isRunning else { return }
        self.end(device, .crashed, reason)
        guard self.devices[device].platform == .ios else { return }
        var actions: [DeliveryAction] = []
        self.apple.delivery.appEnded(AppNumber(self.devices[device].endpoint), into: &actions)
        self.carryOut(actions)
    }

    /// The push service gives the app another address. The old one is dead at once, and senders hear of it later.
    mutating func rotatePushToken(_ device: Int, answerLag: Interval) {
        let old = self.devices[device].pushToken
        self.giveNewPushToken(device)
        switch self.devices[device].platform {
        case .ios:
            var actions: [DeliveryAction] = []
            self.apple.delivery.rotate(
                DeviceToken(old), to: DeviceToken(self.devices[device].pushToken), TokenLag(answer: answerLag),
                at: self.now, into: &actions)
            self.carryOut(actions)
        case .android:
            var actions: [WakeAction] = []
            self.firebase.unregister(self.devices[device].endpoint, answerLag: answerLag, at: self.now, into: &actions)
            self.devices[device].endpoint = self.firebase.register(self.devices[device].pushToken)
            self.owners[LabPlatform.android.index].append(device)
            self.carryOut(actions, of: .android)
        case .windows:
            var actions: [WakeAction] = []
            self.windows.closeChannel(self.devices[device].endpoint, at: self.now, into: &actions)
            self.devices[device].endpoint = self.windows.openChannel(self.devices[device].pushToken, at: self.now)
            self.owners[LabPlatform.windows.index].append(device)
            self.carryOut(actions, of: .windows)
        }
        if self.devices[device].isRunning { self.givePushToken(device) }
    }

    private mutating func giveNewPushToken(_ device: Int) {
        let count = self.devices[device].pushTokens
        self.devices[device].pushTokens += 1
        self.devices[device].pushToken = self.newPushToken(
            self.devices[device].platform, self.devices[device].entity, count)
    }

    /// The user removes the app and installs it again: nothing of what it stored is left.
    mutating func reinstall(_ device: Int, answerLag: Interval) {
        self.end(device, .killed, detail: 0, isUserWish: true)
        self.devices[device].stored = nil
        self.devices[device].installations += 1
        self.installations[self.installation(device)] = device
        self.devices[device].accessToken = nil
        self.devices[device].screen = Screen()
        self.devices[device].state = .suspended
        if self.devices[device].platform == .ios {
            let app = AppNumber(self.devices[device].endpoint)
            var actions: [DeliveryAction] = []
            self.apple.delivery.uninstall(app, answerLag: answerLag, at: self.now, into: &actions)
            let phone = self.apple.delivery.device(of: app)
            _ = self.apple.delivery.install(self.appId, on: phone, into: &actions)
            self.giveNewPushToken(device)
            let token = DeviceToken(self.devices[device].pushToken)
            self.apple.delivery.register(app, token, at: self.now, into: &actions)
            self.carryOut(actions)
        } else {
            self.rotatePushToken(device, answerLag: answerLag)
        }
        self.set(device, to: .foreground)
    }

    /// A user does something with a notification. Whoever does is looking at the app, so it is opened first.
    mutating func act(_ act: UserAct, on id: String, device: Int) {
        let number = self.history.number(of: id)
        self.note(.userActed, .device(device), number, detail: act.number)
        self.set(device, to: .foreground)
        self.tell(device, .user(act, id: id))
    }
}

extension UserAct {
    /// As histories have it.
    var number: UInt32 {
        switch self {
        case .open: 0
        case .dismiss: 1
        case .snooze: 2
        case .read: 3
        case .delete: 4
        }
    }
}
