package import Basics

/// The packed form of a trial, which only a process of the same build can read.
extension Trial {
    package func pack(into packer: inout Packer) {
        packer.write(count: self.violations.count)
        for violation in self.violations { violation.pack(into: &packer) }
        let counts = Property.allCases.enumerated().compactMap { place, property in
            self.counts[property].flatMap { $0 == PropertyCount() ? nil : (place, $0) }
        }
        packer.write(count: counts.count)
        for (place, count) in counts {
            for number in [place, count.applicable, count.judged, count.atRisk, count.violations] {
                packer.write(count: number)
            }
        }
        for hits in self.goals.hits { packer.write(count: hits) }
        for measure in Measure.allCases { self.measures[measure].pack(into: &packer) }
        for number in [self.worth.undecided, self.worth.publishing, self.worth.delivering, self.events] {
            packer.write(count: number)
        }
        packer.write(noise: self.hash)
        packer.write(self.secondHash)
        packer.write(count: self.idle.count)
        for step in self.idle { step.pack(into: &packer) }
    }

    package init(from unpacker: inout Unpacker) {
        self.violations = (0..<unpacker.count()).map { _ in Violation(from: &unpacker) }
        self.counts = [:]
        for _ in 0..<unpacker.count() {
            let property = Property.allCases[unpacker.count()]
            var count = PropertyCount()
            count.applicable = unpacker.count()
            count.judged = unpacker.count()
            count.atRisk = unpacker.count()
            count.violations = unpacker.count()
            self.counts[property] = count
        }
        self.goals = Goals(hits: Goals.Name.allCases.map { _ in unpacker.count() })
        self.measures = Measures()
        for measure in Measure.allCases { self.measures[measure] = Histogram(from: &unpacker) }
        self.worth = RunWorth()
        self.worth.undecided = unpacker.count()
        self.worth.publishing = unpacker.count()
        self.worth.delivering = unpacker.count()
        self.events = unpacker.count()
        self.hash = unpacker.noise()
        self.secondHash = unpacker.optionalNumber()
        self.idle = (0..<unpacker.count()).map { _ in IdleStep(from: &unpacker) }
        self.moot = []
    }
}

extension IdleStep {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(count: self.step)
        packer.write(self.reason)
        packer.write(count: self.notification == nil ? 0 : 1)
        if let notification { packer.write(notification) }
    }

    fileprivate init(from unpacker: inout Unpacker) {
        let (step, reason) = (unpacker.count(), unpacker.text())
        self.init(step: step, reason: reason, notification: unpacker.count() == 0 ? nil : unpacker.text())
    }
}

extension Violation {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(count: self.property.rawValue)
        packer.write(self.kind)
        packer.write(self.witness)
        packer.write(signed: self.time.microseconds)
        for places in [self.events, self.steps] {
            packer.write(count: places.count)
            for place in places { packer.write(count: place) }
        }
    }

    fileprivate init(from unpacker: inout Unpacker) {
        guard let property = Property(rawValue: unpacker.count()) else {
            preconditionFailure("something else was packed")
        }
        let (kind, witness) = (unpacker.text(), unpacker.text())
        let time = Interval(microseconds: unpacker.signed())
        let events = (0..<unpacker.count()).map { _ in unpacker.count() }
        let steps = (0..<unpacker.count()).map { _ in unpacker.count() }
        self.init(property, kind, witness, at: time, events: events, steps: steps)
    }
}

extension Histogram {
    fileprivate func pack(into packer: inout Packer) {
        let counters = self.counters
        packer.write(count: counters.count)
        guard !counters.isEmpty else { return }
        for (place, count) in counters {
            packer.write(count: place)
            packer.write(count: count)
        }
        for figure in [self.smallest, self.largest, self.total] { packer.write(figure) }
    }

    fileprivate init(from unpacker: inout Unpacker) {
        let counters = (0..<unpacker.count()).map { _ in (place: unpacker.count(), count: unpacker.count()) }
        self.init()
        guard !counters.isEmpty else { return }
        let (smallest, largest, total) = (unpacker.number(), unpacker.number(), unpacker.number())
        guard let same = Histogram(counters: counters, smallest: smallest, largest: largest, total: total) else {
            preconditionFailure("something else was packed")
        }
        self = same
    }
}
