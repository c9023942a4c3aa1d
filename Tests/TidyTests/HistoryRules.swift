/// Only the files of one folder know the bits of an event. Whoever else needs its words as numbers cannot do without.
enum HistoryRules {
    private static let folder = "Sources/PushLab/History/"

    /// The files that may use the words of an event as they are, each with the reason.
    static let mayReadWords: [String: String] = [
        Self.folder + "HistoryEvent.swift": "An event keeps its words.",
        Self.folder + "Words/HistoryEvent+Words.swift": "It knows which bits mean what.",
        Self.folder + "Words/HistoryEvent+Reading.swift": "It reads the words of each kind.",
        Self.folder + "History.swift": "The hash of a history is over the words as they are.",
        Self.folder + "HistoryJSON.swift": "A history on disk has the words as they are.",
    ]

    private static let words: Set<String> = ["rawWords", "packed"]

    static func rawWords(_ files: [SourceFile]) -> [Finding] {
        files.filter { $0.module != nil && Self.mayReadWords[$0.path] == nil }.flatMap { file in
            file.code.enumerated().compactMap { index, line in
                guard Word.all(in: line).contains(where: { Self.words.contains($0.text) }) else { return nil }
                return file.finding(
                    index, "the bits of an event", "Write with a factory and read by meaning: see HistoryEvent+Words.")
            }
        }
    }
}
