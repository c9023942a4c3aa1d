import Basics
import PushLab

/// What befalls the world while chance chooses deeds: `{swarm: true, kill: {every: 20m, for: 1s..2m}}`.
extension ScenarioReader {
    static let faultKeys = ["swarm"] + Scenario.Hazard.Kind.allCases.map(\.rawValue)

    mutating func faults(_ node: YAMLNode) -> Scenario.FaultPlan? {
        guard let fields = self.list.fields(node, "'faults'", Self.faultKeys) else { return nil }
        var plan = Scenario.FaultPlan()
        plan.isSwarm = fields["swarm"].flatMap { self.list.flag($0, "'swarm'") } ?? false
        for kind in Scenario.Hazard.Kind.allCases {
            guard let node = fields[kind.rawValue], let hazard = self.hazard(kind, node) else { continue }
            plan.hazards.append(hazard)
        }
        return plan
    }

    private mutating func hazard(_ kind: Scenario.Hazard.Kind, _ node: YAMLNode) -> Scenario.Hazard? {
        guard let fields = self.list.fields(node, "'\(kind.rawValue)'", ["every", "for"]) else { return nil }
        guard let every = fields["every"], let length = fields["for"] else {
            self.list.add("a fault says 'every' and 'for', such as {every: 20m, for: 1s..2m}", at: node.place)
            return nil
        }
        guard let pause = self.list.duration(every, "'every'"), let span = self.list.durations(length, "'for'") else {
            return nil
        }
        guard pause > .zero, span.lowerBound > .zero else {
            self.list.add("a fault has a pause and lasts; zero is neither", at: node.place)
            return nil
        }
        return Scenario.Hazard(kind, every: pause, lasting: span)
    }
}
