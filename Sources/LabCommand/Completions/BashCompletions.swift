/// The completion script for bash 3.2 and later.
enum BashCompletions {
    private static var ownOptions: String { VerbTable.ownOptions.map(\.name).joined(separator: " ") }

    /// The condition in the bash script that is true if the word at `index` is a subcommand, such as `check` in
    /// `capture check`.
    private static var parents: String {
        let names = VerbTable.all.filter { !$0.verbs.isEmpty }.map { "$verb == \($0.name)" }
        return "( \(names.joined(separator: " || ")) ) && ${COMP_WORDS[index]} != -*"
    }

    static var script: String {
        """
        # bash completion for shouldertap
        _shouldertap_files() {
            local name
            while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$1")
            compopt -o filenames 2>/dev/null || true
        }

        _shouldertap() {
            local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
            local verb="" ended="" index
            COMPREPLY=()
            # Bash takes --option=value for three words.
            if [[ $current == "=" ]]; then
                current=""
            elif [[ $before == "=" && COMP_CWORD -ge 2 ]]; then
                before="${COMP_WORDS[COMP_CWORD-2]}"
            fi
            for ((index = 1; index < COMP_CWORD; index++)); do
                if [[ ${COMP_WORDS[index]} == -- ]]; then ended=1
                elif [[ -z $verb && ${COMP_WORDS[index]} != -* ]]; then verb="${COMP_WORDS[index]}"
                elif [[ \(self.parents) ]]; then verb="$verb ${COMP_WORDS[index]}"; fi
            done
            if [[ -z $ended ]]; then
                case "$verb $before" in
        \(VerbTable.complete.flatMap(Self.values).joined(separator: "\n"))
                esac
                if [[ $current == -* ]]; then
                    case "$verb" in
                        "") COMPREPLY=($(compgen -W "\(self.ownOptions)" -- "$current")) ;;
        \(VerbTable.complete.map(Self.options).joined(separator: "\n"))
                    esac
                    return
                fi
            fi
            case "$verb" in
                "") COMPREPLY=($(compgen -W "\(VerbTable.all.map(\.name).joined(separator: " "))" -- "$current")) ;;
        \(VerbTable.complete.map(Self.operands).joined(separator: "\n"))
            esac
        }

        complete -F _shouldertap shouldertap

        """
    }

    private static func values(_ verb: Verb) -> [String] {
        verb.options.compactMap { option in
            option.value.map {
                self.pattern(12, "\"\(verb.name) \(option.name)\"", self.words($0.choices) + "; return")
            }
        }
    }

    private static func options(_ verb: Verb) -> String {
        self.pattern(16, "\"\(verb.name)\"", self.words(verb.allOptions.map(\.name)))
    }

    private static func operands(_ verb: Verb) -> String {
        self.pattern(8, "\"\(verb.name)\"", verb.choices.map(self.words) ?? "_shouldertap_files \"$current\"")
    }

    private static func words(_ words: [String]) -> String {
        "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    }

    private static func pattern(_ indent: Int, _ pattern: String, _ deed: String) -> String {
        "\(String(repeating: " ", count: indent))\(pattern)) \(deed) ;;"
    }
}
