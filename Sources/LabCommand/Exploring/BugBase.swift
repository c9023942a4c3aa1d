import Basics
import LabScenario
import PushLab

/// The folder of plans that failed.
///
/// The next exploration runs these plans first.
struct BugBase {
    /// A plan of an earlier exploration.
    struct Kept {
        var path: RawText
        /// The scenario that the plan came from.
        var source: String
    }

    /// The plans in the folder, sorted by their use for an exploration.
    struct Contents {
        /// The plans to run again: they came from one of the exploration's files, and were found with the same options.
        var plans: [Kept] = []
        /// The plans that cannot be used, because the file with their setting is missing or invalid.
        var strays: [RawText] = []
        /// The number of plans that were saved by a test in Swift. These plans can only be repeated by the test.
        var ofTests = 0
    }

    private static let planName = "min.yaml"
    private static let settingName = "setting"
    private static let settingStart = "scenario: "
    /// The start of the setting of a plan that `Lab.explore` saved in a Swift test.
    private static let testStart = "test: "
    private static let mostOfAName = 1_000
    /// The maximum length of a folder's name. The name may contain the report of a crash. File systems allow 255 bytes.
    private static let longestName = 160

    let folder: RawText
    /// The options that a plan was run with.
    ///
    /// Only plans with the same setting are relevant.
    private let setting: String

    init(_ folder: RawText, _ options: ExploreOptions) {
        self.folder = folder
        self.setting = options.setting
    }

    private func setting(of source: String) -> [UInt8] {
        Array("\(Self.settingStart)\(source)\n\(self.setting)\n".utf8)
    }

    /// Returns the saved plans that came from these files and were found with the same options. Also returns the plans
    /// that cannot be used, so that they can be reported.
    func kept(of sources: [String]) throws(SystemFailure) -> Contents {
        var contents = Contents()
        guard case .directory? = try? Platform.kind(of: self.folder) else { return contents }
        let wanted = sources.map(self.setting(of:))
        for name in try Platform.names(in: self.folder) {
            let folder = self.folder.appending(name)
            let path = folder.appending(RawText(Self.planName))
            guard Self.isThere(path) else { continue }
            let setting = Self.setting(in: folder)
            if let place = wanted.firstIndex(where: { $0 == setting }) {
                contents.plans.append(Kept(path: path, source: sources[place]))
            } else if setting == nil {
                contents.strays.append(path)
            } else if setting?.starts(with: Self.testStart.utf8) == true {
                contents.ofTests += 1
            }
        }
        return contents
    }

    /// Returns the setting of the plan in a folder. Returns nil when the file is missing or is not a setting.
    private static func setting(in folder: RawText) -> [UInt8]? {
        let path = folder.appending(Self.settingName)
        guard case .file? = try? Platform.kind(of: path), let bytes = try? Platform.contents(of: path),
            [Self.settingStart, Self.testStart].contains(where: { bytes.starts(with: $0.utf8) })
        else { return nil }
        return bytes
    }

    /// Whether a file exists at the path of a plan.
    ///
    /// True even if the file cannot be read.
    private static func isThere(_ path: RawText) -> Bool {
        do throws(SystemFailure) { _ = try Platform.kind(of: path) } catch { return !error.isMissing }
        return true
    }

    /// Saves a failing plan and returns its path. Returns nil for a plan that is too large to be read again.
    func keep(_ plan: Scenario, of finding: Exploration.Finding, from source: String) throws(RunEnd) -> RawText? {
        let violation = finding.violation
        let words = [
            "# \(violation.property.title)", "# \(violation.witness)",
            "# Found in \(source) with seed \(finding.seed).",
            "# After the last step devices go online, users sign in, and each app is opened.",
        ]
        // A witness may quote names. They are escaped, so that no name can end the comment.
        let head = words.map { TerminalText.escaped($0) + "\n" }.joined()
        let text = Array((head + plan.yaml).utf8)
        guard ScenarioFile.fault(of: text) == nil else { return nil }
        let stem = source.split(separator: "/").last?.split(separator: ".").first ?? "scenario"
        let name = "\(stem)-\(Hex.text(of: finding.seed))-\(violation.property.id)-\(violation.kind)"
        let folder = self.place(for: String(FileWord.of(name).prefix(Self.longestName)), of: source)
        do throws(SystemFailure) {
            for path in self.folder.ancestors + [self.folder, folder] { try Platform.createDirectory(path) }
        } catch { throw RunEnd.fileFailed(folder, error) }
        let path = folder.appending(RawText(Self.planName))
        try OutputFile.write(text, to: path)
        try OutputFile.write(self.setting(of: source), to: folder.appending(RawText(Self.settingName)))
        return path
    }

    /// Returns a free folder, or the folder of an earlier plan with the same origin and setting.
    ///
    /// The same mistake with another setting gets its own folder.
    private func place(for name: String, of source: String) -> RawText {
        for number in 1...Self.mostOfAName {
            let folder = self.folder.appending(RawText(number == 1 ? name : "\(name)-\(number)"))
            // Opening a pipe for writing would wait for a reader.
            let files = [Self.planName, Self.settingName].map(folder.appending)
            guard !files.contains(where: ScenarioFolder.isNoFile) else { continue }
            let setting = try? Platform.contents(of: folder.appending(Self.settingName))
            if setting == nil || setting == self.setting(of: source) { return folder }
        }
        return self.folder.appending(RawText(name))
    }
}
