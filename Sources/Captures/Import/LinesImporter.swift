/// Imports a file with one payload per line, or passes on the content of a file that is already a capture.
package struct LinesImporter: Sendable {
    private let channel: CaptureEntry.Channel
    private let source: String
    private var cutter = LineCutter(limit: CaptureReader.mostLineBytes)
    private var content = Content.unknown

    private enum Content: Sendable {
        case unknown
        case payloads
        case capture(CaptureLines)
        /// The file is not text. This was already reported.
        case foreign
    }

    /// - Parameter source: The name of the file.
    package init(channel: CaptureEntry.Channel, source: String) {
        self.channel = channel
        self.source = source
    }

    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (CaptureReader.Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var content = self.content
        let (channel, source) = (self.channel, self.source)
        defer { self.content = content }
        try self.cutter.feed(chunk) { line throws(Failure) in
            for item in Self.items(of: line, channel, source, &content) { try take(item, line.number) }
        }
    }

    /// Handles the last line if the stream ended without a line feed.
    package mutating func finish<Failure: Error>(
        _ take: (CaptureReader.Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var content = self.content
        let (channel, source) = (self.channel, self.source)
        defer { self.content = content }
        try self.cutter.finish { line throws(Failure) in
            for item in Self.items(of: line, channel, source, &content) { try take(item, line.number) }
        }
        if case .unknown = content {
            try take(.finding(CaptureFinding(.empty, line: 1, "the file has no payload: every line is empty")), 1)
        }
    }

    private static func items(
        of line: LineCutter.Line, _ channel: CaptureEntry.Channel, _ source: String, _ content: inout Content
    ) -> [CaptureReader.Item] {
        if line.isBlank { return [] }
        if case .unknown = content {
            if let reason = ForeignBytes.reason(line.bytes) {
                content = .foreign
                return [.finding(CaptureFinding(.notPayload, line: line.number, reason))]
            }
            content = Self.isOfCapture(line) ? .capture(CaptureLines()) : .payloads
        }
        if case .foreign = content { return [] }
        if case .capture(var lines) = content {
            defer { content = .capture(lines) }
            return lines.items(of: line)
        }
        guard !line.isTooLong, line.bytes.count <= CaptureReader.mostPayloadBytes else {
            let reason = "the payload is longer than the limit of \(CaptureReader.mostPayloadBytes) bytes"
            return [.finding(CaptureFinding(.tooLong, line: line.number, reason))]
        }
        return [.entry(CaptureEntry(channel: channel, source: "\(source):\(line.number)", payload: line.bytes))]
    }

    /// Whether the line belongs to a capture. The capture may lack its header, and the line may have a byte-order mark.
    private static func isOfCapture(_ line: LineCutter.Line) -> Bool {
        let bare = LineCutter.Line(
            number: line.number, bytes: ForeignBytes.withoutMark(line.bytes) ?? line.bytes, isTooLong: line.isTooLong,
            isEnded: line.isEnded)
        do throws(CaptureFinding) {
            _ = try CaptureLine.read(bare)
            return true
        } catch {
            return error.code == .unknownVersion
        }
    }
}
