import Basics
import LabScenario
import PushLab

/// A message to the process that runs worlds.
enum WorldQuestion {
    /// The scenarios of all seeds. This is the first message.
    case scenarios([Scenario])
    /// Seeds of the scenarios. A seed that fails is run twice. One of every `oneInSoMany` jobs is also run twice.
    case seeds([ExplorationTally.Job], oneInSoMany: Int)
    /// A plan, with its limit of processor time.
    case plan(Scenario, milliseconds: Int)
    /// A plan whose random losses and delays should become steps.
    case spelling(Scenario)

    private enum Tag: UInt8 { case scenarios, seeds, plan, spelling }

    var bytes: [UInt8] {
        var packer = Packer(origin: Instant(microseconds: 0))
        switch self {
        case .scenarios(let scenarios):
            packer.write(Tag.scenarios.rawValue)
            packer.write(count: scenarios.count)
            for scenario in scenarios { packer.write(scenario.yaml) }
        case .seeds(let jobs, let oneInSoMany):
            packer.write(Tag.seeds.rawValue)
            packer.write(count: oneInSoMany)
            packer.write(count: jobs.count)
            for job in jobs {
                packer.write(count: job.number)
                packer.write(count: job.part)
                packer.write(noise: job.seed)
            }
        case .plan(let plan, let milliseconds):
            packer.write(Tag.plan.rawValue)
            packer.write(count: milliseconds)
            packer.write(plan.yaml)
        case .spelling(let plan):
            packer.write(Tag.spelling.rawValue)
            packer.write(plan.yaml)
        }
        return packer.bytes
    }

    /// Parses a question. Returns nil if a scenario or a plan exceeds the limits of a file.
    init?(_ bytes: [UInt8]) {
        var unpacker = Unpacker(bytes, origin: Instant(microseconds: 0))
        switch Tag(rawValue: unpacker.byte()) {
        case .scenarios?:
            let scenarios = (0..<unpacker.count()).map { _ in Self.scenario(unpacker.text()) }
            guard !scenarios.contains(nil) else { return nil }
            self = .scenarios(scenarios.compactMap { $0 })
        case .seeds?:
            let oneInSoMany = unpacker.count()
            let jobs = (0..<unpacker.count()).map { _ in
                ExplorationTally.Job(number: unpacker.count(), part: unpacker.count(), seed: unpacker.noise())
            }
            self = .seeds(jobs, oneInSoMany: oneInSoMany)
        case .plan?:
            let milliseconds = unpacker.count()
            guard let plan = Self.scenario(unpacker.text()) else { return nil }
            self = .plan(plan, milliseconds: milliseconds)
        case .spelling?:
            guard let plan = Self.scenario(unpacker.text()) else { return nil }
            self = .spelling(plan)
        case nil: return nil
        }
    }

    private static func scenario(_ text: String) -> Scenario? {
        if case .scenario(let scenario) = ScenarioReading(Array(text.utf8)) { scenario } else { nil }
    }
}
