import PushLab

/// How the push service behaves where it is free to: `{wakes: 3/h, burst: 3}`.
extension ScenarioReader {
    static let pushKeys = ["wakes", "burst"]

    mutating func wakeBudget(_ node: YAMLNode) -> Scenario.WakeBudget? {
        guard let fields = self.list.fields(node, "'push'", Self.pushKeys) else { return nil }
        let most = Scenario.WakeBudget.most
        let burst = fields["burst"].map { self.list.number($0, "'burst'", in: 1...most) }
        guard let wakes = fields["wakes"] else {
            self.list.add("'push' says how many 'wakes' an hour earns, such as {wakes: 3/h}", at: node.place)
            return nil
        }
        guard let perHour = self.list.perHour(wakes, "'wakes'", atMost: most) else { return nil }
        // Who saves up nothing more has an hour's worth.
        return (burst ?? perHour).map { Scenario.WakeBudget(perHour: perHour, burst: $0) }
    }
}
