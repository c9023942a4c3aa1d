import Basics

/// Converts the percentages of a scenario to a plan with single faults.
extension Scenario {
    /// Replaces the percentages of a plan with one step for each fault that they cause in a run. Returns nil when they
    /// cause no faults or too many.
    package func spelledOut(in lab: Lab) throws(LabFailure) -> Scenario? {
        guard self.network != self.network.calm else { return nil }
        lab.world.weather.mishaps = []
        var run = ScenarioRun(self, in: lab)
        _ = try run.carryOutAll()
        let mishaps = lab.world.weather.mishaps ?? []
        guard !mishaps.isEmpty, mishaps.count <= Self.mostMishaps else { return nil }
        return self.with(mishaps, origins: run.origins.map { Interval($0) }, lab)
    }

    private static let mostMishaps = 2_000

    private func with(_ mishaps: [Mishap], origins: [Interval], _ lab: Lab) -> Scenario {
        var told = self
        told.network = self.network.calm
        told.steps = []
        var left = mishaps.enumerated().map { number, mishap in (number: UInt32(number), mishap: mishap) }[...]
        var section = 0
        /// Adds a step for each fault that happens in the current section of the plan, up to a time. This way, the
        /// faults come before the plan's own step at that time. A new section begins when the times of the steps
        /// restart from zero.
        func tell(until time: Interval?) {
            while let next = left.first {
                let end = section + 1 < origins.count ? origins[section + 1] : nil
                let moment = next.mishap.moment - LabTime.start
                // A fault at the time of a step comes after the step.
                let due = max(.zero, moment - origins[section] - .microseconds(1))
                guard end.map({ moment < $0 }) ?? true, time.map({ due <= $0 }) ?? true else { return }
                let device = LabDevice(lab: lab, number: next.mishap.device).title
                var step = Step(at: due, .device(next.mishap.blow.deed, device))
                step.dice = StepDice.mishap + next.number
                told.steps.append(step)
                left.removeFirst()
            }
        }
        for (place, step) in self.steps.enumerated() {
            tell(until: step.time)
            var step = step
            step.dice = self.dice(of: place)
            told.steps.append(step)
            if step.deed.isRest { section += 1 }
        }
        tell(until: nil)
        return told
    }
}

extension Mishap.Blow {
    /// The device step that causes the same fault without percentages.
    fileprivate var deed: Scenario.DeviceDeed {
        switch self {
        case .loseTap: .fault(.loseTaps, count: 1)
        case .doubleTap: .fault(.doubleTaps, count: 1)
        case .loseRequest: .fault(.loseRequests, count: 1)
        case .loseAnswer: .fault(.loseAnswers, count: 1)
        case .refuseConnection(let fault): .refuseConnections(fault, count: 1)
        }
    }
}
