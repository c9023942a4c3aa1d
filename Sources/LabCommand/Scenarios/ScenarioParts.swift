import LabScenario

/// The files that a scenario may include: those in its folder and below it.
final class ScenarioParts {
    /// The folder of the scenario, taken from the path that the user gave.
    private let folder: RawText
    /// The paths of the files that were read, relative to the working directory.
    private(set) var read: [RawText] = []

    init(of scenario: RawText) { self.folder = scenario.split().directory }

    /// Returns the path of an included file, relative to the working directory.
    func name(of part: PartPath) -> RawText {
        self.folder == "." ? RawText(part.text) : self.folder.appending(part.text)
    }

    func content(of part: PartPath) -> PartContent {
        do throws(ConfinedFolder.Refusal) {
            let text = try ConfinedFolder(path: self.folder).contents(of: part.names.map { RawText($0) })
            self.read.append(self.name(of: part))
            return .text(text)
        } catch {
            switch error {
            case .missing: return .missing(others: self.siblings(of: part))
            case .folder: return .folder
            case .link: return .link
            case .noFile: return .noFile
            case .failed(let failure): return failure.isTooBig ? .tooLarge : .unreadable(failure.message)
            }
        }
    }

    /// Returns the names of the files next to an included file, which are used for spelling suggestions.
    private func siblings(of part: PartPath) -> [String] {
        ((try? Platform.names(in: self.name(of: part).split().directory)) ?? []).map(\.text)
    }
}
