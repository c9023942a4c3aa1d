import PushLab

/// Finds devices by what a file calls them, `phone` or `alice.phone`, among a million as fast as among three.
struct DeviceDirectory {
    /// How many are offered to choose from.
    private static let mostOffered = 8

    /// The first devices of each name. Looked up, never walked through.
    private var byName: [String: [Scenario.DeviceName]] = [:]
    /// Names to guess among: what is clear by itself, then with its user.
    let names: [String]
    /// Names to choose from, as short as they are clear.
    let offered: [String]

    init(_ people: [Scenario.Person]) {
        var (short, full): ([String], [String]) = ([], [])
        for person in people {
            for gadget in person.devices {
                // Whose name was refused is not offered, and still is no stranger.
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
