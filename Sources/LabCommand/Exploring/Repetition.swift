import LabWire
import PushLab
import ShoulderTap

/// A check that runs a shrunk plan again in another process.
enum Repetition {
    private static let limit = Duration.seconds(120)

    /// Whether a plan breaks the same promise in the same way when another process runs it. Nil if no other process can
    /// be started, or if the other process gives no verdict.
    static func isSeen(of violation: Violation, in plan: Scenario, _ lab: LabWords) -> Bool? {
        guard Platform.interruption == nil else { return nil }
        let words = ["run - --json"] + lab.setting
        let errand = SecondProcess.run(words, input: Array(plan.yaml.utf8), limit: Self.limit) {
            Platform.interruption != nil
        }
        return errand.flatMap { Self.isSeen(of: violation, in: $0) }
    }

    static func isSeen(of violation: Violation, in outcome: Errand.Outcome) -> Bool? {
        // If the program failed in the other process, for example on a busy machine, this refutes nothing.
        guard outcome.status < ExitStatus.usage.rawValue else { return nil }
        let result = try? JSONDocument(outcome.output, limit: max(outcome.output.count, 1)).root
        return result?["violations"]?.elements?.contains { found in
            found["property"]?.string == violation.property.id && found["kind"]?.string == violation.kind
        } ?? false
    }
}
