/// Finds payloads in a log: JSON, and dictionaries as apps on Apple's systems write them.
package struct LogImporter: Sendable {
    /// The longest line of a log that is looked into, and the longest dictionary.
    package static let mostBytes = 1 << 18

    /// What a log was found to hold.
    package struct Tally: Hashable, Sendable {
        package var payloads = 0
        /// Those of them that were put together from a description.
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

    /// Hands over what the end of the log decides.
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
