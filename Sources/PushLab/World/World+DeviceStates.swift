import Basics
import ConnectedDevices
import NotificationFeed
import PushGateway

/// Actions of users and changes of circumstances on devices.
extension World {
    /// Moves the app of a device to another state.
    mutating func set(_ device: Int, to state: AppState) {
        guard self.people.devices[device].state != state else { return }
        self.note(.appState(state), .device(device))
        self.people.devices[device].state = state
        if state == .forceQuit { self.end(device, .killed(bySystem: false)) }
        if state == .foreground {
            self.unlock(device)
            self.launch(device, .opened)
            // An app that crashes at launch is not in the foreground.
            guard self.people.devices[device].state == state else { return }
        }
        if self.people.devices[device].platform == .ios {
            let app = self.people.appleApp(on: device)
            self.atApple { $0.set(app, to: state, at: $1, into: &$2) }
        }
        self.emptyInbox(device)
        switch state {
        case .foreground:
            if self.hasOutlivedChannel(device) { self.givePushToken(device) }
            self.tell(device, .foreground)
            self.tellSDK(device, .foreground)
        case .background: self.tell(device, .background)
        case .suspended, .forceQuit: break
        }
    }

    /// Locks a device.
    ///
    /// Its screen goes dark, so no app is in the foreground; opening an app unlocks it first.
    mutating func lock(_ device: Int) {
        if self.people.devices[device].state == .foreground { self.set(device, to: .background) }
        self.set(device, to: LockState.locked)
    }

    mutating func unlock(_ device: Int) { self.set(device, to: LockState.unlocked) }

    mutating func set(_ device: Int, isOnline: Bool) {
        guard self.people.devices[device].isOnline != isOnline else { return }
        self.people.devices[device].isOnline = isOnline
        self.note(.link(isOnline: isOnline), .device(device))
        if isOnline { self.awaitTimers(of: device) } else { self.breakConnection(device) }
        let endpoint = self.people.devices[device].endpoint
        switch self.people.devices[device].platform {
        case .ios:
            let app = self.people.appleApp(on: device)
            let fate = Fate(
                delay: self.clock.roll(.tapDelay, self.people.devices[device].entity, n: 7).within(
                    self.weather.delays.tapping))
            let link = isOnline ? LinkState.online : .offline
            self.atApple { $0.set($0.device(of: app), to: link, redelivery: fate, at: $1, into: &$2) }
        case .android: self.atFirebase { $0.setOnline(isOnline, endpoint, at: $1, into: &$2) }
        case .windows: self.atWindows { $0.setConnected(isOnline, endpoint, at: $1, into: &$2) }
        }
        // The system tells an app that the network is back. The SDK handles this like a change to the foreground.
        if isOnline { self.tellSDK(device, .foreground) }
    }

    mutating func set(_ device: Int, isLowPower: Bool) {
        guard self.people.devices[device].isLowPower != isLowPower else { return }
        self.people.devices[device].isLowPower = isLowPower
        self.note(.power(isLow: isLowPower), .device(device))
        switch self.people.devices[device].platform {
        case .ios:
            let app = self.people.appleApp(on: device)
            let power = isLowPower ? PowerState.lowPower : .normalPower
            self.atApple { $0.set($0.device(of: app), to: power, at: $1, into: &$2) }
        case .android:
            let endpoint = self.people.devices[device].endpoint
            self.atFirebase { $0.setDozing(isLowPower, endpoint, at: $1, into: &$2) }
        case .windows: break
        }
    }

    /// Sets whether the app's build lacks the background mode for remote notifications.
    ///
    /// Only Apple's systems check it.
    mutating func set(_ device: Int, lacksBackgroundMode: Bool) {
        guard self.people.devices[device].platform == .ios else { return }
        guard self.people.devices[device].lacksBackgroundMode != lacksBackgroundMode else { return }
        self.people.devices[device].lacksBackgroundMode = lacksBackgroundMode
        self.note(.backgroundMode(isThere: !lacksBackgroundMode), .device(device))
        let (app, switches) = (self.people.appleApp(on: device), self.people.devices[device].switches)
        self.atApple { $0.set(app, to: switches, at: $1, into: &$2) }
    }

    mutating func set(_ device: Int, to lock: LockState) {
        guard self.people.devices[device].lock != lock else { return }
        self.people.devices[device].lock = lock
        self.note(.lock(lock), .device(device))
        guard self.people.devices[device].platform == .ios else { return }
        let app = self.people.appleApp(on: device)
        self.atApple { $0.set($0.device(of: app), to: lock, at: $1, into: &$2) }
    }

    /// Ends the app's process because of a crash, or because the system needs memory.
    mutating func crash(_ device: Int, _ reason: HistoryEvent.TextNumber = .none, isMidway: Bool = false) {
        guard self.people.devices[device].isRunning else { return }
        self.end(device, .crashed(isMidway: isMidway), reason)
        self.appleHearsOfEnd(device)
    }

    /// Gives the app another push address.
    ///
    /// The old address is dead at once, but senders learn of this later.
    mutating func rotatePushToken(_ device: Int, answerLag: Interval, in environment: PushEnvironment? = nil) {
        let old = self.people.devices[device].pushToken
        self.giveNewPushToken(device)
        let (new, endpoint) = (self.people.devices[device].pushToken, self.people.devices[device].endpoint)
        switch self.people.devices[device].platform {
        case .ios:
            let lag = TokenLag(answer: answerLag)
            self.atApple { $0.rotate(DeviceToken(old), to: DeviceToken(new), in: environment, lag, at: $1, into: &$2) }
        case .android:
            self.people.devices[device].endpoint = self.post.firebase.register(new)
            self.post.own(self.people.devices[device].endpoint, device, on: .android)
            self.atFirebase { $0.unregister(endpoint, answerLag: answerLag, at: $1, into: &$2) }
            let (endpoint, isOnline) = (self.people.devices[device].endpoint, self.people.devices[device].isOnline)
            let isLowPower = self.people.devices[device].isLowPower
            self.atFirebase { firebase, now, actions in
                firebase.setOnline(isOnline, endpoint, at: now, into: &actions)
                firebase.setDozing(isLowPower, endpoint, at: now, into: &actions)
            }
        case .windows:
            self.people.devices[device].endpoint = self.post.windows.openChannel(new, at: self.clock.now)
            self.post.own(self.people.devices[device].endpoint, device, on: .windows)
            self.atWindows { $0.closeChannel(endpoint, at: $1, into: &$2) }
            let (endpoint, isOnline) = (self.people.devices[device].endpoint, self.people.devices[device].isOnline)
            self.atWindows { $0.setConnected(isOnline, endpoint, at: $1, into: &$2) }
        }
        if self.people.devices[device].isRunning { self.givePushToken(device) }
    }

    /// The environment of Apple's push service that gave a device its address.
    func pushEnvironment(of device: Int) -> PushEnvironment {
        let token = DeviceToken(self.people.devices[device].pushToken)
        return self.post.apple.delivery.known(token, at: self.clock.now)?.environment ?? .production
    }

    private mutating func giveNewPushToken(_ device: Int) {
        let count = self.people.devices[device].pushTokens
        self.people.devices[device].pushTokens += 1
        self.people.devices[device].pushToken = Post.newToken(
            self.people.devices[device].platform, self.clock.die, self.people.devices[device].entity, count)
    }

    /// Removes the app and installs it again.
    ///
    /// Everything that the app stored is lost, except the content of a backup.
    mutating func reinstall(_ device: Int, _ backup: Backup? = nil, answerLag: Interval) {
        self.end(device, .killed(bySystem: false))
        self.people.devices[device].stored = backup?.stored
        // After a restore from the backup of another installation, this still counts as a new installation.
        let isSame = backup?.installation.isExactly(self.people.installation(device)) ?? false
        if !isSame { self.people.devices[device].installations += 1 }
        let source: InstalledFrom = backup == nil ? .nothing : isSame ? .ownBackup : .otherBackup
        self.note(.installed(from: source, count: self.people.devices[device].installations), .device(device))
        self.people.noteInstallation(on: device)
        self.people.devices[device].accessToken = nil
        self.people.devices[device].screen = Screen()
        self.people.devices[device].state = .suspended
        if self.people.devices[device].platform == .ios {
            let environment = self.pushEnvironment(of: device)
            self.giveNewPushToken(device)
            let (app, appId) = (self.people.appleApp(on: device), self.people.appId)
            let (token, switches) = (
                DeviceToken(self.people.devices[device].pushToken), self.people.devices[device].switches
            )
            self.atApple { delivery, now, actions in
                delivery.uninstall(app, answerLag: answerLag, at: now, into: &actions)
                _ = delivery.install(appId, on: delivery.device(of: app), switches: switches, into: &actions)
                delivery.register(app, token, in: environment, at: now, into: &actions)
            }
        } else {
            self.rotatePushToken(device, answerLag: answerLag)
        }
        self.set(device, to: .foreground)
    }

    /// Lets a user act on a notification.
    ///
    /// The app is opened first.
    mutating func act(_ act: UserAct, on id: String, device: Int) {
        let number = self.record.history.number(of: id)
        self.note(.userActed(act), .device(device), number)
        self.set(device, to: .foreground)
        self.tell(device, .user(act, id: id))
    }
}
