package import Basics

extension Scenario {
    /// A step on one device: an action of its user, or a fault.
    package enum DeviceDeed: Hashable, Sendable {
        case act(UserAct, String)
        case foreground
        case background
        case suspend
        case forceQuit
        case crash
        /// The app dies while its actions are carried out; the remaining actions are lost.
        case crashMidway
        case reinstall
        /// The device is offline, for some time or until it is online again.
        case offline(Interval?)
        /// The app's process ends and the device is cut off, for some time or until it is online again.
        case switchOff(Interval?)
        case online
        case lowPower(Interval?)
        case normalPower
        /// The app is replaced by a build without the background mode.
        case withoutBackgroundMode
        case withBackgroundMode
        case lock
        case unlock
        case rotateToken
        case signIn(LabAccount)
        case signOut
        case breakConnection
        case fault(Fault, count: Int)
        case delayTap(Interval)
        /// The next tap arrives a second time, after this interval.
        case repeatTap(Interval)
        case delayAnswer(Interval)
        case refuseConnections(LinkFault, count: Int)
        /// Each message between the device and the service is delayed, for some time.
        case slow(Interval, for: Interval)
        /// A push arrives that is not a tap.
        case push(StrangePush)
        /// The next answers to fetches are not usable.
        case oddPage(OddPage, count: Int)
        /// From now on the clock is ahead by this interval, or behind if the interval is negative.
        case setClock(Interval)
        /// The lab keeps a copy of everything that the app has stored.
        case backUp
        /// The last backup of this device, or of another device of its user, replaces the stored data.
        case restore(from: String?)
    }

    /// A push that is not a tap.
    package enum StrangePush: String, Hashable, Sendable, CaseIterable {
        /// A push from another sender.
        case foreign = "foreign_push"
        case malformed = "malformed_push"
        /// A push that is larger than allowed.
        case giant = "giant_push"
    }

    /// A fault of the next answers to fetches.
    package typealias OddPage = PushLab.OddPage

    /// A fault of the next messages of a device.
    package enum Fault: String, Hashable, Sendable, CaseIterable {
        case loseTaps = "lose_taps"
        case doubleTaps = "double_taps"
        case loseRequests = "lose_requests"
        case loseAnswers = "lose_answers"
        case refuseTokens = "refuse_tokens"
    }
}

extension Scenario.DeviceDeed {
    /// The step that ends the lasting state that this step begins. Nil if no step ends such a state.
    var end: Scenario.DeviceDeed? {
        switch self {
        case .offline, .switchOff: .online
        case .lowPower: .normalPower
        default: nil
        }
    }

    /// Whether this step ends a lasting state that another step began.
    var isEnd: Bool { self == .online || self == .normalPower }

    /// The time after which the state that this step begins ends by itself. Nil if the state lasts until another step
    /// ends it.
    var length: Interval? {
        switch self {
        case .offline(let time), .switchOff(let time), .lowPower(let time): time
        default: nil
        }
    }
}

// MARK: - The device's side

extension LabDevice {
    /// Carries out a step.
    ///
    /// A step that lasts is only started here. The caller measures the time and ends the step.
    func carryOut(_ deed: Scenario.DeviceDeed) throws {
        switch deed {
        // A user can act only on notifications that are on the screen. An expectation tells whether a notification
        // should be there.
        case .act(let act, let id): if self.canTouch(id) { try self.act(act, id) }
        case .foreground: self.enterForeground()
        case .background: self.enterBackground()
        case .suspend: self.suspend()
        case .forceQuit: self.forceQuit()
        case .crash: self.crash()
        case .crashMidway: self.crashMidway()
        case .reinstall: self.reinstall()
        case .offline: self.goOffline()
        case .switchOff: self.switchOff()
        case .online: self.goOnline()
        case .lowPower: self.saveEnergy()
        case .normalPower: self.saveEnergy(false)
        case .withoutBackgroundMode: self.declareBackgroundMode(false)
        case .withBackgroundMode: self.declareBackgroundMode()
        case .lock: self.lock()
        case .unlock: self.unlock()
        case .rotateToken: self.rotatePushToken()
        case .signIn(let account): self.signIn(with: account)
        case .signOut: self.signOut()
        case .breakConnection: self.breakConnection()
        case .fault(let fault, let count): self.carryOut(fault, count)
        case .delayAnswer(let time): self.delayAnswer(by: .microseconds(time.microseconds))
        case .slow(let lag, let time): self.slow(by: lag, for: time)
        case .repeatTap(let time): self.repeatTap(after: .microseconds(time.microseconds))
        case .delayTap(let time): self.delayTap(by: .microseconds(time.microseconds))
        case .refuseConnections(let fault, let count): self.refuseConnections(count, because: fault)
        case .push(let push): self.receive(push)
        case .oddPage(let odd, let count): self.spoilPages(odd, count: count)
        case .setClock(let skew): self.setClock(skew: skew)
        case .backUp: self.backUp()
        case .restore(let source): self.restore(from: source.map { self.lab.user(self.title.user).device($0) } ?? self)
        }
        try self.lab.check()
    }

    private func carryOut(_ fault: Scenario.Fault, _ count: Int) {
        switch fault {
        case .loseTaps: self.loseTaps(count)
        case .doubleTaps: self.doubleTaps(count)
        case .loseRequests: self.loseRequests(count)
        case .loseAnswers: self.loseAnswers(count)
        case .refuseTokens: self.refuseTokens(count)
        }
    }
}
