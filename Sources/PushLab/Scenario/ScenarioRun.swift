import Basics

/// One run of a scenario in a lab.
package struct ScenarioRun {
    /// An expectation of a scenario that is not met.
    package struct Miss: Hashable, Sendable {
        package var witness: String
        /// The step at which the expectation was checked, counted from one. Nil if the expectation was checked at the
        /// end of the run.
        package var step: Int?
        /// The kind of miss.
        var kind = Violation.missed
        /// The notification that the missed expectation is about.
        var notification: String?

        package init(witness: String, step: Int? = nil) {
            self.witness = witness
            self.step = step
        }
    }

    let scenario: Scenario
    let lab: Lab
    /// The pending steps that end other steps. For example, such a step takes a device online again.
    private var endings: [Scenario.Step] = []
    /// The current origin: the time from which the times of steps are counted.
    private var origin: Duration { self.origins[self.origins.count - 1] }
    /// All origins so far, including the first. The last origin is the one from which the times of steps are counted
    /// now.
    private(set) var origins = [Duration.zero]
    /// The dice number of the step that is being carried out.
    private(set) var dice: UInt32 = 0
    /// The expectations of the scenario that are not met.
    package internal(set) var misses: [Miss] = []
    /// The steps that changed nothing.
    package internal(set) var idle: [IdleStep] = []
    package internal(set) var worth = RunWorth()
    var court: Court
    /// The state after all faults have ended and every opened app has caught up. It is compared with another run.
    var ending: Ending?
    /// The reason why the run did not settle.
    var stillnessFailure: String?

    /// Creates a run in a lab in which nothing has happened.
    package init(_ scenario: Scenario, in lab: Lab) {
        self.scenario = scenario
        self.lab = lab
        self.court = Court(lab.view)
        self.court.expect(scenario.network)
        lab.world.record.endsWithFault = true
        if scenario.thresholds.contains(where: { $0.measure == .bytes }) { lab.world.record.traffic = [] }
    }

    /// Carries out every step, lets the lab settle and checks the expectations.
    ///
    /// Throws only when the lab cannot continue. `isStopped` is called between the steps.
    package mutating func run(isStopped: () -> Bool = { false }) throws(LabFailure) {
        let isWhole = try self.carryOutAll(isStopped: isStopped)
        if isWhole { try self.judgeEnd() }
        if self.isCutByFault { return self.concludeFault() }
        if isWhole { self.conclude() }
    }

    /// Runs without judges, to measure the cost of the world itself.
    package mutating func runUnjudged() throws(LabFailure) {
        guard try self.carryOutAll() else { return }
        try self.calm()
    }

    private mutating func judgeEnd() throws(LabFailure) {
        for expectation in self.scenario.expectations {
            // Checks locked or offline devices later, when they can be opened again.
            if expectation == .agreement {
                self.judgeAgreement { $0.canAgree }
            } else {
                self.judge(expectation, step: nil)
            }
        }
        try self.calm()
    }

    /// Carries out every step and lets the lab settle. Returns false when the run was stopped.
    mutating func carryOutAll(isStopped: () -> Bool = { false }) throws(LabFailure) -> Bool {
        self.lab.network = self.scenario.network
        if let sizes = self.scenario.pageSize { self.lab.setPageSize(sizes.upperBound) }
        if let commit = self.scenario.commit { self.lab.setCommitDelay(commit) }
        if let budget = self.scenario.wakeBudget { self.lab.setWakeBudget(budget) }
        if let door = self.scenario.frontDoor { self.lab.open(door) }
        if self.scenario.usesFacade { self.lab.runFacade() }
        self.castAll()
        for (index, step) in self.scenario.steps.enumerated() {
            try self.endWhatEnds(before: step.time)
            try self.advance(to: step.time)
            self.dice = self.scenario.dice(of: index)
            self.lab.nextStep = self.dice
            try self.carryOut(step.deed, number: index + 1)
            if isStopped() || self.isCutByFault { return false }
        }
        try self.endWhatEnds(before: nil)
        self.lab.nextStep = StepDice.calm
        try self.quiesce(within: nil, number: nil)
        return !self.isCutByFault
    }

    private func castAll() {
        for person in self.scenario.people {
            let user = self.lab.user(person.name)
            for gadget in person.devices {
                self.lab.nextStep = StepDice.cast | LabDevice.dice(of: gadget.name, person.name)
                let device = user.device(gadget.name, on: gadget.platform)
                if person.account != .personal { device.signIn(with: person.account) }
            }
        }
    }

    /// Ends all faults and lets every opened app catch up. Then publishes a notification while all apps are suspended,
    /// to check that taps alone are enough for devices to learn of it.
    private mutating func calm() throws(LabFailure) {
        self.noteUnusedFaults()
        guard try self.rest() else { return }
        self.weigh()
        if self.scenario.expectations.contains(.agreement) { self.judgeAgreement { _ in true } }
        if self.scenario.relation != nil { self.ending = self.lab.ending }
        try self.untilQuiet { [lab = self.lab] in try lab.probe() }
    }

    /// Ends all faults, and lets every opened app catch up. Returns false when the lab does not settle.
    mutating func rest() throws(LabFailure) -> Bool {
        guard self.stillnessFailure == nil else { return false }
        self.lab.heal()
        try self.untilQuiet { [lab = self.lab] in try lab.settle() }
        return self.stillnessFailure == nil
    }

    /// Runs a closure that settles the lab. If the lab does not settle, keeps the reason, unless there is an earlier
    /// reason.
    mutating func untilQuiet(_ body: () throws -> Void) throws(LabFailure) {
        do { try body() } catch let failure as LabFailure { throw failure } catch {
            let sentence = (error as? NotSettled)?.sentence ?? "\(error)"
            self.stillnessFailure = self.stillnessFailure ?? sentence
        }
    }

    private mutating func conclude() {
        self.dropMootMisses()
        self.court.read(self.lab.view)
        self.court.compare(standing: self.lab.truths)
        for violation in self.untold {
            let (property, words) = Self.parts(of: violation.sentence)
            self.court.object(property, "lab", words)
        }
        self.court.judge(.p40, atRisk: true)
        if let reason = self.stillnessFailure { self.court.object(.p40, "not quiet", reason) }
        if !self.scenario.expectations.isEmpty || !self.misses.isEmpty { self.court.judge(.expectation, atRisk: true) }
        self.court.count(violations: self.misses.count, of: .expectation)
    }

    func device(_ name: Scenario.DeviceName) -> LabDevice { self.lab.user(name.user).device(name.device) }

    private mutating func endWhatEnds(before time: Interval?) throws(LabFailure) {
        while let next = self.endings.indices.min(by: { self.endings[$0].time < self.endings[$1].time }),
            time.map({ self.endings[next].time <= $0 }) ?? true
        {
            let ending = self.endings.remove(at: next)
            try self.advance(to: ending.time)
            self.lab.nextStep = StepDice.ending | ending.dice
            try self.carryOut(ending.deed, number: nil)
        }
    }

    private mutating func advance(to time: Interval) throws(LabFailure) {
        let due = self.origin + .microseconds(time.microseconds)
        guard due > self.lab.now else { return }
        try self.untilQuiet { [lab = self.lab] in try lab.advance(by: due - lab.now) }
    }

    private mutating func carryOut(_ deed: Scenario.Deed, number: Int?) throws(LabFailure) {
        do {
            switch deed {
            case .publish(let notification, let user): try self.lab.publish(notification, to: self.lab.user(user))
            case .burst(let id, let count, let user): try self.burst(id, count, user)
            case .device(let deed, let name): try self.carryOut(deed, on: name, number: number)
            case .expireCursors(let user): self.lab.user(user).expireCursors()
            case .killService(let time): self.lab.killService(for: time)
            case .killServer(let time): self.lab.endServer(for: time)
            case .partition(let cut, let time): self.part(cut, for: time)
            case .losePublishAnswers(let user, let count): self.lab.user(user).losePublishAnswers(count)
            case .delaySweep(let time): self.lab.delaySweep(by: time)
            case .oddPush(let push): self.lab.send(push)
            case .oddPost(let post): self.lab.send(post)
            case .compare(let model): self.lab.compare(model)
            case .quiesce(let limit): try self.quiesce(within: limit, number: number)
            case .random: preconditionFailure("a scenario is expanded before it runs")
            case .expect(let expectation): self.judge(expectation, step: number)
            }
        } catch let failure as LabFailure {
            throw failure
        } catch {
            self.misses.append(Miss(witness: "\(error)", step: number))
        }
    }

    private mutating func carryOut(
        _ deed: Scenario.DeviceDeed, on name: Scenario.DeviceName, number: Int?
    ) throws {
        self.noteIfIdle(deed, on: name, number: number)
        try self.device(name).carryOut(deed)
        if let end = deed.end ?? (deed.isEnd ? deed : nil) {
            self.endings.removeAll { $0.deed == .device(end, name) }
        }
        guard let end = deed.end, let time = deed.length else { return }
        let now = Interval(self.lab.now - self.origin)
        var ending = Scenario.Step(at: now.outlasting(time), .device(end, name))
        ending.dice = self.dice
        self.endings.append(ending)
    }

    private mutating func quiesce(within limit: Interval?, number: Int?) throws(LabFailure) {
        let start = self.lab.now
        try self.untilQuiet { [lab = self.lab] in try lab.settle() }
        let time = Interval(self.lab.now - start)
        if let limit, time > limit {
            let words = "everything had settled only after \(time.clockText); the limit is \(limit.words)"
            var miss = Miss(witness: words, step: number)
            miss.kind = Violation.late
            self.misses.append(miss)
        }
        // Faults that have not ended continue for their remaining time.
        let passed = Interval(self.lab.now - self.origin)
        for index in self.endings.indices {
            self.endings[index].time = max(.zero, self.endings[index].time - passed)
        }
        self.origins.append(self.lab.now)
    }
}

extension Interval {
    /// The sum of two times, or the longest possible time if the sum is too large.
    fileprivate func outlasting(_ other: Interval) -> Interval {
        self.adding(other) ?? Interval(microseconds: .max)
    }
}
