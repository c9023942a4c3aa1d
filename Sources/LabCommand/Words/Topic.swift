import BackendPromises
import Basics
import LabReports
import PushLab

/// A topic that can be explained: a promise, or a known mistake.
enum Topic: Equatable, Sendable {
    case promise(Property)
    /// A promise of a backend that sends pushes.
    case backend(BackendPromise)
    case trap(Trap)

    /// The ids of all promises: `P1 to P9`
    static let promises = "\(Property.everyPromise.lowerBound.id) to \(Property.everyPromise.upperBound.id)"

    /// The ids of the promises of a backend: `B1 to B9`
    static let backends =
        "\(BackendPromise.allCases[0].id) to "
        + BackendPromise.allCases[BackendPromise.allCases.count - 1].id

    /// The ids of the traps of the published sample: `T1 to T9`
    static let sampleTraps = Self.traps("T")
    /// The ids of the traps in the snippets of the published guides: `S1 to S9`
    static let snippetTraps = Self.traps("S")

    /// The ids of all topics: `P1 to P9, T1 to T9, S1 to S9`
    static let spans = "\(promises), \(backends), \(sampleTraps), \(snippetTraps)"

    private static func traps(_ letter: Character) -> String {
        let ids = Trap.allCases.map(\.rawValue).filter { $0.first == letter }
        return "\(ids[0]) to \(ids[ids.count - 1])"
    }

    static let meaning = "a promise, \(promises) and \(backends), or a trap, \(sampleTraps) and \(snippetTraps)"

    static let option = Verb.Option(
        "--explain", .init(placeholder: "ID", meaning: meaning),
        "explain a promise such as P15, or a trap such as T4")

    /// The verbs that can explain a topic instead of running.
    static let verbs: Set = ["run", "explore", "list"]

    static let ids = Property.promises.map(\.id) + BackendPromise.allCases.map(\.id) + Trap.allCases.map(\.rawValue)

    var text: String {
        switch self {
        case .promise(let property): PromiseText.explanation(of: property)
        case .backend(let promise): PromiseText.explanation(of: promise)
        case .trap(let trap): TrapText.explanation(of: trap)
        }
    }

    /// Parses an id, ignoring case.
    init(_ word: RawText?, _ verb: Verb?) throws(UsageError) {
        guard let text = word?.text else {
            let name = verb?.name ?? Self.option.name
            throw UsageError("\(name) needs an ID: \(Self.meaning)", verb: verb?.name)
        }
        let id = text.uppercased()
        if let property = Property(id: id), property != .expectation {
            self = .promise(property)
        } else if let promise = BackendPromise(id: id) {
            self = .backend(promise)
        } else if let trap = Trap(rawValue: id) {
            self = .trap(trap)
        } else {
            throw UsageError("unknown ID '\(TerminalText.escaped(text))': use \(Self.meaning)", verb: verb?.name)
        }
    }

    /// Finds a request to explain a topic, or returns nil if there is none.
    init?(askedIn words: some Collection<RawText>) throws(UsageError) {
        let words = Array(words.prefix { $0 != "--" })
        for (place, word) in words.enumerated() {
            if word.text == Self.option.name {
                self = try Topic(place + 1 < words.count ? words[place + 1] : nil, nil)
                return
            }
            guard word.text.hasPrefix(Self.option.name + "=") else { continue }
            self = try Topic(RawText(String(word.text.dropFirst(Self.option.name.count + 1))), nil)
            return
        }
        return nil
    }
}

extension VerbTable {
    static let explain = Verb(
        name: "explain",
        summary: "explain a promise such as P15, or a known mistake such as T4",
        details: [
            "Explains a promise: what it says, what endangers it and what usually breaks it.",
            "Or explains a known mistake: what it does, and where. ID is one of",
            "\(Topic.spans).",
        ],
        operands: .oneOf(placeholder: "ID", choices: Topic.ids),
        options: [],
        conflicts: [],
        notes: ["'shouldertap list --promises' and 'shouldertap list --traps' list them all."],
        example: "shouldertap explain P15"
    )
}
