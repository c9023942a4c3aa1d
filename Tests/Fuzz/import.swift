import Captures
import ShoulderTap

/// Any bytes are imported as a log and as lines in one piece: chunks do not matter, every place lies in the input, and
/// what a description was turned into is JSON.
func fuzzImport(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    let (log, tally) = logged(bytes, chunk: max(count, 1))
    holds(logged(bytes, chunk: 5).found == log, "chunks of a log matter")
    let lines = lined(bytes, chunk: max(count, 1))
    holds(lined(bytes, chunk: 5) == lines, "chunks of lines matter")
    let last = 1 + bytes.count { $0 == 0x0A }
    for found in log + lines {
        holds((1...last).contains(found.line), "line \(found.line) of \(last)")
        if case .entry(let entry) = found.item { holds(!CaptureWriter.line(of: entry).isEmpty, "no line") }
    }
    let entries = log.compactMap { if case .entry(let entry) = $0.item { entry } else { nil } }
    holds(entries.count == tally.payloads && tally.rebuilt <= tally.payloads, "a tally of something else")
    for entry in entries {
        let root = (try? JSONDocument(entry.payload, limit: max(entry.payload.count, 1)))?.root
        let places = [root?["message"]?["data"], root?["data"], root]
        holds(
            entry.channel == .fcm
                ? places.contains { $0?["shoulderTap"]?.string != nil } : root?["aps"] != nil,
            "a payload that has neither an envelope nor an aps")
    }
    return 0
}

private struct Found: Equatable {
    let item: CaptureReader.Item
    let line: Int
}

private func logged(_ bytes: [UInt8], chunk: Int) -> (found: [Found], tally: LogImporter.Tally) {
    var importer = LogImporter(channel: .apns, source: "a")
    var found: [Found] = []
    for part in parts(bytes, chunk) {
        part.withUnsafeBufferPointer { importer.read($0) { found.append(Found(item: $0, line: $1)) } }
    }
    importer.finish { found.append(Found(item: $0, line: $1)) }
    return (found, importer.tally)
}

private func lined(_ bytes: [UInt8], chunk: Int) -> [Found] {
    var importer = LinesImporter(channel: .apns, source: "a")
    var found: [Found] = []
    for part in parts(bytes, chunk) {
        part.withUnsafeBufferPointer { importer.read($0) { found.append(Found(item: $0, line: $1)) } }
    }
    importer.finish { found.append(Found(item: $0, line: $1)) }
    return found
}

private func parts(_ bytes: [UInt8], _ size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: size).map { bytes[$0...].prefix(size) }
}
