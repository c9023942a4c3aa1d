package import ShoulderTap

/// Reads a capture from a stream, line by line, and returns its entries and a finding for each invalid line.
///
/// It stores at most one line. In joined captures, reading continues after each header. The remains of a line after a
/// crash are reported and skipped.
package struct CaptureReader: Sendable {
    /// The maximum length of a line in bytes.
    package static let mostLineBytes = 8 << 20
    /// The maximum size of a payload. A payload of this size always fits into a line, even if all of it must be
    /// escaped.
    package static let mostPayloadBytes = 1 << 20

    /// The content of one line.
    package enum Item: Hashable, Sendable {
        case header(CaptureHeader)
        case entry(CaptureEntry)
        case finding(CaptureFinding)
    }

    private var cutter = LineCutter(limit: Self.mostLineBytes)
    private var lines = CaptureLines()
    /// The fast reader. Nil if the full reader reads every line.
    private var familiar: FamiliarReader?

    /// - Parameter isThorough: Whether to use the full reader for every line. The result is the same, but reading takes
    ///   much longer.
    package init(isThorough: Bool = false) { self.familiar = isThorough ? nil : FamiliarReader() }

    /// For each line that ends in `chunk`, passes its items and its number to `take`.
    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        try self.read(chunk, asksKinds: false, { _ throws(Failure) in false }, take)
    }

    /// Reads lines for callers that mainly need the kind of each APNs payload.
    ///
    /// - Parameter kinds: Called with the kind of a payload before its entry is created. Return true to skip the entry,
    ///   false to get it as usual. It is not called for every line.
    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, kinds: (PayloadKind) throws(Failure) -> Bool,
        _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        try self.read(chunk, asksKinds: true, kinds, take)
    }

    private mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, asksKinds: Bool, _ kinds: (PayloadKind) throws(Failure) -> Bool,
        _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        var lines = self.lines
        defer { self.lines = lines }
        var rest = chunk[...]
        while true {
            if lines.isOpen, !self.cutter.isInLine { try self.readFamiliar(chunk, &rest, asksKinds, kinds, take) }
            guard let line = self.cutter.line(from: &rest) else { return }
            // The line was split between two chunks.
            if lines.isOpen, let entry = self.familiarEntry(line) {
                try take(.entry(entry), line.number)
            } else {
                for item in lines.items(of: line) { try take(item, line.number) }
            }
        }
    }

    private mutating func familiarEntry(_ line: LineCutter.Line) -> CaptureEntry? {
        guard line.isEnded, !line.isTooLong, var familiar = self.familiar.take() else { return nil }
        defer { self.familiar = familiar }
        return (line.bytes + [0x0A]).withUnsafeBytes { bytes in
            guard let found = familiar.line(in: bytes, from: 0), found.end == bytes.count,
                familiar.isText(found, in: bytes)
            else { return nil }
            return familiar.entry(of: found, in: bytes)
        }
    }

    private mutating func readFamiliar<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ rest: inout Slice<UnsafeBufferPointer<UInt8>>,
        _ asksKinds: Bool, _ kinds: (PayloadKind) throws(Failure) -> Bool,
        _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard var familiar = self.familiar.take() else { return }
        defer { self.familiar = familiar }
        let bytes = UnsafeRawBufferPointer(chunk)
        while let line = familiar.line(in: bytes, from: rest.startIndex) {
            let kind = asksKinds && line.channel == .apns ? familiar.kind(of: line) : nil
            guard (kind.map { $0 != .malformed } ?? false) || familiar.isText(line, in: bytes) else { return }
            rest = chunk[line.end...]
            let number = self.cutter.passLine()
            if let kind, try kinds(kind) { continue }
            try take(.entry(familiar.entry(of: line, in: bytes)), number)
        }
    }

    /// Handles the last line if the stream ended without a line feed.
    package mutating func finish<Failure: Error>(_ take: (Item, Int) throws(Failure) -> Void) throws(Failure) {
        var lines = self.lines
        defer { self.lines = lines }
        try self.cutter.finish { line throws(Failure) in
            for item in lines.items(of: line) { try take(item, line.number) }
        }
        if let finding = lines.finish() { try take(.finding(finding), 1) }
    }
}
