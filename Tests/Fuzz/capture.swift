import Captures

/// Any bytes are read as a capture in one piece: chunks do not matter, the quick way says what the full reader says,
/// every place lies in the input, and what was read is written as lines that read the same and are written the same.
func fuzzCapture(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    let found = read(bytes, chunk: max(count, 1))
    holds(read(bytes, chunk: 7) == found, "chunks matter")
    let thorough = read(bytes, chunk: max(count, 1), CaptureReader(isThorough: true))
    holds(thorough == found, "the quick way says something else than the full reader")
    checkLines(of: found, 1 + bytes.count { $0 == 0x0A })
    checkWriting(of: found.map(\.item))
    return 0
}

private struct Found: Equatable {
    let item: CaptureReader.Item
    let line: Int
}

private func read(_ bytes: [UInt8], chunk: Int, _ reader: CaptureReader = CaptureReader()) -> [Found] {
    var reader = reader
    var found: [Found] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        let part = rest.prefix(chunk)
        rest = rest.dropFirst(part.count)
        part.withUnsafeBufferPointer { reader.read($0) { found.append(Found(item: $0, line: $1)) } }
    }
    reader.finish { found.append(Found(item: $0, line: $1)) }
    return found
}

private func checkLines(of found: [Found], _ lines: Int) {
    var last = 0
    for (item, line) in found.map({ ($0.item, $0.line) }) {
        guard case .finding(let finding) = item else {
            holds(line >= last && line <= lines, "line \(line) behind line \(last) of \(lines)")
            last = line
            continue
        }
        // That there was no header is known at the end, and said of the first line.
        holds(finding.code == .noHeader || line >= last && line <= lines, "line \(line) behind line \(last)")
        last = max(last, line)
        holds(finding.line == line && !finding.reason.isEmpty, "a finding that says nothing")
        holds(finding.column ?? 1 >= 1, "a column before the first")
    }
}

/// Headers and entries, each as a line of its own, say what they were written of, and are written the same again.
private func checkWriting(of items: [CaptureReader.Item]) {
    let written = items.filter { if case .finding = $0 { false } else { true } }
    guard let first = written.first else { return }
    // Behind some findings there are entries in front of which no header is left.
    var bytes = if case .header = first { [UInt8]() } else { CaptureWriter.line(of: CaptureHeader()) }
    let skipped = bytes.isEmpty ? 0 : 1
    let lines = written.map(line)
    for line in lines { bytes += line }
    let again = read(bytes, chunk: .max).map(\.item).dropFirst(skipped)
    holds(Array(again) == written, "a line that was written says something else")
    holds(again.map(line) == lines, "another line")
    for line in lines { holds(line.last == 0x0A && line.count { $0 == 0x0A } == 1, "not one line") }
}

private func line(_ item: CaptureReader.Item) -> [UInt8] {
    switch item {
    case .header(let header): CaptureWriter.line(of: header)
    case .entry(let entry): CaptureWriter.line(of: entry)
    case .finding: []
    }
}
