/// The shells with completion scripts.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The completion script, made from the table of verbs.
    var script: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}

extension Verb {
    /// The allowed words after the verb. Nil if files are allowed.
    var choices: [String]? {
        switch self.operands {
        case .nothing: []
        case .files, .paths, .file, .command: nil
        case .oneOf(_, let choices): choices
        case .verb: VerbTable.all.map(\.name)
        case .verbs: self.verbs.map(\.word)
        }
    }
}
