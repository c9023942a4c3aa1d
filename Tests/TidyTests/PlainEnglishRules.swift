/// Rules for the words of comments and articles.
enum PlainEnglishRules {
    /// The largest share of doc comments with an inverted opening, in per cent.
    static let mostInverted = 3

    /// Returns whether a doc comment starts with a question word, a preposition or a pronoun instead of the subject.
    static func isInverted(_ summary: String) -> Bool {
        let opening =
            #/
            ^(?:What(?:ever)?|Who(?:m|se|ever)?|How|Where|When|Of|By|In|On|At|From|To|For|As|With(?:out)?|Behind|Since
            |Until|So|Only|Both|Not|None|No|Nothing|Nobody|Somebody|Th(?:is|at|ese|ose))\b
            /#
        return summary.prefixMatch(of: opening) != nil
    }

    /// The summaries of all doc comments: the first line of each.
    static func summaries(_ file: SourceFile) -> [(index: Int, text: String)] {
        file.lines.enumerated().compactMap { index, line in
            guard let text = Self.documentation(line), !text.isEmpty, !text.hasPrefix("-") else { return nil }
            guard index == 0 || Self.documentation(file.lines[index - 1]) == nil else { return nil }
            return (index, text)
        }
    }

    private static func documentation(_ line: String) -> String? {
        let bare = line.drop { $0 == " " }
        guard bare.hasPrefix("///") else { return nil }
        return String(bare.dropFirst(3).drop { $0 == " " })
    }

    /// Old words, each with the word that engineers use.
    static let words: [(old: String, new: String)] = [
        ("anew", "again"), ("by the letter", "strictly"), ("comes to rest", "settles"), ("come to rest", "settle"),
        ("keeps house", "does maintenance"), ("is told of", "gets"), ("are told of", "get"), ("tells of", "reports"),
        ("sets going", "triggers"), ("set going", "triggered"), ("goes its way", "continues"),
        ("takes its word", "accepts the change"), ("mishap", "fault"), ("mishaps", "faults"), ("babbles", "writes"),
        ("babbled", "wrote"), ("mend", "fix"), ("mends", "fixes"), ("mended", "fixed"), ("whoever", "the caller"),
        ("gives up", "stops retrying"), ("its people", "its users"), ("in the moment", "at that time"),
        ("counts for that event", "is attributed to that event"),
    ]

    /// The old words in one line of text; code in backticks has none.
    static func oldWords(in line: String) -> [(old: String, new: String)] {
        let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
        let prose = pieces.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ` ")
        let text = " " + prose.lowercased().map { $0.isLetter || $0 == "'" ? String($0) : " " }.joined() + " "
        let single = text.split(separator: " ").joined(separator: " ")
        return Self.words.filter { " \(single) ".contains(" \($0.old) ") }
    }

    static func comments(_ files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.comments.enumerated().flatMap { index, comment in
                Self.oldWords(in: comment).map { word in
                    file.finding(index, "the old word “\(word.old)”", "Write “\(word.new)”, or name what happens.")
                }
            }
        }
    }

    /// Old words in the prose of a page: neither in fences nor in tables, whose cells come from the code.
    static func page(_ path: String, _ text: String) -> [Finding] {
        var isInside = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            if line.hasPrefix("```") { isInside.toggle() }
            guard !isInside, !line.hasPrefix("|"), !line.hasPrefix("```") else { return [Finding]() }
            return Self.oldWords(in: String(line)).map { word in
                Finding(
                    path: path, line: index + 1, what: "the old word “\(word.old)”",
                    remedy: "Write “\(word.new)”, or name what happens.")
            }
        }
    }
}
