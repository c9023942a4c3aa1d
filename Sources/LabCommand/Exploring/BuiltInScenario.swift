import LabScenario
import PushLab

/// The scenario that `explore --app` uses when no scenario is named.
enum BuiltInScenario {
    /// The name of the scenario in reports. It is not the name of a file.
    static let name = "built-in any-app.yaml"

    /// The scenario. Its text is in `Fixtures/Scenarios/any-app.yaml`.
    static var scenario: Scenario {
        guard case .scenario(let scenario) = ScenarioReading(Array(Self.text.utf8), named: Self.name) else {
            preconditionFailure("the built-in scenario has a fault")
        }
        return scenario
    }

    static let text = """
        # "It works on my desk, and out there the list is wrong."
        version: 1
        about: Common problems of any app that shows a list and lets its user clear it.
        users:
          alice: {phone: ios, tablet: android, laptop: windows}
        service: {page: 1..9}
        faults:
          swarm: true
          kill: {every: 20m, for: 1s..2m}
          partition: {every: 15m, for: 5s..10m}
          skew: {every: 20m, for: 1s..1h}
          restore: {every: 30m, for: 5s..30m}
          crash: {every: 10m}
        network:
          fetch: {latency: exp(500ms)}
          signal: {delay: exp(2s), loss: 20%, dup: 20%}
        steps:
          - at: 5s
            random:
              operations: 10..40
              over: 1h
              with: [publish, dismiss, delete, switch_off, slow, lock, unlock, delay_sweep]
              without: [burst, refuse_tokens]
              overlaps: true
        expect:
          - {hold: P7}
          - {hold: P13..P14}
          - {hold: P36}
          - {agree: all}

        """
}
