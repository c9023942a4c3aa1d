/// Finds payloads in a log: JSON, and dictionaries as apps on Apple's systems print them.
package struct LogImporter: Sendable {
    /// The maximum length of a line, and of a dictionary, in bytes.
    package static let mostBytes = 1 << 18

    /// The number of payloads found in a log.
    package struct Tally: Hashable, Sendable {
        package var payloads = 0
        /// The number of payloads that were created from a description.
        package var rebuilt = 0

        package init(payloads: Int = 0, rebuilt: Int = 0) {
            self.payloads = payloads
            self.rebuilt = rebuilt
        }
    }

    private var cutter = LineCutter(limit: Self.mostBytes)
    private var walk: LogWalk

    /// - Parameter source: The name of the file.
    package init(channel: CaptureEntry.Channel, source: String) {
        self.walk = LogWalk(channel: channel, source: source)
    }

    package var tally: Tally { self.walk.tally }

    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (CaptureReader.Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var walk = self.walk
        defer { self.walk = walk }
        try self.cutter.feed(chunk) { line throws(Failure) in
            walk.take(line)
            for found in walk.collect() { try take(found.item, found.line) }
        }
    }

    /// Handles the end of the log.
    package mutating func finish<Failure: Error>(
        _ take: (CaptureReader.Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var walk = self.walk
        defer { self.walk = walk }
        self.cutter.finish { walk.take($0) }
        walk.finish()
        for found in walk.collect() { try take(found.item, found.line) }
    }
}
