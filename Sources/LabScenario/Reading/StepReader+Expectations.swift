import PushLab

/// Expectations at the end of a scenario or at a step.
///
/// If a scenario has no expectations, the devices are expected to agree.
extension StepReader {
    private static let sightKeys = ["state", "read", "banner"]

    mutating func expectations(_ node: YAMLNode?) -> [Scenario.Expectation] {
        guard let node else { return [.agreement] }
        guard let items = self.list.list(node, "'expect'") else { return [] }
        return items.compactMap { self.expectation($0) }
    }

    mutating func expectation(_ node: YAMLNode) -> Scenario.Expectation? {
        let kinds = ["everywhere", "device", "agree", "hold"]
        let fields = self.list.fields(node, "an expectation", kinds + ["n"] + Self.sightKeys)
        guard let fields else { return nil }
        let found = fields.entries.filter { kinds.contains($0.key) }
        guard found.count == 1, let entry = found.first else {
            self.list.add(
                "an expectation must have exactly one of these keys: everywhere, device, agree or hold", at: node.place)
            return nil
        }
        switch entry.key {
        case "agree":
            _ = self.list.word(entry.value, "value", among: ["all"])
            self.refuse(["n"] + Self.sightKeys, beside: "agree", fields)
            return .agreement
        case "hold":
            self.refuse(["n"] + Self.sightKeys, beside: "hold", fields)
            return self.promises(entry.value).map { .hold($0) }
        case "everywhere":
            self.refuse(["n"], beside: "everywhere", fields)
            let (id, sight) = (self.notification(entry.value, at: entry.place), self.sight(fields))
            guard let id, let sight else { return nil }
            return .everywhere(id, sight)
        default:
            let device = self.device(entry.value)
            let (id, sight) = (self.notification(fields["n"], at: node.place), self.sight(fields))
            guard let device, let id, let sight else { return nil }
            return .on(device, id, sight)
        }
    }

    /// Reads a range of promises: `all`, `P15`, or `P7..P16`.
    private mutating func promises(_ node: YAMLNode) -> ClosedRange<Property>? {
        guard let text = self.list.text(node, "'hold'") else { return nil }
        if let promises = Scenario.Expectation.promises(text) { return promises }
        self.list.add("'hold' must be all, a promise such as P15, or a range such as P7..P16", at: node.place)
        return nil
    }

    private mutating func refuse(_ keys: [String], beside kind: String, _ fields: Fields) {
        for entry in fields.entries where keys.contains(entry.key) {
            self.list.add("'\(entry.key)' cannot be used with '\(kind)'; remove one", at: entry.place)
        }
    }

    private mutating func sight(_ fields: Fields) -> Scenario.Sight? {
        let sight = Scenario.Sight(
            state: fields["state"].flatMap { self.list.choice($0, "state", Scenario.State.self) },
            isRead: fields["read"].flatMap { self.list.flag($0, "'read'") },
            banner: fields["banner"].flatMap { self.list.choice($0, "banner", Scenario.Banner.self) })
        guard fields.entries.contains(where: { Self.sightKeys.contains($0.key) }) else {
            self.list.add("the expectation checks nothing; add state, read or banner", at: fields.place)
            return nil
        }
        return sight
    }
}
