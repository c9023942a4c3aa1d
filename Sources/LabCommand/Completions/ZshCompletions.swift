/// The completion script for zsh, for a file named `_shouldertap` or for `eval`.
enum ZshCompletions {
    private static var ownOptions: String {
        VerbTable.ownOptions.map { "        \(self.quoted("(- *)\(self.described($0))")) \\" }.joined(separator: "\n")
    }

    static var script: String {
        """
        #compdef shouldertap
        _shouldertap() {
            local curcontext="$curcontext" state line
            local -a verbs
            typeset -A opt_args
            verbs=(
        \(VerbTable.all.map { "        \(self.quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
            )
            _arguments -C \\
        \(self.ownOptions)
                '1:verb:->verb' '*::word:->rest' && return
            case $state in
                verb) _describe verb verbs ;;
                rest)
                    case $line[1] in
        \(VerbTable.all.map(self.arguments).joined(separator: "\n"))
                    esac ;;
            esac
        }

        if [[ $funcstack[1] == _shouldertap ]]; then _shouldertap "$@"; else compdef _shouldertap shouldertap; fi

        """
    }

    private static func arguments(_ verb: Verb) -> String {
        // For a verb with subcommands, the options of all subcommands are offered.
        let nested = verb.verbs.flatMap(\.options).reduce(into: [Verb.Option]()) { known, option in
            if !known.contains(where: { $0.name == option.name }) { known.append(option) }
        }
        let options = (verb.allOptions + nested).map { self.quoted(self.described($0)) }
        let choices = verb.choices.map { "1:word:(\($0.joined(separator: " ")))" }
        let files = choices == nil || !verb.verbs.isEmpty ? "*:file:_files" : nil
        let operands = [choices, files].compactMap { $0.map(self.quoted) }
        let words = (options + operands).map { "                    \($0)" }
        return "                \(verb.name)) _arguments \\\n\(words.joined(separator: " \\\n")) ;;"
    }

    private static func described(_ option: Verb.Option) -> String {
        let summary = option.summary.split(separator: ":")[0]
        let escaped = summary.reduce(into: "") { $0 += "[]".contains($1) ? "\\\($1)" : "\($1)" }
        let value = option.value.map { ":\($0.placeholder):(\($0.choices.joined(separator: " ")))" } ?? ""
        return "\(option.name)\(option.value == nil ? "" : "=")[\(escaped)]\(value)"
    }

    private static func quoted(_ text: String) -> String { ShellWord.quoted(text) }
}
