import Basics
import PushLab

/// Which device a step means.
extension StepReader {
    /// `suspend: phone`, or `suspend: {device: phone}` with more keys beside it.
    mutating func deviceFields(
        _ node: YAMLNode, _ key: String, _ more: [String]
    ) -> (fields: Fields?, device: Scenario.DeviceName)? {
        if case .scalar = node.content, !node.isNull { return self.device(node).map { (nil, $0) } }
        guard let fields = self.list.fields(node, "'\(key)'", ["device"] + more) else { return nil }
        guard let node = fields["device"] else {
            self.list.add("'device' is missing: \(FaultList.list(Array(self.titles.prefix(8))))", at: fields.place)
            return nil
        }
        return self.device(node).map { (fields, $0) }
    }

    mutating func device(_ node: YAMLNode) -> Scenario.DeviceName? {
        guard let word = self.list.text(node, "'device'") else { return nil }
        let meant = self.scenario.devices.filter { device in
            device.device.isExactly(word) || "\(device.user).\(device.device)".isExactly(word)
        }
        if meant.count == 1 { return meant[0] }
        // Where the users are wrong, all would be unknown.
        guard !self.scenario.devices.isEmpty else { return nil }
        if meant.isEmpty {
            let remedy = FaultList.remedy(for: word, among: self.names)
            self.list.add("unknown device '\(word)'\(remedy)", at: node.place)
        } else {
            let users = meant.prefix(8).map { "\($0.user).\($0.device)" }
            self.list.add("several users have a '\(word)': say \(FaultList.list(Array(users)))", at: node.place)
        }
        return nil
    }

    private var titles: [String] { self.scenario.devices.prefix(8).map(self.scenario.title) }

    /// Every way to name a device, as far as there are few.
    private var names: [String] {
        let devices = self.scenario.devices.prefix(1_000)
        return devices.map(\.device).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            + devices.map { "\($0.user).\($0.device)" }
    }
}
