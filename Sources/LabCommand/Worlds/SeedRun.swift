import PushLab

/// The outcome of one seed.
struct SeedRun {
    var trial: Trial
    /// The number of steps of the seed's plan.
    var steps: Int
    /// Whether a second run of the same plan gave a different history.
    var hasWavered = false
}

extension SeedRun {
    /// Runs a seed of a scenario. If the seed fails, it is run twice. A job is also run twice if its number is a
    /// multiple of `oneInSoMany`.
    init(
        _ job: ExplorationTally.Job, of scenario: Scenario, oneInSoMany: Int,
        in open: (Scenario) throws(LabFailure) -> Lab
    ) throws(LabFailure) {
        let plan = scenario.expanded(seed: job.seed)
        let trial = try Trial(plan) { () throws(LabFailure) in try open(plan) }
        let isDoubted = !trial.violations.isEmpty || job.number % oneInSoMany == 0
        let again = isDoubted ? try Trial(plan) { () throws(LabFailure) in try open(plan) } : trial
        self.init(trial: trial, steps: plan.steps.count, hasWavered: again.code != trial.code)
    }
}
