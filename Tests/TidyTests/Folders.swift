/// Which folder of `PushLab` may know which. This table is the one place to edit when a folder joins.
///
/// Judges and relations know what happened, and nothing of the world in which it did. The world knows nothing of the
/// lab around it, of scenarios, or of judges.
struct Folder: Sendable {
    let name: String
    let knows: Set<String>

    init(_ name: String, knows: Set<String> = []) {
        self.name = name
        self.knows = knows
    }

    static let module = "PushLab"

    private static let words: Set<String> = ["Agenda", "App", "Network", "Strangers"]
    private static let facts: Set<String> = words.union(["History"])
    private static let verdicts: Set<String> = facts.union(["Judging", "Measuring"])
    /// The folders that drive a world. They know each other.
    private static let drivers: Set<String> = verdicts.union(["Exploring", "Lab", "Relations", "Scenario", "Storms"])

    static let all: [Folder] = [
        Folder("Agenda"),
        Folder("Network"),
        Folder("Strangers"),
        Folder("App", knows: ["Agenda", "Network"]),
        Folder("Backend", knows: words),
        Folder("History", knows: words),
        Folder("Measuring", knows: facts),
        Folder("Judging", knows: facts.union(["Measuring"])),
        Folder("World", knows: facts.union(["Backend"])),
        Folder("Relations", knows: drivers),
        Folder("Lab", knows: drivers.union(["Backend", "World"])),
        Folder("Scenario", knows: drivers.union(["World"])),
        Folder("Storms", knows: drivers.union(["World"])),
        Folder("Exploring", knows: drivers.union(["World"])),
    ]

    static let byName: [String: Folder] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
