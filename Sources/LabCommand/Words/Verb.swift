import Basics

/// What a verb of the tool takes. Parsing, help, completions and suggestions are all derived from it.
struct Verb: Sendable {
    /// What may follow a verb besides options.
    enum Operands: Equatable, Sendable {
        case nothing
        case files
        /// Files and folders, or nothing.
        case paths
        /// One, or standard input.
        case file
        case oneOf(placeholder: String, choices: [String])
        /// The name of a verb, or nothing.
        case verb
        /// One of the verbs behind this one, and what that takes.
        case verbs
        /// The words of a command, which take their own options.
        case command
    }

    struct Option: Equatable, Sendable {
        /// The values of an option: their name in help, and the words allowed.
        struct Value: Equatable, Sendable {
            let placeholder: String
            /// Empty where there are too many to list.
            let choices: [String]
            /// What to write, as in `needs a value: one or two`.
            let meaning: String

            init(placeholder: String, choices: [String]) {
                self.placeholder = placeholder
                self.choices = choices
                self.meaning = Spelling.list(choices)
            }

            init(placeholder: String, meaning: String) {
                self.placeholder = placeholder
                self.choices = []
                self.meaning = meaning
            }
        }

        let name: String
        let value: Value?
        let summary: String
        /// Whether it may be given several times.
        let repeats: Bool

        init(_ name: String, _ value: Value? = nil, _ summary: String, repeats: Bool = false) {
            self.name = name
            self.value = value
            self.summary = summary
            self.repeats = repeats
        }
    }

    /// Two options that contradict each other.
    struct Conflict: Sendable {
        let one: String
        let other: String

        init(_ one: String, _ other: String) {
            self.one = one
            self.other = other
        }
    }

    let name: String
    let summary: String
    let details: [String]
    let operands: Operands
    let options: [Option]
    let conflicts: [Conflict]
    let notes: [String]
    let example: String
    /// Options that help names in one line without a sentence each, because the page has no room.
    var terse: Set<String> = []

    /// More are not listed where one is to be chosen; a placeholder stands for them.
    static let mostChoices = 8

    /// Every verb understands `--help`, so no table entry repeats it.
    static let help = Option("--help", nil, "show this help")

    var allOptions: [Option] { self.options + [Self.help] }

    /// The options that it takes as `run` does, where there is no room to tell about them again.
    var sharedOptions: [Option] { self.options.count > 12 ? self.options.filter(LabWords.shared.contains) : [] }

    /// The options that help only names.
    var terseOptions: [Option] { self.options.filter { self.terse.contains($0.name) } }

    /// The verbs behind this one.
    var verbs: [Verb] { VerbTable.complete.filter { $0.name.hasPrefix("\(self.name) ") } }

    /// The last word of the name.
    var word: String { String(self.name.drop { $0 != " " }.dropFirst()) }
}
