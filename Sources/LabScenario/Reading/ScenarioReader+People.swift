import PushLab
import Basics

/// The users of a scenario: `{alice: {phone: ios, tablet: android}}`, or `{count: 2, devices: {ios: 3}}`.
extension ScenarioReader {
    static let mostUsers = 1_000_000
    static let mostDevices = 64
    private static let mostOfAll = 1_000_000

    mutating func people(_ fields: Fields) -> [Scenario.Person] {
        guard let node = fields["users"] else {
            self.list.add("'users' is missing; add a line such as 'users: {alice: {phone: ios}}'", at: fields.place)
            return []
        }
        guard case .map(let entries) = node.content else {
            self.list.add("'users' must be a map from user names to devices; it is \(node.kind)", at: node.place)
            return []
        }
        if entries.contains(where: { $0.key == "count" }) { return self.crowd(node) }
        if entries.isEmpty { self.list.add("'users' is empty; add at least one user", at: node.place) }
        return entries.compactMap { entry in
            self.check(entry.key, "user", at: entry.place)
            return self.person(entry)
        }
    }

    private mutating func person(_ entry: YAMLNode.Entry) -> Scenario.Person? {
        let name = entry.key
        guard case .map(let entries) = entry.value.content, !entries.isEmpty else {
            let platforms = Spelling.list(LabPlatform.allCases.map(\.rawValue))
            self.list.add("user '\(name)' must be a map from device names to \(platforms)", at: entry.value.place)
            return nil
        }
        var person = Scenario.Person(name, [])
        for entry in entries {
            if entry.key == "account" {
                person.account = self.list.choice(entry.value, "account", LabAccount.self) ?? .personal
                continue
            }
            self.check(entry.key, "device", at: entry.place)
            if let platform = self.list.choice(entry.value, "platform", LabPlatform.self) {
                person.devices.append(Scenario.Gadget(entry.key, platform))
            }
        }
        self.checkCount(entries.count { $0.key != "account" }, at: entry.place)
        return person
    }

    private mutating func crowd(_ node: YAMLNode) -> [Scenario.Person] {
        guard let fields = self.list.fields(node, "'users'", ["count", "devices", "account"]),
            let count = fields["count"].flatMap({ self.list.number($0, "'count'", in: 1...Self.mostUsers) })
        else { return [] }
        let account = fields["account"].flatMap { self.list.choice($0, "account", LabAccount.self) } ?? .personal
        let platforms = LabPlatform.allCases.map(\.rawValue)
        guard let node = fields["devices"] else {
            self.list.add("'devices' is missing; add a line such as 'devices: {ios: 2, android: 1}'", at: fields.place)
            return []
        }
        guard let numbers = self.list.fields(node, "'devices'", platforms) else { return [] }
        let faultsBefore = self.list.faults.count
        var gadgets: [Scenario.Gadget] = []
        for entry in numbers.entries {
            guard let platform = LabPlatform(rawValue: entry.key),
                let number = self.list.number(entry.value, "the number of devices", in: 0...Self.mostDevices)
            else { continue }
            gadgets += (0..<number).map { Scenario.Gadget("d\(gadgets.count + $0)", platform) }
        }
        // If a platform was misspelt, no message asks for more devices.
        let isWhole = self.list.faults.count == faultsBefore && !numbers.entries.isEmpty
        if isWhole { self.checkCount(gadgets.count, at: node.place) }
        guard count * gadgets.count <= Self.mostOfAll else {
            self.list.add(
                "the scenario has \(count * gadgets.count) devices; the limit is \(Self.mostOfAll)", at: fields.place)
            return []
        }
        return (0..<count).map { Scenario.Person("u\($0)", gadgets, account: account) }
    }

    private mutating func checkCount(_ count: Int, at place: Place) {
        guard count == 0 || count > Self.mostDevices else { return }
        self.list.add("a user must have 1 to \(Self.mostDevices) devices", at: place)
    }

    /// Checks the name of a user or a device. Such a name becomes a part of `user.device`.
    private mutating func check(_ name: String, _ what: String, at place: Place) {
        guard !Scenario.isName(name) else { return }
        self.list.add(
            "the name of a \(what) must start with a letter; use at most 40 letters, digits, '-' and '_'", at: place)
    }
}
