import PushGateway

extension Scenario {
    /// The rate at which Apple's push service wakes an app that is not in the foreground.
    ///
    /// Pushes beyond that rate wait.
    package struct WakeBudget: Hashable, Sendable {
        /// The largest rate and burst: more has never been observed.
        package static let most = 1_000

        /// The number of wakes that an app earns in an hour.
        package var perHour: Int
        /// The maximum number of saved wakes. An app also begins with this number.
        package var burst: Int

        package init(perHour: Int, burst: Int) {
            precondition(1...Self.most ~= perHour && 1...Self.most ~= burst, "a budget is between 1 and \(Self.most)")
            (self.perHour, self.burst) = (perHour, burst)
        }
    }
}

extension Lab {
    /// Sets the budget of Apple's push service.
    ///
    /// It must be set before the first device is added.
    func setWakeBudget(_ budget: Scenario.WakeBudget) {
        precondition(self.world.people.devices.isEmpty, "the rules of a push service are there before its devices")
        let rules = DeliveryRules(
            wakeBudget: PushGateway.WakeBudget(perHour: Int64(budget.perHour), burst: Int64(budget.burst)))
        self.world.post.apple = ApplePush(PushDelivery(rules: rules))
    }
}
