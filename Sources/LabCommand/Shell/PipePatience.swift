/// The time to wait for the writer of a named pipe.
struct PipePatience {
    /// The maximum number of naps, about ten seconds in total. If reader and writer are started together, the writer
    /// may be slow.
    private static let mostNaps = 40

    private var naps = 0

    /// Whether a pipe that returned no bytes has never had a writer.
    ///
    /// If a writer had closed the pipe, the pipe would report its end.
    static func hasNoWriter(_ descriptor: Int32) -> Bool { !Platform.awaitInput(descriptor, milliseconds: 0) }

    /// Counts a nap without input.
    ///
    /// Returns whether it is time to read anyway. If the pipe has a writer, that read reports that there is no input
    /// yet. Without a writer, it reports the end.
    mutating func isOver(for descriptor: Int32) -> Bool {
        self.naps += 1
        guard self.naps >= Self.mostNaps, Platform.waitsForNobody(descriptor) else { return false }
        self.naps = 0
        return true
    }
}
