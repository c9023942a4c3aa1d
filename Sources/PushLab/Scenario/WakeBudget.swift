import PushGateway

extension Scenario {
    /// How often Apple's push service wakes an app that nobody looks at. What comes beyond that waits.
    package struct WakeBudget: Hashable, Sendable {
        /// More a burst or an hour has never been seen to earn.
        package static let most = 1_000

        /// How many wakes an hour earns.
        package var perHour: Int
        /// How many can be saved up; so many are there in the beginning.
        package var burst: Int

        package init(perHour: Int, burst: Int) {
            precondition(1...Self.most ~= perHour && 1...Self.most ~= burst, "a budget is between 1 and \(Self.most)")
            (self.perHour, self.burst) = (perHour, burst)
        }
    }
}

extension Lab {
    /// Holds Apple's push service to a budget. No device may have one of its addresses yet.
    func setWakeBudget(_ budget: Scenario.WakeBudget) {
        precondition(self.world.people.devices.isEmpty, "the rules of a push service are there before its devices")
        let rules = DeliveryRules(
            wakeBudget: PushGateway.WakeBudget(perHour: Int64(budget.perHour), burst: Int64(budget.burst)))
        self.world.post.apple = ApplePush(PushDelivery(rules: rules))
    }
}
