import PushLab

/// Finds devices by the names that a file uses, such as `phone` or `alice.phone`.
///
/// A lookup among a million devices is as fast as among three.
struct DeviceDirectory {
    /// The maximum number of names offered as choices.
    private static let mostOffered = 8

    /// For each name, the first few devices that have it.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var byName: [String: [Scenario.DeviceName]] = [:]
    /// The names for spelling suggestions: first the short names that are unambiguous, then the names that include the
    /// user.
    let names: [String]
    /// The names offered as choices, as short as possible.
    let offered: [String]

    init(_ people: [Scenario.Person]) {
        var (short, full): ([String], [String]) = ([], [])
        for person in people {
            for gadget in person.devices {
                // A device with an invalid name can still be found, but it is not offered as a choice.
                let isProper = Scenario.isName(person.name) && Scenario.isName(gadget.name)
                let device = Scenario.DeviceName(user: person.name, device: gadget.name)
                self.byName["\(person.name).\(gadget.name)"] = [device]
                let namesakes = self.byName[gadget.name, default: []]
                if namesakes.count < Self.mostOffered { self.byName[gadget.name] = namesakes + [device] }
                if isProper, full.count < 1_000 { full.append("\(person.name).\(gadget.name)") }
                if isProper, namesakes.isEmpty { short.append(gadget.name) }
            }
        }
        let byName = self.byName
        short = short.filter { byName[$0]?.count == 1 }
        self.names = short + full
        self.offered = Array((short.isEmpty ? full : short).prefix(Self.mostOffered))
    }

    var isEmpty: Bool { self.byName.isEmpty }

    func devices(called word: String) -> [Scenario.DeviceName] { self.byName[word] ?? [] }
}
