/// The completion script for fish 3.
enum FishCompletions {
    static var script: String {
        let lines =
            ["# fish completion for shouldertap", "complete -c shouldertap -f"]
            + VerbTable.ownOptions.map { self.line("__fish_use_subcommand", self.option($0)) }
            + VerbTable.all.map {
                self.line("__fish_use_subcommand", "-a \($0.name) -d \(self.quoted($0.summary))")
            }
            + VerbTable.complete.flatMap(self.lines)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ verb: Verb) -> [String] {
        let words = verb.name.split(separator: " ")
        let seen = words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
        let operands = verb.choices.map { "-a \(self.quoted($0.joined(separator: " ")))" } ?? "-F"
        return verb.allOptions.map { self.line(seen, self.option($0)) } + [self.line(seen, operands)]
    }

    private static func option(_ option: Verb.Option) -> String {
        let summary = option.summary.split(separator: ":")[0]
        let value = option.value.map { " -x -a \(self.quoted($0.choices.joined(separator: " ")))" } ?? ""
        return "-l \(option.name.dropFirst(2))\(value) -d \(self.quoted(String(summary)))"
    }

    private static func line(_ condition: String, _ rest: String) -> String {
        "complete -c shouldertap -n '\(condition)' \(rest)"
    }

    private static func quoted(_ text: String) -> String {
        text.reduce(into: "'") { $0 += "'\\".contains($1) ? "\\\($1)" : "\($1)" } + "'"
    }
}
