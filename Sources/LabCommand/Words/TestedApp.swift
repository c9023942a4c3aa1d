import Basics

/// The app that a lab runs.
enum TestedApp: Equatable, Sendable {
    /// The reference app, which is always available.
    case reference
    /// A compiled-in app.
    case compiledIn(String)
    /// A program in any language, as a line for the shell.
    case program(String)

    /// The value of `--app` for the app.
    var name: String {
        switch self {
        case .reference: Apps.reference
        case .compiledIn(let name), .program(let name): name
        }
    }

    /// Finds the app.
    ///
    /// `word` is the value of `--app`, and `apps` are the names of the compiled-in apps.
    init(_ word: String?, among apps: [String], _ verb: Verb) throws(UsageError) {
        guard let word else {
            guard apps.count <= 1 else {
                throw UsageError(
                    "there are several apps; give --app with \(Spelling.list(apps + [Apps.reference]))", verb: verb.name
                )
            }
            // With a single compiled-in app, that app is the default.
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

    /// Refuses a word that is almost the name of an app, because it is probably a typo.
    ///
    /// A program with such a name can be given by its path.
    private static func refuseSlip(_ word: String, _ apps: [String], _ verb: Verb) throws(UsageError) {
        guard !word.contains(where: { $0 == " " || $0 == "/" }) else { return }
        let guess = Spelling.suggestion(for: word, in: apps + [Apps.reference])
        guard !guess.isEmpty else { return }
        throw UsageError("unknown app '\(TerminalText.escaped(word))'\(guess)", verb: verb.name)
    }
}
