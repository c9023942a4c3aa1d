import Basics
import PushGateway

/// Events of devices and apps for the slow model.
extension ReferenceDelivery {
    mutating func finish(_ number: UInt64, _ result: HandlingResult, _ now: Instant) {
        guard let index = self.at(number), self.pushes[index].place == .handling else { return }
        let push = self.pushes[index]
        self.end(number)
        self.say("handled \(number) \(result) \((now - push.due).microseconds / 1_000) ms")
        if push.push.behaviour == .call, result != .reportedCall { self.kill(push.app, .callNotReported) }
    }

    mutating func set(app: Int, _ state: AppState, _ now: Instant) {
        self.apps[app].state = state
        if state == .forceQuit { self.stop(app) }
        self.retry(app, now)
    }

    mutating func stop(_ app: Int) { self.pushes.removeAll { $0.app == app && $0.place == .handling } }

    mutating func set(app: Int, _ switches: AppSwitches, _ now: Instant) {
        self.apps[app].switches = switches
        self.retry(app, now)
    }

    mutating func set(device: Int, _ link: LinkState, _ fate: DrawnFate, _ now: Instant) {
        self.devices[device].link = link
        guard link == .online else { return }
        for app in self.apps.indices where self.apps[app].device == device {
            guard let stored = self.waiting(app, [.offline]) else { continue }
            self.end(stored.number)
            self.launch(stored, fate, now)
        }
    }

    mutating func set(device: Int, _ power: PowerState, _ now: Instant) {
        self.devices[device].power = power
        self.retryAll(on: device, now)
    }

    mutating func set(device: Int, _ lock: LockState, _ now: Instant) {
        let before = self.devices[device].lock
        if before == .lockedSinceRestart, lock == .locked { return }
        self.devices[device].lock = lock
        for app in self.apps.indices where self.apps[app].device == device {
            if before == .lockedSinceRestart, lock == .unlocked, self.apps[app].state == .forceQuit {
                self.apps[app].state = .suspended
            }
        }
        self.retryAll(on: device, now)
    }

    mutating func retryAll(on device: Int, _ now: Instant) {
        for app in self.apps.indices where self.apps[app].device == device { self.retry(app, now) }
    }

    mutating func restart(_ device: Int) {
        self.devices[device].lock = .lockedSinceRestart
        for app in self.apps.indices where self.apps[app].device == device {
            self.stop(app)
            if self.apps[app].state != .forceQuit { self.apps[app].state = .suspended }
        }
    }

    mutating func uninstall(_ app: Int, _ now: Instant) {
        self.apps[app].isInstalled = false
        self.apps[app].state = .suspended
        for token in self.tokens.indices where self.tokens[token].app == app {
            self.tokens[token].diesAt = min(now, self.tokens[token].diesAt)
        }
        self.stop(app)
        if let stored = self.waiting(app, [.offline, .grouped]) {
            self.say("log \(stored.push.id): Discarded (token not active for topic)")
            self.drop(stored.number, .tokenNotActive)
        }
        if let held = self.waiting(app, [.held]) { self.drop(held.number, .uninstalled) }
    }

    mutating func reinstall(_ app: Int, _ text: DeviceToken) {
        self.apps[app].isInstalled = true
        self.apps[app].state = .suspended
        self.apps[app].switches = .all
        self.tokens.append(Token(text: text, app: app))
    }

    /// Registers a known token for an app. The token is valid again, for this app only.
    mutating func move(_ token: DeviceToken, to app: Int) {
        guard self.apps[app].isInstalled, let place = self.tokens.firstIndex(where: { $0.text == token }) else {
            return
        }
        self.tokens[place] = Token(text: token, app: app)
    }

    mutating func rotate(_ old: DeviceToken, _ new: DeviceToken, _ lag: Interval, _ now: Instant) {
        guard let token = self.tokens.firstIndex(where: { $0.text == old }),
            self.apps[self.tokens[token].app].isInstalled
        else { return }
        self.tokens.append(Token(text: new, app: self.tokens[token].app))
        self.tokens[token].diesAt = min(self.tokens[token].diesAt, now + lag)
    }
}
