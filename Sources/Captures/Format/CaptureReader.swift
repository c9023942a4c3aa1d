internal import ShoulderTap

/// Reads a capture that arrives in chunks, line by line: entries out, and a named finding for each line that is none.
///
/// It holds one line at most. Captures that were joined are read on through their headers, and what a crash left of a
/// line is reported and passed over.
package struct CaptureReader: Sendable {
    /// The longest line that is read, in bytes.
    package static let mostLineBytes = 8 << 20
    /// The longest payload that is sure to fit a line, however much of it has to be escaped.
    package static let mostPayloadBytes = 1 << 20

    /// What one line says.
    package enum Item: Hashable, Sendable {
        case header(CaptureHeader)
        case entry(CaptureEntry)
        case finding(CaptureFinding)
    }

    private var cutter = LineCutter(limit: Self.mostLineBytes)
    private var lines = CaptureLines()

    package init() {}

    /// Hands over what the lines that end in `chunk` say, with the number of the line.
    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var lines = self.lines
        defer { self.lines = lines }
        try self.cutter.feed(chunk) { line throws(Failure) in
            if let item = lines.item(of: line) { try take(item, line.number) }
        }
    }

    /// Hands over what the last line says if the stream ended without a line feed.
    package mutating func finish<Failure: Error>(_ take: (Item, Int) throws(Failure) -> Void) throws(Failure) {
        var lines = self.lines
        defer { self.lines = lines }
        try self.cutter.finish { line throws(Failure) in
            if let item = lines.item(of: line) { try take(item, line.number) }
        }
        if let finding = lines.finish() { try take(.finding(finding), 1) }
    }
}
