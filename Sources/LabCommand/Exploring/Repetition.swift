import LabWire
import PushLab
import ShoulderTap

/// A shrunk plan, run once more by another process.
enum Repetition {
    private static let limit = Duration.seconds(120)

    /// Whether a plan breaks a promise there in the same way; nil when there is no such process.
    static func isSeen(of violation: Violation, in plan: Scenario, _ lab: LabWords) -> Bool? {
        guard Platform.interruption == nil else { return nil }
        let words = ["run - --json"] + lab.setting
        let errand = SecondProcess.run(words, input: Array(plan.yaml.utf8), limit: Self.limit) {
            Platform.interruption != nil
        }
        return errand.map { Self.has(violation, $0.output) }
    }

    private static func has(_ violation: Violation, _ output: [UInt8]) -> Bool {
        let result = try? JSONDocument(output, limit: max(output.count, 1)).root
        return result?["violations"]?.elements?.contains { found in
            found["property"]?.string == violation.property.id && found["kind"]?.string == violation.kind
        } ?? false
    }
}
