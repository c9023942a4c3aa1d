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
    /// The words that are allowed after the verb. Nil if any words are allowed, such as the names of files.
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
