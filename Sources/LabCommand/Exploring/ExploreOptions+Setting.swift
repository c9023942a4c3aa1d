import Basics
import PushLab

extension ExploreOptions {
    /// The options of an exploration besides scenarios and seeds, one per line.
    var setting: String {
        let traps = self.traps.map(\.rawValue).sorted().joined(separator: " ")
        return [
            "app: \(self.lab.app.name)", "backend: \(self.lab.backend ?? "none")", "secure: \(self.lab.isSecure)",
            "traps: \(traps)",
        ].joined(separator: "\n")
    }

    /// Returns a hash that is equal for all shares of one exploration. It covers the version of the tool, the options,
    /// the seeds and the scenarios.
    ///
    /// Paths are not included, because machines may keep their files in different folders.
    func fingerprint(of scenarios: [Scenario], first: UInt64) -> UInt64 {
        let head = "\(ShoulderTapCommand.version)\n\(self.setting)\nseeds: \(self.seeds) from \(first)\n"
        return KeyedHash.open.code(of: Array((head + scenarios.map(\.yaml).joined(separator: "\u{0}")).utf8))
    }
}
