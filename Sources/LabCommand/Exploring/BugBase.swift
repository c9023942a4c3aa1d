import Basics
import LabScenario
import PushLab

/// Where plans that failed are kept, to be run first the next time.
struct BugBase {
    /// Where a plan of an earlier exploration is.
    struct Kept {
        var path: RawText
        /// The scenario that it came from.
        var source: String
    }

    /// The plans in the folder that concern an exploration.
    struct Contents {
        /// The plans that came from one of its files with the same setting.
        var plans: [Kept] = []
        /// Those of which nobody can tell what they came from.
        var strays: [RawText] = []
        /// The number of those that a test in Swift keeps.
        var ofTests = 0
    }

    private static let planName = "min.yaml"
    private static let settingName = "setting"
    private static let settingStart = "scenario: "
    /// The start of a setting that `Lab.explore` writes.
    private static let testStart = "test: "
    private static let mostOfAName = 1_000
    /// The report of a crash is part of a name, and a system takes names of 255 bytes.
    private static let longestName = 160

    let folder: RawText
    /// What a plan was run with. Only plans of the same setting say anything about it.
    private let setting: String

    init(_ folder: RawText, _ options: ExploreOptions) {
        self.folder = folder
        self.setting = options.setting
    }

    private func setting(of source: String) -> [UInt8] {
        Array("\(Self.settingStart)\(source)\n\(self.setting)\n".utf8)
    }

    /// The plans that came from one of these files with the same setting, and others that need a word.
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

    /// What the plan in a folder was run with; nil where that does not stand there as it was written.
    private static func setting(in folder: RawText) -> [UInt8]? {
        let path = folder.appending(Self.settingName)
        guard case .file? = try? Platform.kind(of: path), let bytes = try? Platform.contents(of: path),
            [Self.settingStart, Self.testStart].contains(where: { bytes.starts(with: $0.utf8) })
        else { return nil }
        return bytes
    }

    /// Whoever removes a plan has no use for it any more; one that cannot be looked at is there.
    private static func isThere(_ path: RawText) -> Bool {
        do throws(SystemFailure) { _ = try Platform.kind(of: path) } catch { return !error.isMissing }
        return true
    }

    /// Keeps a plan that fails, and says where; nil for one that is too large to be read again.
    func keep(_ plan: Scenario, of finding: Exploration.Finding, from source: String) throws(RunEnd) -> RawText? {
        let violation = finding.violation
        let words = [
            "# \(violation.property.title)", "# \(violation.witness)",
            "# Found in \(source) with seed \(finding.seed).",
            "# After the last step devices go online, users sign in, and each app is opened.",
        ]
        // A witness may quote names, and none of them may end the comment.
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

    /// A folder that is free, or that holds what was found in the same way: the same mistake with another setting is
    /// another one to run first.
    private func place(for name: String, of source: String) -> RawText {
        for number in 1...Self.mostOfAName {
            let folder = self.folder.appending(RawText(number == 1 ? name : "\(name)-\(number)"))
            // To write into a pipe would wait for somebody who reads it.
            let files = [Self.planName, Self.settingName].map(folder.appending)
            guard !files.contains(where: ScenarioFolder.isNoFile) else { continue }
            let setting = try? Platform.contents(of: folder.appending(Self.settingName))
            if setting == nil || setting == self.setting(of: source) { return folder }
        }
        return self.folder.appending(RawText(name))
    }
}
