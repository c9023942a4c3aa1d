/// The shells that can be taught our words.
enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The completion script, made from the verb table.
    var script: String {
        switch self {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }
}

extension Verb {
    /// The words allowed behind it; nil where files are.
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
