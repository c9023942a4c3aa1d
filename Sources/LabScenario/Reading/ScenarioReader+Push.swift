import PushLab

/// The choices of a push service: `{wakes: 3/h, burst: 3}`, `{admission: true, refuse: {503: 10%}}`.
extension ScenarioReader {
    static let pushKeys = ["wakes", "burst", "admission", "refuse"]

    mutating func readPush(_ node: YAMLNode, into scenario: inout Scenario) {
        guard let fields = self.list.fields(node, "'push'", Self.pushKeys) else { return }
        let admission = fields["admission"]
        let isOpen = admission.flatMap { self.list.flag($0, "'admission'") } ?? false
        if let refuse = fields["refuse"], !isOpen {
            self.list.add("'refuse' needs 'admission: true': nothing else refuses a push by chance", at: refuse.place)
        }
        let door = self.frontDoor(fields["refuse"])
        if isOpen { scenario.frontDoor = door }
        // A file that speaks of the front door alone leaves the wakes free.
        if fields["wakes"] == nil, fields["burst"] == nil, admission != nil || fields["refuse"] != nil { return }
        scenario.wakeBudget = self.wakeBudget(fields, node)
    }

    private mutating func wakeBudget(_ fields: Fields, _ node: YAMLNode) -> Scenario.WakeBudget? {
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

    /// The percentages of pushes that are refused with each status.
    private mutating func frontDoor(_ node: YAMLNode?) -> Scenario.FrontDoor {
        var door = Scenario.FrontDoor()
        let troubles = Scenario.FrontDoor.Trouble.allCases
        guard let node, let fields = self.list.fields(node, "'refuse'", troubles.map { String($0.rawValue) }) else {
            return door
        }
        for trouble in troubles {
            let key = String(trouble.rawValue)
            if let share = fields[key].flatMap({ self.list.percent($0, "'\(key)'") }) { door[trouble] = share }
        }
        if door.troubled > 100 {
            self.list.add("all shares of 'refuse' together are at most 100%, not \(door.troubled)%", at: node.place)
        }
        return door
    }
}
