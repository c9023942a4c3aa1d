import Basics
package import PushLab

/// The steps of a plan in the words of people.
package enum PlanText {
    /// `publish n1 to alice`
    package static func words(of step: Scenario.Step, in plan: Scenario) -> String {
        switch step.deed {
        case .publish(let notification, let user): self.words(of: notification, user)
        case .device(let deed, let name): self.words(of: deed, plan.title(of: name))
        case .burst(let stem, 1, let user): "publish \(Words.name(stem))1 to \(user)"
        case .burst(let stem, let count, let user):
            "publish \(count) notifications to \(user), \(Words.name(stem))1 and so on"
        case .expireCursors(let user): "every device of \(user) has to begin anew"
        case .killService(let time): "the service dies, and is started again \(time.words) later"
        case .killServer(let time): "the app's server dies, and is started again \(time.words) later"
        case .partition(let cut, let time): self.words(of: cut, in: plan) + " for \(time.words)"
        case .quiesce(nil): "all comes to rest"
        case .quiesce(let limit?): "all comes to rest within \(limit.words)"
        case .random(let deeds):
            "\(deeds.count.lowerBound) to \(deeds.count.upperBound) deeds that chance chooses, over \(deeds.span.words)"
        case .expect(let expectation): "look whether " + self.words(of: expectation, in: plan)
        }
    }

    private static func words(of cut: Scenario.Cut, in plan: Scenario) -> String {
        let devices = cut.devices.map(plan.title)
        let parts = [
            devices.isEmpty ? nil : "\(devices.joined(separator: ", ")) cannot reach the service",
            cut.pushes.isEmpty
                ? nil
                : "the service cannot reach the push service of \(cut.pushes.map(\.rawValue).joined(separator: ", "))",
        ]
        return parts.compactMap { $0 }.joined(separator: " and ")
    }

    private static func words(of notification: LabNotification, _ user: String) -> String {
        let lifetime = notification.lifetime.map { ", which expires in \(Interval($0).words)" } ?? ""
        let kind = notification.isVisual ? " as a visible one" : ""
        return "publish \(Words.name(notification.id)) to \(user)\(kind)\(lifetime)"
    }

    private static func words(of expectation: Scenario.Expectation, in plan: Scenario) -> String {
        switch expectation {
        case .hold(let promises): "\(promises.lowerBound.id) to \(promises.upperBound.id) are kept"
        case .agreement: "the devices of each user agree"
        case .everywhere(let id, _): "\(Words.name(id)) is as expected on all devices"
        case .on(let name, let id, _): "\(Words.name(id)) is as expected on \(plan.title(of: name))"
        }
    }

    private static func words(of deed: Scenario.DeviceDeed, _ device: String) -> String {
        switch deed {
        case .act(let act, let id): "\(device) \(Self.verb(act)) \(Words.name(id))"
        case .foreground: "the app on \(device) comes to the front"
        case .background: "the app on \(device) goes to the background"
        case .suspend: "the app on \(device) is put to sleep"
        case .forceQuit: "the app on \(device) is swiped away"
        case .crash: "the app on \(device) dies"
        case .crashMidway: "the app on \(device) dies before all that it wants next is done"
        case .reinstall: "the app on \(device) is installed anew"
        case .rotateToken: "\(device) gets a new push address"
        case .signIn(let account): "\(device) signs in with a \(account.rawValue) account"
        case .signOut: "\(device) signs out"
        case .withoutBackgroundMode: "the app on \(device) is one without the background mode"
        case .withBackgroundMode: "the app on \(device) has the background mode again"
        case .lock: "\(device) is locked"
        case .unlock: "\(device) is unlocked"
        case .push(.foreign): "\(device) gets a push of somebody else"
        case .push(.malformed): "\(device) gets a push that cannot be read"
        case .push(.giant): "\(device) gets a push that is too large"
        case .backUp: "\(device) is backed up"
        case .restore(nil): "\(device) is restored from its backup"
        case .restore(let source?): "\(device) is restored from the backup of \(source)"
        case .offline, .online, .lowPower, .normalPower, .breakConnection, .fault, .delayTap, .repeatTap,
            .delayAnswer, .refuseConnections, .oddPage, .setClock:
            self.wordsOfHazard(deed, device)
        }
    }

    private static func wordsOfHazard(_ deed: Scenario.DeviceDeed, _ device: String) -> String {
        switch deed {
        case .offline(let time): "\(device) goes offline\(Self.duration(time))"
        case .online: "\(device) is online again"
        case .lowPower(let time): "\(device) saves energy\(Self.duration(time))"
        case .normalPower: "\(device) has power again"
        case .breakConnection: "the connection of \(device) breaks"
        case .delayAnswer(let time): "the next answer to \(device) comes \(time.words) late"
        case .repeatTap(let time): "the next tap for \(device) comes once more, \(time.words) later"
        case .delayTap(let time): "the next tap for \(device) comes \(time.words) late"
        case .refuseConnections(let fault, let count):
            "the next \(Self.counted(count, "connection")) of \(device) \(count == 1 ? "fails" : "fail"): "
                + (fault == .timedOut ? "timed out" : fault.rawValue)
        case .fault(let fault, let count): self.words(of: fault, count, device)
        case .oddPage(.loop, let count):
            "the next \(Self.counted(count, "page")) for \(device) \(count == 1 ? "leads" : "lead") back to where "
                + "\(count == 1 ? "it begins" : "they begin")"
        case .oddPage(.malformed, let count):
            "the next \(Self.counted(count, "page")) for \(device) \(count == 1 ? "is none" : "are none")"
        case .setClock(.zero): "the clock of \(device) is set right"
        case .setClock(let skew) where skew < .zero:
            "the clock of \(device) is set \((.zero - skew as Interval).words) behind"
        case .setClock(let skew): "the clock of \(device) is set \(skew.words) ahead"
        default: preconditionFailure("no hazard: \(deed)")
        }
    }

    private static func words(of fault: Scenario.Fault, _ count: Int, _ device: String) -> String {
        switch fault {
        case .loseTaps: "the next \(Self.counted(count, "tap")) for \(device) \(count == 1 ? "gets" : "get") lost"
        case .doubleTaps: "the next \(Self.counted(count, "tap")) for \(device) \(count == 1 ? "comes" : "come") twice"
        case .loseRequests:
            "the next \(Self.counted(count, "request")) of \(device) \(count == 1 ? "gets" : "get") lost"
        case .loseAnswers:
            "the next \(Self.counted(count, "answer")) to \(device) \(count == 1 ? "gets" : "get") lost"
        case .refuseTokens: "\(device) is refused its next \(Self.counted(count, "access token"))"
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? noun : "\(count) \(noun)s" }

    private static func duration(_ time: Interval?) -> String { time.map { " for \($0.words)" } ?? "" }

    private static func verb(_ act: UserAct) -> String {
        switch act {
        case .open: "opens"
        case .dismiss: "dismisses"
        case .snooze: "snoozes"
        case .read: "reads"
        case .delete: "deletes"
        }
    }
}
