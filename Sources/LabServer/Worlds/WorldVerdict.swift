import Basics
import PushLab
import ShoulderTap

/// The verdict of the judges on all apps of a world.
struct WorldVerdict {
    private let world: String
    private var violations: [(violation: Violation, bundle: String)] = []
    private var counts: [Property: PropertyCount] = [:]
    private var isComplete = true
    private let failure: String?

    init(_ world: ServedWorld) {
        (self.world, self.failure) = (world.name, world.failure)
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

    /// `inconclusive` when nothing was judged.
    private var word: String {
        if !self.violations.isEmpty || self.failure != nil { return "fail" }
        return self.counts.values.contains { $0.judged > 0 } ? "pass" : "inconclusive"
    }

    func write(into writer: inout JSONWriter) {
        writer.member("world", self.world)
        writer.member("verdict", self.word)
        writer.member("complete", flag: self.isComplete)
        writer.member("violations", objects: self.violations) { found, writer in
            writer.member("property", found.violation.property.id)
            writer.member("witness", found.violation.witness)
            writer.member("time", found.violation.time.clockText)
            writer.member("bundle", found.bundle)
        }
        writer.member("promises", objects: Property.allCases.filter { self.counts[$0]?.judged ?? 0 > 0 }) {
            property, writer in
            let count = self.counts[property] ?? PropertyCount()
            writer.member("property", property.id)
            writer.member("judged", number: count.judged)
            writer.member("atRisk", number: count.atRisk)
            writer.member("violations", number: count.violations)
        }
    }
}
