import Basics
import PushLab

/// Reads the users and devices that a step names.
extension StepReader {
    mutating func device(_ node: YAMLNode) -> Scenario.DeviceName? {
        guard let word = self.list.text(node, "'device'") else { return nil }
        let meant = self.directory.devices(called: word)
        if meant.count == 1 { return meant[0] }
        // If the users are invalid, every device would be unknown.
        guard !self.directory.isEmpty else { return nil }
        if meant.isEmpty {
            let remedy = FaultList.remedy(for: word, among: self.directory.names)
            self.list.add("unknown device '\(word)'\(remedy)", at: node.place)
        } else {
            let users = meant.map(\.fullName)
            self.list.add("several users have a device '\(word)'; use \(Spelling.list(users))", at: node.place)
        }
        return nil
    }

    /// Reads the name of a device that must belong to the same user as `device`.
    mutating func sibling(
        _ node: YAMLNode, of device: Scenario.DeviceName?, _ otherwise: String
    ) -> StepValue? {
        guard let found = self.device(node), let device else { return nil }
        guard found.user == device.user else {
            self.list.add(otherwise, at: node.place)
            return nil
        }
        return .device(found)
    }

    mutating func user(called node: YAMLNode) -> String? {
        guard let word = self.list.text(node, "'user'") else { return nil }
        if self.users.contains(word) { return word }
        // If the users are invalid, every user would be unknown.
        if self.users.isEmpty { return nil }
        self.list.add("unknown user '\(word)'\(FaultList.remedy(for: word, among: self.userNames))", at: node.place)
        return nil
    }

    /// Returns the only user of the scenario.
    ///
    /// If the scenario has several users, adds a fault and returns nil.
    mutating func onlyUser(at place: Place) -> String? {
        if self.users.count == 1 { return self.users.first }
        let names = self.userNames.prefix(8)
        // If the users are invalid, there are no names to offer.
        if !names.isEmpty { self.list.add("'user' is missing; use \(Spelling.list(Array(names)))", at: place) }
        return nil
    }

    /// The user names that an error message can suggest. Invalid names are left out.
    private var userNames: [String] { self.scenario.people.prefix(1_000).map(\.name).filter(Scenario.isName) }
}
