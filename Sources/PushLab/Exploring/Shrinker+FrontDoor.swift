/// Simplifies the front door of a plan.
extension Shrinker {
    /// Tries the plan without the front door, with a front door that causes no trouble, and with one trouble for every
    /// push. If the plan passes with all of these, tries to remove each trouble from the current front door.
    mutating func easeFrontDoor() {
        guard let door = self.plan.frontDoor else { return }
        var open = self.plan
        open.frontDoor = nil
        if self.attempt(open) { return }
        if self.attempt(with: Scenario.FrontDoor()) { return }
        let troubles = Scenario.FrontDoor.Trouble.allCases.filter { door[$0] > 0 }
        for trouble in troubles {
            var only = Scenario.FrontDoor()
            only[trouble] = 100
            if self.attempt(with: only) { return }
        }
        for trouble in troubles { self.drop(trouble) }
    }

    /// Tries the door without one trouble.
    ///
    /// If the plan then passes, adds the share of this trouble to the next trouble and tries again. One random draw
    /// selects among all troubles. So removing a share alone would shift each later trouble to other pushes.
    private mutating func drop(_ trouble: Scenario.FrontDoor.Trouble) {
        guard var door = self.plan.frontDoor, door[trouble] > 0 else { return }
        let share = door[trouble]
        door[trouble] = 0
        guard door.troubled > 0, !self.attempt(with: door) else { return }
        let later = Scenario.FrontDoor.Trouble.allCases.drop { $0 != trouble }.dropFirst()
        guard let next = later.first(where: { door[$0] > 0 }) else { return }
        door[next] += share
        self.attempt(with: door)
    }

    @discardableResult
    private mutating func attempt(with door: Scenario.FrontDoor) -> Bool {
        var candidate = self.plan
        candidate.frontDoor = door
        return self.attempt(candidate)
    }
}
