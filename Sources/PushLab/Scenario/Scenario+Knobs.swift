import Basics

extension Scenario {
    /// A setting of the scenario that only some seeds use. Each setting has its own die.
    package enum Knob: String, Hashable, Sendable, CaseIterable {
        /// One seed of three runs the lab's app that is built on the classes of the SDK.
        case facade
        /// One seed of four has the wake budget.
        case wakes
        /// One seed of four has Apple's front door.
        case admission
        /// One seed of eight uses the slow store. With this store, a judge can decide less.
        case commit

        /// On average, one out of this many seeds uses the setting.
        var oneInSoMany: UInt64 {
            switch self {
            case .facade: 3
            case .wakes, .admission: 4
            case .commit: 8
            }
        }
    }

    /// Returns the scenario with the settings that a seed uses.
    func turned(by seed: UInt64) -> Scenario {
        guard !self.varied.isEmpty else { return self }
        var turned = self
        turned.varied = []
        for (place, knob) in Knob.allCases.enumerated() where self.varied.contains(knob) {
            let draw = Die(seed: seed).draw(.knob, entity: UInt64(place), cause: DieCause(step: 0))
            let isThere = draw.below(knob.oneInSoMany) == 0
            switch knob {
            case .facade: turned.usesFacade = isThere
            case .wakes: if !isThere { turned.wakeBudget = nil }
            case .admission: if !isThere { turned.frontDoor = nil }
            case .commit: if !isThere { turned.commit = nil }
            }
        }
        return turned
    }
}

extension Lab {
    /// Makes every device run the lab's app on the classes of the SDK, unless there is an app under test.
    func runFacade() {
        guard self.world.plugs.makeApp == nil else { return }
        let appId = self.world.people.appId
        self.world.plugs.makeApp = { FacadeApp.process($0, appId: appId) }
    }
}
