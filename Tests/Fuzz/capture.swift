import Basics
import Captures
import ShoulderTap

/// Any bytes are read as a capture in one piece: what was read is written as a line that reads the same, chunks do not
/// matter, nothing that is written when it is redacted names the token, and redacted again it stays the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCapture(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let items = read(input.array, chunk: max(count, 1))
    holds(read(input.array, chunk: 7) == items, "chunks matter")
    let thorough = read(input.array, chunk: max(count, 1), CaptureReader(isThorough: true))
    holds(thorough == items, "the quick way says something else than the full reader")
    let lines = 1 + input.array.count { $0 == 0x0A }
    var last = 0
    for (item, line) in items.map({ ($0.item, $0.line) }) {
        // That there was no header is known at the end, and said of the first line.
        if case .finding(let finding) = item, finding.code == .noHeader {
            last = max(last, line)
        } else {
            holds(line >= last && line <= lines, "line \(line) behind line \(last) of \(lines)")
            last = line
        }
        switch item {
        case .header(let header): check(CaptureWriter.line(of: header), item, isFirst: true)
        case .entry(let entry):
            check(CaptureWriter.line(of: entry), item, isFirst: false)
            redact(entry)
        case .finding(let finding):
            holds(finding.line == line && !finding.reason.isEmpty, "a finding that says nothing")
            holds(finding.column ?? 1 >= 1, "a column before the first")
        }
    }
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

/// A line that was written says what it was written of, and is written the same again.
private func check(_ line: [UInt8], _ item: CaptureReader.Item, isFirst: Bool) {
    let header = isFirst ? [] : CaptureWriter.line(of: CaptureHeader())
    let again = read(header + line, chunk: .max).last?.item
    holds(again == item, "a line that was written says something else")
    if case .entry(let entry)? = again { holds(CaptureWriter.line(of: entry) == line, "another line") }
    if case .header(let header)? = again { holds(CaptureWriter.line(of: header) == line, "another header") }
}

private let redactor = KeyedHash(key: [UInt8](repeating: 1, count: 16)).map {
    Redactor(key: $0, paths: ["aps.alert", "*.id"].compactMap { SecretPath($0) })
}

private func redact(_ entry: CaptureEntry) {
    guard let redactor else { return }
    let redacted = redactor.redacted(entry).entry
    let (before, after) = (entry.payload, redacted.payload)
    holds(before.count == after.count, "a mask of another length")
    let kinds = [entry, redacted].map { ChannelVerdict(of: $0).kind }
    holds(kinds[0] == kinds[1], "redacted, a \(kinds[0]) is a \(kinds[1])")
    if entry.channel == .apns {
        let kinds = [before, after].map { PushPayload.classify($0.span, .lenient) }
        holds(kinds[0] == kinds[1], "redacted, for lenient readers a \(kinds[0]) is a \(kinds[1])")
    }
    holds(redactor.redacted(redacted).entry == redacted, "redacted again, it is another")
    if case .token = redacted.device { holds(false, "a token is left") }
}
