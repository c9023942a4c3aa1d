import Basics
import PushGateway

/// A device of a lab, as its user and a test see it.
public struct LabDevice {
    let lab: Lab
    let number: Int

    private var device: Device { self.lab.world.people.devices[self.number] }

    /// The name that the device was made with.
    public var name: String { self.device.name }
}

// MARK: - The state of the screen

extension LabDevice {
    /// Whether a notification is on the screen and waits for its user: in the list and not handled, or in the tray.
    public func shows(_ id: String) -> Bool {
        self.lab.look(at: self.number)
        let alert = self.device.screen.alerts.contains { self.lab.world.record.history.text($0).isExactly(id) }
        return alert || self.item(id).map { !$0.showing.isHandled } ?? false
    }

    /// The user's action on a notification in the app's list; nil when it is not in the list.
    public func state(of id: String) -> AppChange.Action? {
        self.lab.look(at: self.number)
        return self.item(id)?.showing.action
    }

    /// Whether a notification in the app's list is marked as read.
    public func isRead(_ id: String) -> Bool {
        self.lab.look(at: self.number)
        return self.item(id)?.showing.isRead ?? false
    }

    /// The ids in the app's list, in the order in which they came.
    public var list: [String] {
        self.lab.look(at: self.number)
        return self.device.screen.items.map { self.lab.world.record.history.text($0.id) }
    }

    /// The ids in the tray, the newest last.
    public var tray: [String] {
        self.lab.look(at: self.number)
        return self.device.screen.alerts.map { self.lab.world.record.history.text($0) }
    }

    /// Whether the user is signed in.
    var isSignedIn: Bool { self.device.account != nil }

    /// The number of alerts that the user got.
    public var alertCount: Int {
        self.lab.look(at: self.number)
        return Int(self.device.screen.alertCount)
    }

    /// Whether a notification is in the app's list or in the tray.
    package func canTouch(_ id: String) -> Bool {
        self.item(id) != nil || self.tray.contains { $0.isExactly(id) }
    }

    private func item(_ id: String) -> Screen.Item? {
        self.device.screen.items.first { self.lab.world.record.history.text($0.id).isExactly(id) }
    }
}

// MARK: - Actions of its user

extension LabDevice {
    /// Swipes a notification away.
    public func dismiss(_ id: String) throws { try self.act(.dismiss, id) }

    /// Taps a notification.
    public func open(_ id: String) throws { try self.act(.open, id) }

    /// Snoozes a notification.
    public func snooze(_ id: String) throws { try self.act(.snooze, id) }

    /// Marks a notification as read.
    public func markRead(_ id: String) throws { try self.act(.read, id) }

    /// Deletes a notification everywhere.
    public func delete(_ id: String) throws { try self.act(.delete, id) }

    /// Performs an action of the user on a notification.
    package func act(_ act: UserAct, _ id: String) throws {
        guard self.canTouch(id) else {
            let there = self.list.isEmpty ? "nothing" : self.list.joined(separator: ", ")
            throw LabError(
                "\(self.name) cannot \(act.rawValue) '\(id)', which is not on its screen; the screen shows \(there)")
        }
        self.lab.begin(.device(.act(act, id), self.title))
        self.lab.world.act(act, on: id, device: self.number)
        try self.lab.check()
    }

    /// Opens the app.
    public func enterForeground() { self.change(.foreground) { $0.set($1, to: .foreground) } }

    /// Leaves the app, so that it continues to run in the background.
    public func enterBackground() { self.change(.background) { $0.set($1, to: .background) } }

    /// Suspends the app, as the system does; a push may wake it.
    public func suspend() { self.change(.suspend) { $0.set($1, to: .suspended) } }

    /// Swipes the app away. Nothing wakes it until it is opened or explicitly put into another state.
    public func forceQuit() { self.change(.forceQuit) { $0.set($1, to: .forceQuit) } }

    /// Signs in. If the user is signed in with another account, first signs out of that account.
    public func signIn(with account: LabAccount = .personal) {
        self.change(.signIn(account)) { $0.signIn($1, with: account) }
    }

    /// Signs out. This removes all of the user's notifications from the screen.
    public func signOut() { self.change(.signOut) { $0.signOut($1) } }

    /// Removes the app and installs it again.
    public func reinstall() { self.change(.reinstall) { $0.reinstall($1, answerLag: .minutes(1)) } }
}

// MARK: - Faults and changes from outside

extension LabDevice {
    /// Takes the device offline.
    public func goOffline() { self.change(.offline(nil)) { $0.set($1, isOnline: false) } }

    /// Switches the device off: the process of the app ends, and the device is cut off until it is online again.
    func switchOff() {
        self.change(.switchOff(nil)) {
            $0.crash($1)
            $0.set($1, isOnline: false)
        }
    }

    /// Takes the device online.
    public func goOnline() { self.change(.online) { $0.set($1, isOnline: true) } }

    /// Turns low-power mode on or off.
    public func saveEnergy(_ saves: Bool = true) {
        self.change(saves ? .lowPower(nil) : .normalPower) { $0.set($1, isLowPower: saves) }
    }

    /// Installs a build of the app with or without the background mode for remote notifications.
    ///
    /// The first build has the background mode. On iOS, no silent push reaches an app without it.
    public func declareBackgroundMode(_ declares: Bool = true) {
        let deed: Scenario.DeviceDeed = declares ? .withBackgroundMode : .withoutBackgroundMode
        self.change(deed) { $0.set($1, lacksBackgroundMode: !declares) }
    }

    /// Locks the screen: no app is in the foreground, and none is opened until the device is unlocked.
    public func lock() { self.change(.lock) { $0.lock($1) } }

    /// Unlocks the screen. Opening an app also unlocks it.
    public func unlock() { self.change(.unlock) { $0.unlock($1) } }

    /// Crashes the app; a push or its user starts it again.
    public func crash() { self.change(.crash) { $0.crash($1) } }

    /// Crashes the app the next time it requests actions. Some of these actions are carried out, and the rest are never
    /// carried out.
    ///
    /// The app may lose the state that it stores and keep the state that it shows, or the other way round.
    public func crashMidway() { self.fault(.crashMidway) { $0.deathsMidway += 1 } }

    /// Gives the app a new push address; the old one is dead.
    public func rotatePushToken() { self.change(.rotateToken) { $0.rotatePushToken($1, answerLag: .minutes(1)) } }

    /// Loses the next taps for the device.
    public func loseTaps(_ count: Int = 1) { self.fault(.loseTaps, count) { $0.tapsToLose += $1 } }

    /// Duplicates the next taps for the device.
    public func doubleTaps(_ count: Int = 1) { self.fault(.doubleTaps, count) { $0.tapsToDouble += $1 } }

    /// Delays the next answer to the device by at most half an hour.
    ///
    /// To model a longer delay, lose the answer.
    public func delayAnswer(by delay: Duration) {
        let delay = max(.zero, min(Self.bounded(delay), LabNetwork.longestLatency))
        self.fault(.delayAnswer(delay)) { $0.answerDelays.append(delay) }
    }

    /// Delays each message between the device and the service for some time.
    func slow(by lag: Interval, for time: Interval) {
        self.change(.slow(lag, for: time)) { $0.slow($1, by: lag, for: time) }
    }

    /// Delays the next tap for the device.
    public func delayTap(by delay: Duration) {
        let delay = max(.zero, Self.bounded(delay))
        self.fault(.delayTap(delay)) { $0.tapDelays.append(delay) }
    }

    /// Delivers the next tap for the device a second time, after a pause.
    public func repeatTap(after pause: Duration) {
        let pause = max(.zero, Self.bounded(pause))
        self.fault(.repeatTap(pause)) { $0.tapRepeats.append(pause) }
    }

    /// Loses the next requests of the device.
    public func loseRequests(_ count: Int = 1) { self.fault(.loseRequests, count) { $0.requestsToLose += $1 } }

    /// Loses the next answers to the device.
    public func loseAnswers(_ count: Int = 1) { self.fault(.loseAnswers, count) { $0.answersToLose += $1 } }

    /// Makes the next connection attempts of the device fail.
    public func refuseConnections(_ count: Int = 1, because fault: LinkFault = .unreachable) {
        guard count > 0 else { return }
        let count = min(count, Self.mostFaults)
        self.fault(.refuseConnections(fault, count: count)) { $0.refusals.append(LinkFaults.Refusals(fault, count)) }
    }

    /// Refuses the app's next requests for an access token.
    public func refuseTokens(_ count: Int = 1) { self.fault(.refuseTokens, count) { $0.tokensToRefuse += $1 } }

    /// Breaks the connection now; messages that are on their way over it are lost.
    public func breakConnection() { self.change(.breakConnection) { $0.breakConnection($1) } }

    func change(_ deed: @autoclosure () -> Scenario.DeviceDeed, _ body: (inout World, Int) -> Void) {
        self.lab.begin(.device(deed(), self.title))
        body(&self.lab.world, self.number)
    }

    private func fault(_ fault: Scenario.Fault, _ count: Int, _ body: (inout LinkFaults, Int) -> Void) {
        guard count > 0 else { return }
        let count = min(count, Self.mostFaults)
        self.fault(.fault(fault, count: count)) { body(&$0, count) }
    }

    /// The maximum number of faults in one call. It is large enough to mean all messages, and small enough that the sum
    /// of many calls does not overflow.
    private static let mostFaults = Int(Int32.max)

    /// Limits a delay to a very long time, so that it can be added to any time of a lab without overflow.
    static func bounded(_ delay: Duration) -> Interval {
        max(.zero - Scenario.longest, min(Interval(delay), Scenario.longest))
    }

    private func fault(_ deed: @autoclosure () -> Scenario.DeviceDeed, _ body: (inout LinkFaults) -> Void) {
        self.lab.note(.device(deed(), self.title))
        body(&self.lab.world.people.devices[self.number].faults)
    }

    /// The name of the device as used in scenarios.
    package var title: Scenario.DeviceName {
        Scenario.DeviceName(user: self.lab.world.people.users[self.device.user], device: self.name)
    }
}
