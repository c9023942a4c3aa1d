/// A file with the current seed of a test. It remains if the process dies, so that the next run can report the seed.
final class RunningSeed {
    private let folder: String
    private let name: String
    /// The seed at which the previous run ended. Nil if that run was complete.
    let left: UInt64?

    /// Creates the file of a test, beside the folder with the plans of failures.
    init(of test: String, besides bugs: String) {
        let parent = bugs.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        self.folder = (parent.isEmpty && !bugs.hasPrefix("/") ? "" : "\(parent)/") + "running"
        self.name = test
        self.left = Platform.text(of: "\(self.folder)/\(self.name)").flatMap { UInt64($0) }
    }

    /// Writes the next seed. If the folder is not writable, the test does not fail.
    func note(_ seed: UInt64) { try? Platform.write("\(seed)", to: self.name, in: self.folder) }

    /// Removes the file, because it is no longer needed once the exploration has ended.
    deinit { Platform.remove("\(self.folder)/\(self.name)", in: self.folder) }

    /// The text `the run before ended at seed 17` and the command that runs this seed. Nil if the previous run was
    /// complete.
    var warning: String? {
        self.left.map { seed in
            "\(self.name): the previous run ended at seed \(seed): its process crashed or was stopped\n"
                + "reproduce: SHOULDERTAP_SEED=\(seed) swift test --filter \(self.name)\n"
        }
    }
}
