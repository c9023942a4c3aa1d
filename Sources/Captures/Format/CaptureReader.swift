package import ShoulderTap

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
    /// Nil where every line is read by the rules of the whole format.
    private var familiar: FamiliarReader?

    /// - Parameter isThorough: Spares no line the full reader. It says the same and takes much longer.
    package init(isThorough: Bool = false) { self.familiar = isThorough ? nil : FamiliarReader() }

    /// Hands over what the lines that end in `chunk` say, with the number of the line.
    package mutating func read<Failure: Error>(
        _ chunk: UnsafeBufferPointer<UInt8>, _ take: (Item, Int) throws(Failure) -> Void
    ) throws(Failure) {
        try self.read(chunk, asksKinds: false, { _ throws(Failure) in false }, take)
    }

    /// The same for those who mostly want to know what a payload of APNs is.
    ///
    /// - Parameter kinds: Is told the kind of a payload before anything is made of its line. True is enough said; false
    ///   has the entry handed over as ever. Not every line is offered.
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
            // The chunks met in the middle of it.
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

    /// Hands over what the last line says if the stream ended without a line feed.
    package mutating func finish<Failure: Error>(_ take: (Item, Int) throws(Failure) -> Void) throws(Failure) {
        var lines = self.lines
        defer { self.lines = lines }
        try self.cutter.finish { line throws(Failure) in
            for item in lines.items(of: line) { try take(item, line.number) }
        }
        if let finding = lines.finish() { try take(.finding(finding), 1) }
    }
}
