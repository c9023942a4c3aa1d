import Basics

/// The help pages, made from the table of verbs. Each fits a screen of 24 lines and 80 columns.
enum HelpText {
    static func tool() -> String {
        var lines = [
            "usage: shouldertap VERB [OPTION]... [WORD]...",
            "Recognises silent pushes (shoulder taps), and simulates what they trigger.", "", "verbs:",
        ]
        lines += self.columns(VerbTable.all.map { ($0.name, $0.summary) })
        lines += ["options: " + VerbTable.ownOptions.map(\.usage).joined(separator: ", ")]
        lines += ["example: shouldertap demo"]
        return lines.joined(separator: "\n") + "\n"
    }

    static func verb(_ verb: Verb) -> String {
        var lines = [
            "usage: shouldertap \(verb.name)\(verb.options.isEmpty ? "" : " [OPTION]...")\(verb.operands.usage)", "",
        ]
        if !verb.details.isEmpty { lines += verb.details + [""] }
        if !verb.verbs.isEmpty {
            lines += ["verbs:"] + self.columns(verb.verbs.map { ($0.word, $0.summary) }) + [""]
        }
        lines += ["options:"]
        let brief = verb.sharedOptions + verb.terseOptions
        lines += self.columns(verb.allOptions.filter { !brief.contains($0) }.map { ($0.usage, $0.summary) })
        if !verb.terseOptions.isEmpty {
            // An option and its value stay on one line.
            let names = verb.terseOptions.map { $0.usage.replacing(" ", with: "\u{A0}") }.joined(separator: ", ")
            lines += Paragraph.lines(of: names, width: 76).map { "  " + $0.replacing("\u{A0}", with: " ") }
        }
        if !verb.sharedOptions.isEmpty {
            let names = verb.sharedOptions.map(\.name).joined(separator: ", ")
            lines.append("  \(names): see 'shouldertap run --help'")
        }
        let end = (verb.notes.isEmpty ? [] : [""] + verb.notes) + ["", "example:", "  \(verb.example)"]
        // A page that is too long is shortened to one screen.
        let surplus = lines.count + end.count - self.mostLines
        if surplus > 1 {
            lines.remove(at: 1)
            lines += verb.notes
            lines += (lines.count + 2 > self.mostLines ? [] : [""]) + ["example: \(verb.example)"]
        } else {
            lines += surplus > 0 ? Array(end.dropFirst()) : end
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The maximum number of lines of a help page.
    ///
    /// The page fits on one screen together with the next prompt.
    static let mostLines = 23

    private static func columns(_ rows: [(name: String, summary: String)]) -> [String] {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.flatMap { row in
            Paragraph.lines(of: row.summary, width: 80 - width - 4).enumerated().map { index, text in
                let name = index == 0 ? row.name : ""
                return "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(text)"
            }
        }
    }
}

extension Verb.Operands {
    /// The operands in a usage line, with a leading space.
    var usage: String {
        switch self {
        case .nothing: ""
        case .files: " FILE... | -"
        case .paths: " [FILE]..."
        case .file: " FILE | -"
        case .oneOf(let placeholder, let choices):
            " " + (choices.count > Verb.mostChoices ? placeholder : choices.joined(separator: "|"))
        case .verb: " [VERB]"
        case .verbs: " VERB [OPTION]... [FILE]..."
        case .command: " -- COMMAND..."
        }
    }
}

extension Verb.Option {
    /// The option as it appears in a list of options: its name, and a placeholder for its value.
    var usage: String { self.value.map { "\(self.name) \($0.placeholder)" } ?? self.name }
}
