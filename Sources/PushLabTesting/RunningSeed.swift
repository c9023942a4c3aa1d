/// A note of the seed that a test runs, in a file: it stays there if the process dies, for the next run to report.
final class RunningSeed {
    private let folder: String
    private let name: String
    /// The seed at which the run before ended; nil if it came to its end.
    let left: UInt64?

    /// The note of a test, beside the folder in which the plans of failures are kept.
    init(of test: String, besides bugs: String) {
        let parent = bugs.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        self.folder = (parent.isEmpty && !bugs.hasPrefix("/") ? "" : "\(parent)/") + "running"
        self.name = test
        self.left = Platform.text(of: "\(self.folder)/\(self.name)").flatMap { UInt64($0) }
    }

    /// Writes the next seed. A folder that cannot be written is no reason to fail a test.
    func note(_ seed: UInt64) { try? Platform.write("\(seed)", to: self.name, in: self.folder) }

    /// The note has no use any more.
    deinit { Platform.remove("\(self.folder)/\(self.name)", in: self.folder) }

    /// `the run before ended at seed 17`, and the line that runs it; nil if it came to its end.
    var warning: String? {
        self.left.map { seed in
            "\(self.name): the run before ended at seed \(seed): its process crashed or was stopped there\n"
                + "reproduce: SHOULDERTAP_SEED=\(seed) swift test --filter \(self.name)\n"
        }
    }
}
