import Basics

/// What a scenario says of a device, done to it.
extension LabDevice {
    /// Does one deed. What lasts for a time is begun; whoever keeps the time ends it.
    func carryOut(_ deed: Scenario.DeviceDeed) throws {
        switch deed {
        // Nobody can touch what is not there; whether it should be there is for expectations to say.
        case .act(let act, let id): if self.canTouch(id) { try self.act(act, id) }
        case .foreground: self.enterForeground()
        case .background: self.enterBackground()
        case .suspend: self.suspend()
        case .forceQuit: self.forceQuit()
        case .crash: self.crash()
        case .crashMidway: self.crashMidway()
        case .reinstall: self.reinstall()
        case .offline: self.goOffline()
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

extension Scenario.DeviceDeed {
    /// What ends it, if it lasts.
    var end: Scenario.DeviceDeed? {
        switch self {
        case .offline: .online
        case .lowPower: .normalPower
        default: nil
        }
    }

    /// Whether it ends something that lasts.
    var isEnd: Bool { self == .online || self == .normalPower }

    /// How long it lasts; nil where that is not said.
    var length: Interval? {
        switch self {
        case .offline(let time), .lowPower(let time): time
        default: nil
        }
    }
}
