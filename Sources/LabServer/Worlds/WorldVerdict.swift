import BackendPromises
import Basics
import PushLab
import ShoulderTap

/// The verdict of the judges on all apps of a world, and on the backends that send pushes to its devices.
struct WorldVerdict {
    private let world: String
    private var violations: [(violation: Violation, bundle: String)] = []
    private var counts: [Property: PropertyCount] = [:]
    private var isComplete: Bool
    private let failure: String?
    private let backends: BackendVerdict
    private let began: Instant
    private let bundle: String

    init(_ world: ServedWorld) {
        (self.world, self.failure, self.began) = (world.name, world.failure, world.began)
        self.backends = world.backends.verdict(isOver: false)
        self.bundle = world.apps.first?.bundle ?? ""
        self.isComplete = world.judgesSenders
        for app in world.apps {
            let court = app.verdict()
            self.violations += court.violations.map { ($0, app.bundle) }
            for (property, count) in court.counts { self.counts[property, default: PropertyCount()] += count }
            for found in app.lab.violations {
                let violation = Violation(.p36, "lab", found.sentence, at: Interval(found.time))
                self.violations.append((violation, app.bundle))
            }
            if !app.isJudged { self.isComplete = false }
        }
    }

    /// The verdict as a word: `pass`, `fail`, or `inconclusive` if nothing was judged.
    private var word: String {
        if !self.violations.isEmpty || !self.backends.findings.isEmpty || self.failure != nil { return "fail" }
        let isJudged = self.counts.values.contains { $0.judged > 0 } || self.backends.pushes > 0
        return isJudged ? "pass" : "inconclusive"
    }

    func write(into writer: inout JSONWriter) {
        writer.member("world", self.world)
        writer.member("verdict", self.word)
        writer.member("complete", flag: self.isComplete)
        writer.member("violations", objects: self.rows) { row, writer in
            writer.member("property", row.property)
            writer.member("witness", row.witness)
            writer.member("time", row.time.clockText)
            writer.member("bundle", row.bundle)
        }
        writer.member("promises", objects: self.promises) { row, writer in
            writer.member("property", row.property)
            writer.member("judged", number: row.count.judged)
            writer.member("atRisk", number: row.count.atRisk)
            writer.member("violations", number: row.count.violations)
        }
    }

    private var rows: [(property: String, witness: String, time: Interval, bundle: String)] {
        self.violations.map { ($0.violation.property.id, $0.violation.witness, $0.violation.time, $0.bundle) }
            + self.backends.findings.map { ($0.promise.id, $0.witness, $0.time - self.began, self.bundle) }
    }

    private var promises: [(property: String, count: PropertyCount)] {
        let own = Property.allCases.compactMap { property in
            self.counts[property].flatMap { $0.judged > 0 ? (property.id, $0) : nil }
        }
        return own
            + BackendPromise.allCases.compactMap { promise in
                guard let judged = self.backends.judged[promise] else { return nil }
                var count = PropertyCount()
                (count.judged, count.atRisk) = (judged, judged)
                count.violations = self.backends.finding(promise)?.count ?? 0
                return (promise.id, count)
            }
    }
}
