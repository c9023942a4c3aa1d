import Basics

/// Shrinks a failing plan: removes every step that is not needed to reproduce the failure.
package struct Shrinker {
    /// Whether a plan still fails in the same way.
    ///
    /// It is called for each candidate.
    package typealias Failing = (Scenario) -> Bool
    /// Replaces the network percentages of a plan with single faults. Returns nil if there is nothing to replace.
    package typealias Telling = (Scenario) -> Scenario?

    /// The result of shrinking.
    package struct Outcome: Sendable {
        package var plan: Scenario
        /// The number of candidates that were run.
        package var runs: Int
        /// Whether the plan passes as soon as any single part is removed. False when the allowed runs were used up
        /// before this was known.
        package var isMinimal: Bool
        /// The numbers of the steps that shrinking had to keep, because an expectation is about them. The first step of
        /// the plan has the number one.
        package var kept: [Int] = []
    }

    private let fails: Failing
    /// Whether the failure is a missed expectation. If it is, the steps that the expectation is about must stay.
    let keepsNamedSteps: Bool
    /// The last plan that passed when its faults were removed. It is stored without them.
    ///
    /// If there is such a plan, a candidate is accepted only if it passes when its faults are removed.
    private var passing: Scenario?
    let spellOut: Telling
    private let isOver: () -> Bool
    private var left: Int
    private var runs = 0
    var plan: Scenario

    private init(
        _ plan: Scenario, mostRuns: Int, _ isOver: @escaping () -> Bool, _ spellOut: @escaping Telling,
        keepsNamedSteps: Bool, _ fails: @escaping Failing
    ) {
        self.keepsNamedSteps = keepsNamedSteps
        self.isOver = isOver
        self.plan = plan
        self.fails = fails
        self.spellOut = spellOut
        self.left = mostRuns
    }

    /// Shrinks a failing plan, for at most `mostRuns` runs or until `isOver` returns true.
    ///
    /// - Parameter isAboutExpectation: Whether the plan fails because an expectation is missed. An expectation is also
    ///   missed if nothing happens. For this reason, the steps that the expectation is about stay. Also, if the plan
    ///   passes without its faults, each candidate must pass without its faults too.
    package static func shrink(
        _ plan: Scenario, mostRuns: Int = 4_000, isAboutExpectation: Bool = false,
        isOver: @escaping () -> Bool = { false }, spellingOut spellOut: @escaping Telling = { _ in nil },
        fails: @escaping Failing
    ) -> Outcome {
        var shrinker = Shrinker(
            plan, mostRuns: mostRuns, isOver, spellOut, keepsNamedSteps: isAboutExpectation, fails)
        shrinker.comparePlanWithoutFaults()
        shrinker.nameDice()
        shrinker.run()
        // Removing dice numbers changes the random choices of each step, so another step may become unnecessary.
        if shrinker.forgetDice() { shrinker.run() }
        return Outcome(
            plan: shrinker.plan, runs: shrinker.runs, isMinimal: shrinker.left > 0, kept: shrinker.keptSteps)
    }

    private mutating func run() {
        var before: Scenario
        repeat {
            before = self.plan
            self.dropUsers()
            self.dropDevices()
            self.dropSteps()
            self.simplify()
        } while self.plan != before && self.left > 0
    }

    /// Keeps a candidate if it still fails.
    @discardableResult
    mutating func attempt(_ candidate: Scenario) -> Bool {
        let candidate = candidate.pruned
        // A scenario file must have at least one step.
        guard self.left > 0, candidate != self.plan, !candidate.steps.isEmpty, self.keepsWhatIsNamed(candidate) else {
            return false
        }
        guard !self.isOver() else {
            self.left = 0
            return false
        }
        self.left -= 1
        self.runs += 1
        guard self.fails(candidate) else { return false }
        if self.passing != nil, !self.passesWithoutFaults(candidate) { return false }
        self.plan = candidate
        return true
    }

    /// Checks whether the plan passes without its faults.
    private mutating func comparePlanWithoutFaults() {
        guard self.keepsNamedSteps, self.plan.withoutFaults != self.plan else { return }
        _ = self.passesWithoutFaults(self.plan)
    }

    /// Whether a plan passes without its faults.
    ///
    /// Without its faults, a candidate may equal the last plan that passed. In that case no run is needed.
    private mutating func passesWithoutFaults(_ plan: Scenario) -> Bool {
        let faultless = plan.withoutFaults.pruned
        if faultless == self.passing { return true }
        self.runs += 1
        guard !self.fails(faultless) else { return false }
        self.passing = faultless
        return true
    }

    /// Calls the body for each step, while steps may be removed.
    mutating func forEachStep(_ body: (inout Shrinker, Int) -> Void) {
        var place = 0
        while place < self.plan.steps.count {
            body(&self, place)
            place += 1
        }
    }

    // MARK: Dice

    /// Fixes the dice numbers of all steps, so that removing a step does not change the dice numbers of the other
    /// steps.
    private mutating func nameDice() {
        for place in self.plan.steps.indices { self.plan.steps[place].dice = self.plan.dice(of: place) }
    }

    /// Removes the dice numbers that are not needed, to keep the plan readable.
    ///
    /// Returns whether any were removed.
    private mutating func forgetDice() -> Bool {
        let before = self.plan
        var candidate = self.plan
        for place in candidate.steps.indices { candidate.steps[place].dice = 0 }
        if self.attempt(candidate) { return true }
        self.forEachStep { shrinker, place in
            var candidate = shrinker.plan
            candidate.steps[place].dice = 0
            shrinker.attempt(candidate)
        }
        return self.plan != before
    }

    // MARK: Entities

    private mutating func dropUsers() {
        for person in self.plan.people.map(\.name) where self.plan.people.count > 1 {
            var candidate = self.plan
            candidate.people.removeAll { $0.name.isExactly(person) }
            candidate.steps.removeAll { $0.deed.user?.isExactly(person) ?? false }
            candidate.forget { $0.user.isExactly(person) }
            candidate.expectations.removeAll { $0.device?.user.isExactly(person) ?? false }
            self.attempt(candidate)
        }
    }

    private mutating func dropDevices() {
        for device in self.plan.devices where self.plan.devices.count > 1 {
            var candidate = self.plan
            for place in candidate.people.indices where candidate.people[place].name.isExactly(device.user) {
                candidate.people[place].devices.removeAll { $0.name.isExactly(device.device) }
            }
            guard candidate.people.allSatisfy({ !$0.devices.isEmpty }) else { continue }
            candidate.forget { $0 == device }
            candidate.expectations.removeAll { $0.device == device }
            self.attempt(candidate)
        }
    }

    // MARK: Steps

    /// Removes groups of steps, and makes the groups smaller after each round. Begins with the last steps, because late
    /// steps are more often unnecessary.
    private mutating func dropSteps() {
        var size = max(1, self.plan.steps.count / 2)
        while true {
            var end = self.plan.steps.count
            while end > 0, self.left > 0 {
                let start = max(0, end - size)
                var candidate = self.plan
                candidate.steps = Array(
                    self.plan.steps[..<start] + self.plan.steps[start..<end].filter(self.isNamed)
                        + self.plan.steps[end...])
                self.attempt(candidate)
                end = min(start, self.plan.steps.count)
            }
            if size == 1 { return }
            size = max(1, size / 2)
        }
    }
}
