import Basics

/// The steps that must stay because an expectation is about them.
extension Shrinker {
    /// Whether a step acts on or publishes a notification that the plan's expectations are about.
    func isNamed(_ step: Scenario.Step) -> Bool { self.keepsNamedSteps && step.isAbout(self.plan.expectedIDs) }

    /// Whether a candidate still has an expectation, and still has every step that its expectations are about.
    func keepsWhatIsNamed(_ candidate: Scenario) -> Bool {
        guard self.keepsNamedSteps else { return true }
        let ids = candidate.expectedIDs
        guard !ids.isEmpty || self.plan.expectedIDs.isEmpty else { return false }
        let wanted = self.plan.steps.count { $0.isAbout(ids) }
        return candidate.steps.count { $0.isAbout(ids) } >= wanted
    }

    /// The numbers of the steps that are kept for an expectation.
    var keptSteps: [Int] { self.plan.steps.indices.filter { self.isNamed(self.plan.steps[$0]) }.map { $0 + 1 } }
}

extension Scenario.Step {
    fileprivate func isAbout(_ ids: [String]) -> Bool {
        switch self.deed {
        case .device(.act(_, let id), _): ids.contains { $0.isExactly(id) }
        case .publish(let notification, _): ids.contains { $0.isExactly(notification.id) }
        default: false
        }
    }
}

extension Scenario {
    /// The plan with the actions of users, but without anything that can go wrong, such as faults, losses, delays and
    /// device faults.
    var withoutFaults: Scenario {
        var plan = self
        plan.network = LabNetwork()
        (plan.commit, plan.wakeBudget, plan.frontDoor, plan.relation, plan.pageSize) = (nil, nil, nil, nil, nil)
        plan.steps = self.steps.filter { step in
            switch step.deed {
            case .publish, .burst, .expect, .quiesce, .random: true
            case .device(let deed, _): deed.isOfUser
            case .expireCursors, .killService, .killServer, .partition, .losePublishAnswers, .delaySweep, .oddPush,
                .oddPost, .compare:
                false
            }
        }
        return plan
    }
}

extension Scenario.DeviceDeed {
    /// Whether this is a voluntary action of a user, on a working device.
    fileprivate var isOfUser: Bool {
        switch self {
        case .act, .foreground, .background, .signIn, .signOut: true
        default: false
        }
    }
}
