import Basics

/// The results of a run: the findings of its judges, and the expectations that it missed.
extension ScenarioRun {
    /// The violations of the run, with the steps of the scenario that caused them.
    package var violations: [Violation] {
        let events = self.lab.view.events
        let found = self.court.violations.map { violation in
            var violation = violation
            let steps = violation.events.compactMap { self.place(ofStep: events[$0].cause.step) }
            violation.steps = Array(Set(steps)).sorted()
            return violation
        }
        let end = Interval(self.lab.now)
        return found
            + self.misses.map { miss in
                Violation(.expectation, miss.kind, miss.witness, at: end, steps: miss.step.map { [$0] } ?? [])
            }
    }

    package var counts: [Property: PropertyCount] { self.court.counts }

    package var goals: Goals { self.court.goals }

    package var measures: Measures { self.court.measures(traffic: self.lab.world.record.traffic ?? []) }

    /// Returns the position of the step that has this dice number. The first step has position one. Returns nil if no
    /// step has this number.
    private func place(ofStep number: UInt32) -> Int? {
        guard number < StepDice.cast, number < StepDice.calm || number >= StepDice.ending else { return nil }
        let dice = number & ~StepDice.ending
        return self.scenario.steps.indices.first { self.scenario.dice(of: $0) == dice }.map { $0 + 1 }
    }

    // MARK: Expectations

    mutating func judge(_ expectation: Scenario.Expectation, step: Int?) {
        for witness in self.differences(from: expectation) {
            var miss = Miss(witness: witness, step: step)
            miss.notification = expectation.notification
            self.misses.append(miss)
        }
    }

    mutating func judgeAgreement(among isMeant: (LabDevice) -> Bool) {
        for miss in self.disagreements(among: isMeant).map({ Miss(witness: $0) }) where !self.misses.contains(miss) {
            self.misses.append(miss)
        }
    }

    func disagreements(among isMeant: (LabDevice) -> Bool) -> [String] {
        self.scenario.people.flatMap { self.lab.user($0.name).disagreements(among: isMeant) }
    }

    /// Splits a sentence of the lab about a violation into two parts: the promise that the sentence begins with, and
    /// the remaining words. A sentence without a promise is about P36.
    static func parts(of sentence: String) -> (property: Property, words: String) {
        guard let colon = sentence.firstIndex(of: ":"), let property = Property(id: String(sentence[..<colon]))
        else { return (.p36, sentence) }
        return (property, String(sentence[colon...].dropFirst(2)))
    }

    private func differences(from expectation: Scenario.Expectation) -> [String] {
        switch expectation {
        case .hold: return []
        case .agreement: return self.disagreements { _ in true }
        case .on(let name, let id, let sight):
            return self.difference(id, sight, name).map { [$0] } ?? []
        case .everywhere(let id, let sight):
            return self.receivers(of: id).compactMap { self.difference(id, sight, $0) }
        }
    }

    private func difference(_ id: String, _ sight: Scenario.Sight, _ name: Scenario.DeviceName) -> String? {
        sight.difference(id, on: self.device(name)).map { "on \(name.fullName) \($0)" }
    }

    /// The devices of the users to whom a notification was published.
    private func receivers(of id: String) -> [Scenario.DeviceName] {
        let users = self.scenario.steps.compactMap { step -> String? in
            if case .burst(let stem, let count, let user) = step.deed {
                return (1...count).contains { id.isExactly("\(stem)\($0)") } ? user : nil
            }
            guard case .publish(let notification, let user) = step.deed, notification.id.isExactly(id) else {
                return nil
            }
            return user
        }
        return self.scenario.devices.filter { device in users.contains { $0.isExactly(device.user) } }
    }
}

extension LabDevice {
    /// Whether the device can be compared after the lab has settled: its app could be opened, or its user has signed
    /// out.
    ///
    /// After a sign-out, an alert that was still on its way stays on the screen until the user opens the app. Such a
    /// device cannot be compared.
    var canAgree: Bool {
        let device = self.lab.world.people.devices[self.number]
        return Settling.mayBeOpened(device) || device.account == nil && device.screen.delivered.isEmpty
    }
}
