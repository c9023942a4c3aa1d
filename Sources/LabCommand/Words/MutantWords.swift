#if Mutants
    import Basics
    import PushLab

    extension LabWords {
        /// The options of builds with planted mistakes.
        static let planting = [
            Verb.Option(
                "--mutant", .init(placeholder: "NAME", meaning: "a name that --list-mutants shows"),
                "plant a mistake", repeats: true),
            listing,
        ]

        static let listing = Verb.Option("--list-mutants", nil, "list the mistakes that can be planted")

        /// Returns the requested mistakes.
        static func mutants(_ words: VerbWords, _ verb: Verb) throws(UsageError) -> Set<Mutant> {
            try words.choices(of: "--mutant", as: "mutant", verb)
        }

        /// The name, promise and mistake of each, in the order of the promises.
        static var mutantList: String {
            let width = Mutant.allCases.map(\.rawValue.count).max() ?? 0
            return Mutant.allCases.sorted { $0.facts.property < $1.facts.property }.map { mutant in
                let (property, mistake) = mutant.facts
                let name = TerminalText.padded(mutant.rawValue, to: width)
                return "\(name)  \(TerminalText.padded(property.id, to: 3))  \(mistake)\n"
            }.joined()
        }
    }
#else
    extension LabWords {
        static let planting: [Verb.Option] = []
    }
#endif
