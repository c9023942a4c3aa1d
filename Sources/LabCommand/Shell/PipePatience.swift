/// How long a pipe that is named may have nobody who writes into it.
struct PipePatience {
    /// About ten seconds: whoever starts reader and writer side by side may be slow with the second.
    private static let mostNaps = 40

    private var naps = 0

    /// Whether a pipe that was found at its end still says nothing of it: a writer that left hung up.
    static func hasNoWriter(_ descriptor: Int32) -> Bool { !Platform.awaitInput(descriptor, milliseconds: 0) }

    /// Counts a nap without input. Whether it is time to read all the same: a pipe that has a writer says that there is
    /// nothing yet, and one that has none says that it is at its end.
    mutating func isOver(for descriptor: Int32) -> Bool {
        self.naps += 1
        guard self.naps >= Self.mostNaps, Platform.waitsForNobody(descriptor) else { return false }
        self.naps = 0
        return true
    }
}
