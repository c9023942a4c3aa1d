internal import ShoulderTap

/// Interprets the lines of a capture in the context of earlier lines.
struct CaptureLines: Hashable, Sendable {
    private enum State: Hashable, Sendable {
        /// The state before any header. If `isSilent` is true, the missing header was already reported.
        case start(isSilent: Bool)
        case open
        /// The last header has an unknown version.
        case foreign
    }

    private var state = State.start(isSilent: false)

    /// Whether a known header was seen, so that entries can be read.
    var isOpen: Bool { self.state == .open }

    /// Returns the items of a line. A torn line with a header has two items. A blank line has no items, and a line
    /// after a reported problem has none either.
    mutating func items(of line: LineCutter.Line) -> [CaptureReader.Item] {
        let parts = line.tornBeforeHeader ?? [line]
        return parts.compactMap { self.item(of: $0) }
    }

    private mutating func item(of line: LineCutter.Line) -> CaptureReader.Item? {
        if line.isBlank { return nil }
        do throws(CaptureFinding) {
            let item = try CaptureLine.read(line)
            switch (item, self.state) {
            case (.header, _): self.state = .open
            case (_, .foreign): return nil
            case (_, .start(isSilent: false)): throw Self.noHeader(line)
            // The version of these lines is unknown.
            case (_, .start(isSilent: true)): return nil
            default: break
            }
            return item
        } catch {
            return self.weighed(error, line).map { finding in
                var finding = finding
                finding.line = line.number
                return .finding(finding)
            }
        }
    }

    /// Returns the problem of a capture that has ended, if any.
    mutating func finish() -> CaptureFinding? {
        guard self.state == .start(isSilent: false) else { return nil }
        self.state = .start(isSilent: true)
        return CaptureFinding(.noHeader, line: 1, "the file is not a capture: it has no header line")
    }

    private mutating func weighed(_ finding: CaptureFinding, _ line: LineCutter.Line) -> CaptureFinding? {
        if self.state == .start(isSilent: false), ForeignBytes.reason(line.bytes) != nil {
            self.state = .start(isSilent: true)
            return Self.noHeader(line)
        }
        switch (self.state, finding.code) {
        case (_, .unknownVersion):
            self.state = .foreign
            return finding
        case (.foreign, _), (.start(isSilent: true), _): return nil
        case (.open, _), (_, .torn), (_, .tooLong): return finding
        case (.start(isSilent: false), let code):
            self.state = .start(isSilent: true)
            return code == .wrongValue ? finding : Self.noHeader(line)
        }
    }

    private static func noHeader(_ line: LineCutter.Line) -> CaptureFinding {
        if let reason = ForeignBytes.reason(line.bytes) { return CaptureFinding(.noHeader, reason) }
        let reason =
            ForeignBytes.withoutMark(line.bytes) == nil
            ? "its first line is not a header; use 'capture import' for payloads"
            : "it starts with a byte order mark; remove it, for example with tail -c +4"
        return CaptureFinding(.noHeader, "the file is not a capture: \(reason)")
    }
}

extension LineCutter.Line {
    private static let header = Array("{\"shouldertapCapture\":".utf8)

    /// The two parts of a line: the text that a crash left, and the header that was appended to it. Nil if the line has
    /// no such header.
    fileprivate var tornBeforeHeader: [Self]? {
        // Bytes such as a byte-order mark are not a torn line.
        guard self.bytes.first == Self.header[0] else { return nil }
        let places = self.bytes.indices.dropFirst().dropLast(Self.header.count - 1)
        let place = places.last { self.bytes[$0] == Self.header[0] && self.bytes[$0...].starts(with: Self.header) }
        // Inside a string, the quotes of a header would be escaped. A header could also be a value in a valid line, but
        // then the whole line is valid JSON.
        guard let place, (try? JSONDocument(self.bytes, limit: CaptureReader.mostLineBytes)) == nil else { return nil }
        return [self.part(..<place, isEnded: false), self.part(place..., isEnded: self.isEnded)]
    }

    private func part(_ range: some RangeExpression<Int>, isEnded: Bool) -> Self {
        Self(number: self.number, bytes: Array(self.bytes[range]), isTooLong: false, isEnded: isEnded)
    }
}
