import Basics
import PushLab

/// Which device a step means.
extension StepReader {
    /// `suspend: phone`, or `suspend: {device: phone}` with more keys beside it, which are read whatever the device.
    mutating func deviceFields(
        _ node: YAMLNode, _ key: String, _ more: [String]
    ) -> (fields: Fields?, device: Scenario.DeviceName?)? {
        if case .scalar = node.content, !node.isNull { return self.device(node).map { (nil, $0) } }
        guard let fields = self.list.fields(node, "'\(key)'", ["device"] + more) else { return nil }
        guard let node = fields["device"] else {
            let offered = self.directory.offered
            let names = offered.isEmpty ? "the name of one" : Spelling.list(offered)
            self.list.add("'device' is missing: \(names)", at: fields.place)
            return (fields, nil)
        }
        return (fields, self.device(node))
    }

    mutating func device(_ node: YAMLNode) -> Scenario.DeviceName? {
        guard let word = self.list.text(node, "'device'") else { return nil }
        let meant = self.directory.devices(called: word)
        if meant.count == 1 { return meant[0] }
        // Where the users are wrong, all would be unknown.
        guard !self.directory.isEmpty else { return nil }
        if meant.isEmpty {
            let remedy = FaultList.remedy(for: word, among: self.directory.names)
            self.list.add("unknown device '\(word)'\(remedy)", at: node.place)
        } else {
            let users = meant.map { "\($0.user).\($0.device)" }
            self.list.add("several users have a '\(word)': say \(Spelling.list(users))", at: node.place)
        }
        return nil
    }
}
