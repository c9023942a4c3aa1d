import Basics
import TestSupport

@testable import PushLab

/// A world of few devices to which anything may happen, by one seed.
struct RandomWorld {
    let lab: Lab
    private(set) var steps: [String] = []
    private var dice: SeededDice
    private var devices: [LabDevice] = []
    private var published = 0
    /// Whether users sign in and out, with one account or another, and lock their devices.
    private let usersComeAndGo: Bool
    /// What is done whenever the lab has come to rest behind a step; nil lets steps follow each other at once.
    var atRest: ((Lab) -> Void)?

    init(seed: UInt64, usersComeAndGo: Bool = false, app: ((AppLaunch) -> any LabApp)? = nil) {
        self.usersComeAndGo = usersComeAndGo
        self.dice = SeededDice(seed: seed)
        var network = LabNetwork()
        if self.dice.coin() { network.tapsLostPercent = self.dice.below(60) }
        if self.dice.coin() { network.tapsDoubledPercent = self.dice.below(40) }
        if self.dice.coin() { network.requestsLostPercent = self.dice.below(30) }
        if self.dice.coin() { network.answersLostPercent = self.dice.below(30) }
        if self.dice.coin() { network.connectionsRefusedPercent = self.dice.below(50) }
        self.lab = Lab(seed: seed, network: network, app: app)
    }

    /// Nil when all devices of each user agree with the log in the end, else how they do not.
    mutating func play() -> String? {
        for number in 0...self.dice.below(8) {
            let user = self.lab.user(self.dice.pick(["alice", "bob"]))
            self.devices.append(user.device("d\(number)", on: self.dice.pick(LabPlatform.allCases)))
        }
        for _ in 0...self.dice.below(40) {
            do {
                try self.step()
                guard let atRest = self.atRest else { continue }
                try self.lab.settle()
                atRest(self.lab)
            } catch { return "a step failed: \(error)" }
        }
        for device in self.devices {
            device.goOnline()
            device.saveEnergy(false)
            device.unlock()
            device.enterForeground()
            if self.usersComeAndGo { device.signIn(with: self.dice.pick(LabAccount.allCases)) }
        }
        do { try self.lab.settle() } catch { return "\(error)" }
        return self.disagreement()
    }

    private mutating func step() throws {
        let device = self.dice.pick(self.devices)
        let (name, run) = self.choose(device)
        self.steps.append("\(device.name) \(name)")
        try run()
    }

    private mutating func choose(_ device: LabDevice) -> (String, () throws -> Void) {
        let lab = self.lab
        switch self.dice.below(self.usersComeAndGo ? 31 : 24) {
        case 0...4:
            self.published += 1
            let id = self.dice.below(4) == 0 ? "n\(1 + self.dice.below(self.published))" : "n\(self.published)"
            let user = lab.user(self.dice.pick(["alice", "bob"]))
            let life: Duration? = self.dice.below(5) == 0 ? .seconds(1 + self.dice.below(4_000)) : nil
            let notification: LabNotification =
                self.dice.below(4) == 0 ? .visual("v", id: id, lifetime: life) : .raw("r", id: id, lifetime: life)
            return ("publishes \(id) to \(user.name)", { try lab.publish(notification, to: user) })
        case 5...9:
            guard !device.list.isEmpty else { return ("has nothing to touch", {}) }
            let (act, id) = (self.dice.pick(UserAct.allCases), self.dice.pick(device.list))
            return ("\(act.rawValue) \(id)", { try device.act(act, id) })
        case 10...13:
            let wait = Duration.milliseconds(
                self.dice.pick([1, 50, 300, 2_000, 40_000, 3_600_000, 90_000_000]) * (1 + self.dice.below(5)))
            return ("waits \(wait)", { try lab.advance(by: wait) })
        case 14: return ("is in front", { device.enterForeground() })
        case 15: return ("is in the background", { device.enterBackground() })
        case 16: return ("sleeps", { device.suspend() })
        case 17: return ("is swiped away", { device.forceQuit() })
        case 18: return ("goes offline", { device.goOffline() })
        case 19: return ("goes online", { device.goOnline() })
        case 20: return self.chooseFault(device)
        case 21:
            let saves = self.dice.coin()
            return ("saves energy \(saves)", { device.saveEnergy(saves) })
        case 22: return ("crashes", { device.crash() })
        case 24...26: return ("signs out", { device.signOut() })
        case 27...28:
            let account = self.dice.pick(LabAccount.allCases)
            return ("signs in, \(account)", { device.signIn(with: account) })
        case 29: return ("is locked", { device.lock() })
        case 30: return ("is unlocked", { device.unlock() })
        default:
            if self.dice.coin() { return ("gets a new push token", { device.rotatePushToken() }) }
            return ("is installed again", { device.reinstall() })
        }
    }

    private mutating func chooseFault(_ device: LabDevice) -> (String, () throws -> Void) {
        switch self.dice.below(8) {
        case 0: return ("loses taps", { device.loseTaps(2) })
        case 1: return ("doubles taps", { device.doubleTaps(2) })
        case 2: return ("gets a late tap", { device.delayTap(by: .seconds(30)) })
        case 3: return ("loses requests", { device.loseRequests(2) })
        case 4: return ("loses answers", { device.loseAnswers(2) })
        case 5:
            let fault = self.dice.pick(LinkFault.allCases)
            return ("is refused: \(fault)", { device.refuseConnections(3, because: fault) })
        case 6: return ("gets no token", { device.refuseTokens(2) })
        default: return ("is cut off", { device.breakConnection() })
        }
    }

    /// How a device differs from the log.
    private func disagreement() -> String? {
        for device in self.devices {
            let inner = self.lab.world.people.devices[device.number]
            var wanted: [String: Showing] = [:]
            for change in self.lab.truth(of: self.lab.world.people.users[inner.user]) {
                wanted[change.id] = Showing(
                    UInt64(change.generation), UInt64(change.version), isRead: change.isRead, change.action)
            }
            let shown = Dictionary(
                uniqueKeysWithValues: inner.screen.items.map { (self.lab.world.record.history.text($0.id), $0.showing) }
            )
            if shown == wanted { continue }
            let ids = Set(shown.keys).union(wanted.keys).sorted().filter { shown[$0] != wanted[$0] }
            let differences = ids.map { id in
                "\(id): shows \(shown[id].map { "\($0)" } ?? "nothing"), log \(wanted[id].map { "\($0)" } ?? "nothing")"
            }
            return "\(self.lab.world.people.title(device.number)) disagrees: \(differences.joined(separator: ", "))"
        }
        return nil
    }
}
