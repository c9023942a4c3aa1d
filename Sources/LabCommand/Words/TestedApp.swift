import Basics

/// Which app a lab runs.
enum TestedApp: Equatable, Sendable {
    /// The one that is always there.
    case reference
    /// One of those that are compiled in.
    case compiledIn(String)
    /// A program in any language, as a line for the shell.
    case program(String)

    /// What `--app` says for it.
    var name: String {
        switch self {
        case .reference: Apps.reference
        case .compiledIn(let name), .program(let name): name
        }
    }

    /// `word` is what `--app` says, and `apps` are the names of the apps that are compiled in.
    init(_ word: String?, among apps: [String], _ verb: Verb) throws(UsageError) {
        guard let word else {
            guard apps.count <= 1 else {
                throw UsageError(
                    "there are several apps: say --app and \(Spelling.list(apps + [Apps.reference]))", verb: verb.name)
            }
            // Whoever compiled one app in means it.
            self = apps.first.map(Self.compiledIn) ?? .reference
            return
        }
        if apps.contains(word) {
            self = .compiledIn(word)
        } else if word == Apps.reference {
            self = .reference
        } else {
            try Self.refuseSlip(word, apps, verb)
            self = .program(word)
        }
    }

    /// A word that is nearly the name of an app is a slip of the pen; a program of that name is reached by its path.
    private static func refuseSlip(_ word: String, _ apps: [String], _ verb: Verb) throws(UsageError) {
        guard !word.contains(where: { $0 == " " || $0 == "/" }) else { return }
        let guess = Spelling.suggestion(for: word, in: apps + [Apps.reference])
        guard !guess.isEmpty else { return }
        throw UsageError("unknown app '\(TerminalText.escaped(word))'\(guess)", verb: verb.name)
    }
}
