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

    private enum State: Hashable, Sendable {
        /// No header was seen; false once that was said.
        case start(isSilent: Bool)
        case open
        /// The last header names a version that nobody here knows.
        case foreign
    }

    private var cutter = LineCutter(limit: Self.mostLineBytes)
    private var state = State.start(isSilent: false)

    package init() {}

    /// Hands over what the lines that end in `chunk` say, with the number of the line.
    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var state = self.state
        defer { self.state = state }
        try self.cutter.feed(chunk) { line throws(Failure) in try Self.read(line, &state, take) }
    }

    /// Hands over what the last line says if the stream ended without a line feed.
    package mutating func finish<Failure: Error>(_ take: (Item, Int) throws(Failure) -> Void) throws(Failure) {
        var state = self.state
        defer { self.state = state }
        try self.cutter.finish { line throws(Failure) in try Self.read(line, &state, take) }
        if case .start(isSilent: false) = state {
            state = .start(isSilent: true)
            try take(.finding(CaptureFinding(.noHeader, line: 1, "this is no capture: it has no header line")), 1)
        }
    }

    private static func read<Failure: Error>(
        _ line: LineCutter.Line, _ state: inout State, _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard !line.isBlank, let item = self.item(of: line, &state) else { return }
        try take(item, line.number)
    }

    private static func item(of line: LineCutter.Line, _ state: inout State) -> Item? {
        do throws(CaptureFinding) {
            let item = try CaptureLine.read(line)
            switch (item, state) {
            case (.header, _): state = .open
            case (_, .foreign): return nil
            case (_, .start(isSilent: false)): throw self.noHeader
            default: break
            }
            return item
        } catch {
            var finding = error
            switch (state, finding.code) {
            case (_, .unknownVersion): state = .foreign
            case (.foreign, _), (.start(isSilent: true), _): return nil
            case (.start(isSilent: false), .torn), (.start(isSilent: false), .tooLong), (.open, _): break
            case (.start(isSilent: false), _):
                state = .start(isSilent: true)
                if finding.code != .wrongValue { finding = self.noHeader }
            }
            finding.line = line.number
            return .finding(finding)
        }
    }

    private static let noHeader = CaptureFinding(
        .noHeader, "this is no capture: its first line is no header; bare payloads are read by capture import")
}
