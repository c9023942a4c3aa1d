import Basics

/// Simplifies the values of a plan: fewer faults, rounder numbers, earlier times.
extension Shrinker {
    mutating func simplify() {
        self.dropExpectations()
        self.calmNetwork()
        var usual = self.plan
        usual.pageSize = nil
        self.attempt(usual)
        var prompt = self.plan
        prompt.commit = nil
        self.attempt(prompt)
        var wakeful = self.plan
        wakeful.wakeBudget = nil
        self.attempt(wakeful)
        var plain = self.plan
        plain.usesFacade = false
        self.attempt(plain)
        self.easeFrontDoor()
        var unrelated = self.plan
        unrelated.relation = nil
        self.attempt(unrelated)
        for trap in Trap.allCases where self.plan.traps.contains(trap) {
            var candidate = self.plan
            candidate.traps.remove(trap)
            self.attempt(candidate)
        }
        self.forEachStep { shrinker, place in
            for deed in shrinker.plan.steps[place].deed.simpler {
                var candidate = shrinker.plan
                candidate.steps[place].deed = deed
                if shrinker.attempt(candidate) { break }
            }
            shrinker.lessen(place)
        }
        self.hasten()
    }

    /// Tries a repeated step with a count of one. If the plan then passes, finds the smallest count with which the plan
    /// still fails.
    private mutating func lessen(_ place: Int) {
        guard place < self.plan.steps.count, let count = self.plan.steps[place].deed.count, count > 1 else { return }
        var (few, enough) = (0, count)
        var attempted = 1
        while enough - few > 1 {
            var candidate = self.plan
            candidate.steps[place].deed = candidate.steps[place].deed.times(attempted)
            if self.attempt(candidate) { enough = attempted } else { few = attempted }
            // Actions on a notification that is no longer published may have been removed too.
            guard place < self.plan.steps.count, self.plan.steps[place].deed.count == enough else { return }
            attempted = few + (enough - few) / 2
        }
    }

    /// Tries a good network, or else a network with as few faults as possible.
    private mutating func calmNetwork() {
        var good = self.plan
        good.network = LabNetwork()
        guard good != self.plan, !self.attempt(good) else { return }
        if let told = self.spellOut(self.plan), self.attempt(told) { return }
        for mend in LabNetwork.mends {
            var candidate = self.plan
            mend(&candidate.network)
            self.attempt(candidate)
        }
    }

    private mutating func dropExpectations() {
        var place = self.plan.expectations.count
        while place > 0 {
            place -= 1
            var candidate = self.plan
            candidate.expectations.remove(at: place)
            self.attempt(candidate)
        }
    }

    private static let short = [Interval.zero, .milliseconds(100), .seconds(1), .seconds(10), .minutes(1)]

    /// Shortens pauses, or at least makes them round.
    private mutating func hasten() {
        self.forEachStep { shrinker, place in
            let steps = shrinker.plan.steps
            // After a step that settles, times restart from zero.
            let before = place == 0 || steps[place - 1].deed.isRest ? Interval.zero : steps[place - 1].time
            let pause = steps[place].time - before
            guard pause > .zero else { return }
            let isFree = place == 0 || !shrinker.plan.isLookedAtLater(than: place)
            for plainer in (isFree ? Self.short.filter { $0 < pause } : []) + pause.rounded {
                if shrinker.attempt(shrinker.plan.moving(from: place, by: plainer - pause)) { break }
            }
        }
    }
}
