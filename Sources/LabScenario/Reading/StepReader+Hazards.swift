import Basics
import PushLab

/// What befalls the service, the server and the ways between.
extension StepReader {
    mutating func kill(
        _ node: YAMLNode, _ key: String, _ deed: (Interval) -> Scenario.Deed
    ) -> Scenario.Deed? {
        guard let fields = self.list.fields(node, "'\(key)'", ["for"]) else { return nil }
        return self.length(fields).map(deed)
    }

    mutating func partition(_ node: YAMLNode) -> Scenario.Deed? {
        guard let fields = self.list.fields(node, "'partition'", ["devices", "push", "for"]) else { return nil }
        let (devices, pushes) = (self.some(fields, "devices"), self.some(fields, "push"))
        var cut = Scenario.Cut(
            devices: devices.compactMap { self.device($0) },
            pushes: pushes.compactMap { self.list.choice($0, "platform", LabPlatform.self) })
        if fields["devices"] == nil, fields["push"] == nil { cut.devices = self.scenario.devices }
        return self.length(fields).map { .partition(cut, for: $0) }
    }

    mutating func oddPage(_ odd: OddPage, _ node: YAMLNode, _ key: String) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, key, ["count"]) else { return nil }
        let count = self.count(fields)
        return device.map { .device(.oddPage(odd, count: count), $0) }
    }

    /// A clock of which nothing is said is right.
    mutating func clock(_ node: YAMLNode) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, "set_clock", ["ahead", "behind"]) else { return nil }
        if fields?["ahead"] != nil, let behind = fields?["behind"] {
            self.list.add("a clock is ahead or behind, not both", at: behind.place)
            return nil
        }
        let ahead = fields?["ahead"].flatMap { self.list.duration($0, "'ahead'") }
        let behind = fields?["behind"].flatMap { self.list.duration($0, "'behind'") }
        if let length = fields?["ahead"] ?? fields?["behind"], let error = ahead ?? behind,
            error > Scenario.Hazard.usualClock
        {
            self.list.add("a clock is wrong by \(Scenario.Hazard.usualClock) at most", at: length.place)
            return nil
        }
        return device.map { .device(.setClock(ahead ?? behind.map { .zero - $0 } ?? .zero), $0) }
    }

    mutating func restoration(_ node: YAMLNode) -> Scenario.Deed? {
        guard let (fields, device) = self.deviceFields(node, "restore", ["from"]) else { return nil }
        guard let from = fields?["from"] else { return device.map { .device(.restore(from: nil), $0) } }
        guard let source = self.device(from), let device else { return nil }
        guard source.user == device.user else {
            self.list.add("a device is restored from one of the same user", at: from.place)
            return nil
        }
        return .device(.restore(from: source.device), device)
    }

    /// A list that says somebody, where there is one.
    private mutating func some(_ fields: Fields, _ key: String) -> [YAMLNode] {
        guard let node = fields[key], let items = self.list.list(node, "'\(key)'") else { return [] }
        if items.isEmpty { self.list.add("'\(key)' is empty; name at least one, or leave it out", at: node.place) }
        return items
    }

    private mutating func length(_ fields: Fields) -> Interval? {
        guard let node = fields["for"] else {
            self.list.add("'for' is missing: how long, such as 30s", at: fields.place)
            return nil
        }
        return self.list.duration(node, "'for'")
    }
}
