/// What a pure module may not say, because its results would no longer be a function of its inputs.
enum PurityRules {
    struct Ban: Sendable {
        enum Owner {
            case anything
            case type
            case named(String)
        }

        let word: String
        var owner: Owner = .anything
        var whenCalled = false
        let remedy: String

        func matches(_ word: Word) -> Bool {
            guard word.text == self.word, word.isCalled || !self.whenCalled else { return false }
            switch self.owner {
            case .anything: return true
            case .type: return word.owner?.first?.isUppercase == true
            case .named(let name): return word.owner == name
            }
        }
    }

    static let bans: [Ban] =
        ["ContinuousClock", "SuspendingClock", "UUID", "SystemRandomNumberGenerator", "DispatchQueue"].map {
            Ban(word: $0, remedy: "Time, dice and ids come in as values.")
        }
        + [
            Ban(word: "Date", whenCalled: true, remedy: "Time comes in as a value."),
            Ban(word: "sleep", owner: .named("Task"), remedy: "Wait by leaving an event in the agenda."),
            Ban(word: "random", owner: .type, whenCalled: true, remedy: "Roll the die that is handed in."),
            Ban(word: "shuffle", whenCalled: true, remedy: "Roll the die that is handed in."),
            Ban(word: "shuffled", whenCalled: true, remedy: "Roll the die that is handed in."),
            Ban(word: "randomElement", whenCalled: true, remedy: "Roll the die that is handed in."),
            Ban(word: "hashValue", remedy: "Hashes differ in every process; compare or order by the value itself."),
            Ban(word: "Hasher", whenCalled: true, remedy: "Hashes differ in every process; use a digest of our own."),
            Ban(word: "print", owner: .anything, whenCalled: true, remedy: "Return the text."),
            Ban(word: "debugPrint", whenCalled: true, remedy: "Return the text."),
            Ban(word: "readLine", whenCalled: true, remedy: "Take the bytes as an argument."),
            Ban(word: "CommandLine", remedy: "Take the words as an argument."),
        ]

    private static let locks: Set<String> = ["Mutex", "NSLock", "NSRecursiveLock", "DispatchSemaphore"]

    /// No clock, die, id, lock or way out of the process.
    static func impurities(_ files: [SourceFile]) -> [Finding] {
        Self.eachWord(in: files) { word in
            if Self.locks.contains(word.text) || word.text.hasPrefix("pthread_") {
                return "Make it a value; whoever shares it holds the lock."
            }
            return Self.bans.first { $0.matches(word) }?.remedy
        }
    }

    /// The files of pure modules that may use floating point, each with the reason.
    static let mayFloat: [String: String] = [
        "Sources/ShoulderTap/Payload/PayloadNumber.swift":
            "JSON numbers and relevance-score are real; the digits are kept beside the value and decide nothing."
    ]

    private static let floats: Set<String> = ["Double", "Float", "Float16", "Float32", "Float64", "Float80", "CGFloat"]

    /// Decisions are made in integers and ratios.
    static func floats(_ files: [SourceFile]) -> [Finding] {
        Self.eachWord(in: files.filter { Self.mayFloat[$0.path] == nil }) { word in
            guard Self.floats.contains(word.text) else { return nil }
            return "Use an integer or a ratio, or give the file a reason in Tests/TidyTests/PurityRules.swift."
        }
    }

    private static func eachWord(in files: [SourceFile], remedy: (Word) -> String?) -> [Finding] {
        files.filter { Module.isPure($0.module ?? "") }.flatMap { file in
            file.code.enumerated().flatMap { index, line in
                Word.all(in: line).compactMap { word in
                    remedy(word).map { file.finding(index, "\(word.text) in a pure module", $0) }
                }
            }
        }
    }
}
