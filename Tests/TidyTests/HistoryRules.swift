/// Only one file knows the bits of an event. Whoever else needs its words as numbers cannot do without them.
enum HistoryRules {
    private static let folder = "Sources/PushLab/History/"

    /// The files that may say `rawWords`, each with the reason.
    static let mayReadWords: [String: String] = [
        Self.folder + "HistoryEvent+Words.swift": "It gives each kind of event its words.",
        Self.folder + "History.swift": "The hash of a history is over the words as they are.",
        Self.folder + "HistoryJSON.swift": "A history on disk has the words as they are.",
    ]

    static func rawWords(_ files: [SourceFile]) -> [Finding] {
        files.filter { $0.module != nil && Self.mayReadWords[$0.path] == nil }.flatMap { file in
            file.code.enumerated().compactMap { index, line in
                guard Word.all(in: line).contains(where: { $0.text == "rawWords" }) else { return nil }
                return file.finding(
                    index, "the bits of an event", "Write with a factory and read by meaning: see HistoryEvent+Words.")
            }
        }
    }
}
