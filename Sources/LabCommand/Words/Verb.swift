import Basics

/// A verb of the tool.
///
/// The parser, help, completions and suggestions are all derived from this description.
struct Verb: Sendable {
    /// The operands of a verb.
    enum Operands: Equatable, Sendable {
        case nothing
        case files
        /// Files and folders, or nothing.
        case paths
        /// A single file, or standard input.
        case file
        case oneOf(placeholder: String, choices: [String])
        /// The name of a verb, or nothing.
        case verb
        /// A subcommand with its own operands.
        case verbs
        /// The words of a command. The words after its name are options of the command itself.
        case command
    }

    struct Option: Equatable, Sendable {
        /// The values of an option: their placeholder in help, and the allowed words.
        struct Value: Equatable, Sendable {
            let placeholder: String
            /// The allowed words, or an empty list if there are too many to list.
            let choices: [String]
            /// The description of the value for an error message such as `needs a value: one or two`.
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
        /// Whether the option may be given several times.
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
    /// The options that the help page lists together on one line without descriptions, because the page has no room.
    var terse: Set<String> = []

    /// The maximum number of choices that are listed.
    ///
    /// Longer lists are replaced by a placeholder.
    static let mostChoices = 8

    /// The help option.
    ///
    /// Every verb has it, so no table entry repeats it.
    static let help = Option("--help", nil, "show this help")

    var allOptions: [Option] { self.options + [Self.help] }

    /// The options that this verb shares with `run`, if the help page has no room to describe them again. Otherwise
    /// empty.
    var sharedOptions: [Option] { self.options.count > 12 ? self.options.filter(LabWords.shared.contains) : [] }

    /// The options that the help page lists without descriptions.
    var terseOptions: [Option] { self.options.filter { self.terse.contains($0.name) } }

    /// The subcommands.
    var verbs: [Verb] { VerbTable.complete.filter { $0.name.hasPrefix("\(self.name) ") } }

    /// The last word of the name.
    var word: String { String(self.name.drop { $0 != " " }.dropFirst()) }
}
