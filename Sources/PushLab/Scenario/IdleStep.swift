/// A step that changed nothing, and the reason.
package struct IdleStep: Hashable, Sendable {
    /// The number of the step, counted from one.
    package let step: Int
    package let reason: String
    /// The notification that the step is about.
    let notification: String?

    /// The sentence for reports: `step 3 had no effect: mum.phone does not show invoice`
    package var words: String { "step \(self.step) had no effect: \(self.reason)" }
}

extension ScenarioRun {
    /// Notes an action on a notification that is not on the screen, or that cannot be seen because no user is signed
    /// in.
    mutating func noteIfIdle(_ deed: Scenario.DeviceDeed, on name: Scenario.DeviceName, number: Int?) {
        guard let number, case .act(_, let id) = deed, !self.device(name).canTouch(id) else { return }
        self.idle.append(
            IdleStep(step: number, reason: "\(name.fullName) does not show \(id)", notification: id))
    }

    /// Notes faults that were not used up. For example, the step asks for lost taps, but there were fewer taps or no
    /// taps.
    mutating func noteUnusedFaults() {
        // Used for lookup only: iteration order is not deterministic. Unused faults are attributed to the last steps.
        var left: [LeftFault: Int] = [:]
        for (place, step) in self.scenario.steps.enumerated().reversed() {
            guard case .device(let deed, let name) = step.deed, let (kind, count) = deed.promisedFaults else {
                continue
            }
            let fault = LeftFault(name, kind)
            let rest =
                left[fault] ?? self.lab.world.people.devices[self.device(name).number].faults.left(kind)
            guard rest >= count else { continue }
            left[fault] = rest - count
            let reason = "\(kind.rawValue) on \(name.fullName)"
            self.idle.append(IdleStep(step: place + 1, reason: reason, notification: nil))
        }
        self.idle.sort { $0.step < $1.step }
    }
}

/// A device, and a kind of planned fault that was not used up there.
private struct LeftFault: Hashable {
    enum Kind: String {
        case lostTap = "no tap was sent that could get lost"
        case doubledTap = "no tap was sent that could arrive twice"
        case delayedTap = "no tap was sent that could be late"
        case repeatedTap = "no tap was sent that could arrive again"
        case lostRequest = "no request was sent that could get lost"
        case lostAnswer = "no answer was sent that could get lost"
        case delayedAnswer = "no answer was sent that could be late"
        case refusedConnection = "no connection was attempted that could be refused"
        case refusedToken = "no access token was requested that could be refused"
        case deathMidway = "the app started no action in which it could crash"
    }

    let name: Scenario.DeviceName
    let kind: Kind

    init(_ name: Scenario.DeviceName, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

extension LinkFaults {
    fileprivate func left(_ kind: LeftFault.Kind) -> Int {
        switch kind {
        case .lostTap: self.tapsToLose
        case .doubledTap: self.tapsToDouble
        case .delayedTap: self.tapDelays.count
        case .repeatedTap: self.tapRepeats.count
        case .lostRequest: self.requestsToLose
        case .lostAnswer: self.answersToLose
        case .delayedAnswer: self.answerDelays.count
        case .refusedConnection: self.refusals.reduce(0) { $0 + $1.count }
        case .refusedToken: self.tokensToRefuse
        case .deathMidway: self.deathsMidway
        }
    }
}

extension Scenario.DeviceDeed {
    /// The kind of the faults that the step plans, and the number of these faults. Nil if the step plans no faults.
    fileprivate var promisedFaults: (LeftFault.Kind, Int)? {
        switch self {
        case .fault(.loseTaps, let count): (.lostTap, count)
        case .fault(.doubleTaps, let count): (.doubledTap, count)
        case .fault(.loseRequests, let count): (.lostRequest, count)
        case .fault(.loseAnswers, let count): (.lostAnswer, count)
        case .fault(.refuseTokens, let count): (.refusedToken, count)
        case .delayTap: (.delayedTap, 1)
        case .repeatTap: (.repeatedTap, 1)
        case .delayAnswer: (.delayedAnswer, 1)
        case .refuseConnections(_, let count): (.refusedConnection, count)
        case .crashMidway: (.deathMidway, 1)
        default: nil
        }
    }
}
