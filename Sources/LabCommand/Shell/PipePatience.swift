/// The time to wait for the writer of a named pipe.
struct PipePatience {
    /// The maximum number of naps without input, about ten seconds in total. The limit is this long because the writer
    /// of the pipe may start later than the reader.
    private static let mostNaps = 40

    private var naps = 0

    /// Whether a pipe that returned no bytes has never had a writer.
    ///
    /// If a writer had closed the pipe, the pipe would report its end.
    static func hasNoWriter(_ descriptor: Int32) -> Bool { !Platform.awaitInput(descriptor, milliseconds: 0) }

    /// Counts a nap in which no input arrived.
    ///
    /// Returns whether it is time to read from the pipe anyway. If the pipe has a writer, the read reports that there
    /// is no input yet. If the pipe has no writer, the read reports the end of the input.
    mutating func isOver(for descriptor: Int32) -> Bool {
        self.naps += 1
        guard self.naps >= Self.mostNaps, Platform.waitsForNobody(descriptor) else { return false }
        self.naps = 0
        return true
    }
}
