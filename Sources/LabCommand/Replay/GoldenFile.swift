import Captures

/// A file of recorded verdicts. It is read line by line, as the payloads arrive.
final class GoldenFile {
    private static let chunkSize = 1 << 16

    private let path: RawText
    private let header: GoldenHeader
    private let desk: InputDesk
    private var descriptor: Int32?
    private var cutter = LineCutter(limit: CaptureReader.mostLineBytes)
    private var lines: [LineCutter.Line] = []
    private var next = 0
    private var isOpened = false
    private var hasEnded = false
    private(set) var isFaulty = false

    init(_ path: RawText, _ header: GoldenHeader, _ desk: InputDesk) {
        self.path = path
        self.header = header
        self.desk = desk
    }

    deinit { if let descriptor = self.descriptor { Platform.close(descriptor) } }

    /// Whether the file has verdicts.
    ///
    /// If not, the reason has been reported.
    func isSound() throws(RunEnd) -> Bool {
        if !self.isOpened { try self.open() }
        return !self.isFaulty
    }

    /// Returns the difference between a verdict and the next recorded verdict. Returns nil if there is no difference.
    func difference(of row: GoldenRow) throws(RunEnd) -> String? {
        guard let line = try self.nextLine() else { return "no verdict is recorded for it; record it with --update" }
        if line.bytes.elementsEqual(row.line.dropLast()) { return nil }
        // A row from another kind of replay is treated as damaged, because its history cannot be compared.
        guard let recorded = GoldenRow(line: line.bytes), (recorded.history == nil) == (row.history == nil) else {
            let place = "\(TerminalText.escaped(self.path)):\(line.number)"
            try self.desk.fail(
                .badData, "\(place): the line was not written by --update; write the file again with --update")
            return "its verdict is not valid; write the file again with --update"
        }
        return row.difference(from: recorded)
    }

    /// Returns the number of remaining verdicts.
    func rest() throws(RunEnd) -> Int {
        var count = 0
        while try self.nextLine() != nil { count += 1 }
        return count
    }

    private func nextLine() throws(RunEnd) -> LineCutter.Line? {
        if !self.isOpened { try self.open() }
        while true {
            try self.fill()
            guard self.next < self.lines.count else { return nil }
            defer { self.next += 1 }
            if !self.lines[self.next].isBlank { return self.lines[self.next] }
        }
    }

    private func open() throws(RunEnd) {
        self.isOpened = true
        do throws(SystemFailure) {
            self.descriptor = try Platform.openForReading(self.path)
        } catch {
            (self.hasEnded, self.isFaulty) = (true, true)
            if error.isMissing {
                let name = InputDesk.quoted(self.path)
                return try self.desk.fail(.missingInput, "cannot find \(name); write it with --update")
            }
            return try self.desk.failToRead(self.path, error)
        }
        try self.fill()
        let header = self.lines.first.flatMap { GoldenHeader(line: $0.bytes) }
        guard header == self.header else {
            (self.hasEnded, self.isFaulty) = (true, true)
            self.lines = []
            let reason =
                header.map { "was written with \($0.words), but this run uses \(self.header.words)" }
                ?? "was not written by --update"
            return try self.desk.fail(.badData, "\(InputDesk.quoted(self.path)) \(reason)")
        }
        self.next = 1
    }

    /// Reads more of the file until a line is available or the file has ended.
    private func fill() throws(RunEnd) {
        while self.next >= self.lines.count, !self.hasEnded, let descriptor = self.descriptor {
            self.lines = []
            self.next = 0
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
            defer { buffer.deallocate() }
            let filled = try InputStream.fill(
                buffer, from: descriptor, before: { () throws(RunEnd) in try self.desk.stopIfAsked() }, waiting: {})
            switch filled {
            case .success(let count):
                let bytes = UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count])
                self.cutter.feed(bytes) { self.lines.append($0) }
                if count == 0 {
                    self.hasEnded = true
                    self.cutter.finish { self.lines.append($0) }
                }
            case .failure(let failure):
                (self.hasEnded, self.isFaulty) = (true, true)
                try self.desk.failToRead(self.path, failure)
            }
        }
    }
}
