import PushLab

/// The settings of a push service: `{wakes: 3/h, burst: 3}`, `{admission: true, refuse: {503: 10%}}`.
extension ScenarioReader {
    static let pushKeys = ["wakes", "burst", "admission", "refuse"]

    mutating func readPush(_ node: YAMLNode, into scenario: inout Scenario) {
        // An iOS device may be missing because of a fault that is reported already.
        let isSound = self.list.faults.isEmpty
        guard let fields = self.list.fields(node, "'push'", Self.pushKeys) else { return }
        if let door = self.frontDoor(fields) {
            scenario.frontDoor = door
            if isSound { self.requireDevice(for: fields, scenario) }
        }
        scenario.wakeBudget = self.wakeBudget(fields, node)
    }

    private mutating func wakeBudget(_ fields: Fields, _ node: YAMLNode) -> Scenario.WakeBudget? {
        let most = Scenario.WakeBudget.most
        let burst = fields["burst"].map { self.list.number($0, "'burst'", in: 1...most) }
        guard let wakes = fields["wakes"] else {
            if let node = fields["burst"], let burst {
                let example = burst.map { "{wakes: 3/h, burst: \($0)}" } ?? "{wakes: 3/h}"
                self.list.add(
                    "'burst' needs 'wakes'; add the number of wakes per hour, such as \(example)", at: node.place)
            } else if fields["admission"] == nil, fields["refuse"] == nil {
                self.list.add(
                    "'push' needs 'wakes' or 'admission'; write {wakes: 3/h} or {admission: true}", at: node.place)
            }
            return nil
        }
        guard let perHour = self.list.perHour(wakes, "'wakes'", atMost: most) else { return nil }
        // Without a burst, an hour's worth of wakes can accumulate.
        return (burst ?? perHour).map { Scenario.WakeBudget(perHour: perHour, burst: $0) }
    }

    // MARK: The front door

    /// Reads the settings of the front door if it is enabled.
    ///
    /// A file may disable the front door that an included file enables. This also drops its refusal percentages.
    private mutating func frontDoor(_ fields: Fields) -> Scenario.FrontDoor? {
        let shares = self.shares(fields["refuse"])
        guard let admission = fields["admission"] else {
            if let refuse = fields["refuse"] {
                self.list.add(
                    "'refuse' has no effect without 'admission'; add 'admission: true' next to it",
                    at: refuse.place)
            }
            return nil
        }
        return self.list.flag(admission, "'admission'") == true ? shares : nil
    }

    /// Requires an iOS device, because only iOS devices get their pushes through the front door.
    private mutating func requireDevice(for fields: Fields, _ scenario: Scenario) {
        guard !scenario.hasAppleDevices else { return }
        for key in ["refuse", "admission"] {
            guard let node = fields[key] else { continue }
            return self.list.add(
                "'\(key)' needs an iOS device; add one to 'users', such as {phone: ios}", at: node.place)
        }
    }

    /// For each status, reads the percentage of pushes that are refused with this status.
    private mutating func shares(_ node: YAMLNode?) -> Scenario.FrontDoor {
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
            self.list.add("the shares of 'refuse' add up to \(door.troubled)%; the limit is 100%", at: node.place)
        }
        return door
    }
}
