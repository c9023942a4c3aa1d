import Basics
import Captures
import ShoulderTap

/// The first entries of a capture are redacted: payloads keep their length and verdict, no token is left, the written
/// line is read as it was, and redacted again it stays the same.
func fuzzRedaction(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    for entry in entries(of: bytes).prefix(3) { redact(entry) }
    return 0
}

private func entries(of bytes: [UInt8]) -> [CaptureEntry] {
    var reader = CaptureReader()
    var entries: [CaptureEntry] = []
    func take(_ item: CaptureReader.Item, _: Int) { if case .entry(let entry) = item { entries.append(entry) } }
    bytes.withUnsafeBufferPointer { reader.read($0, take) }
    reader.finish(take)
    return entries
}

private let redactor = KeyedHash(key: [UInt8](repeating: 1, count: 16)).map {
    Redactor(key: $0, paths: ["aps.alert", "*.id"].compactMap { SecretPath($0) })
}

private func redact(_ entry: CaptureEntry) {
    guard let redactor else { fatalError("sixteen bytes are no key") }
    let redacted = redactor.redacted(entry).entry
    let (before, after) = (entry.payload, redacted.payload)
    holds(before.count == after.count, "a mask of another length")
    let kinds = [entry, redacted].map { ChannelVerdict(of: $0).kind }
    holds(kinds[0] == kinds[1], "redacted, a \(kinds[0]) is a \(kinds[1])")
    if entry.channel == .apns {
        let kinds = [before, after].map { PushPayload.classify($0.span, strictness: .lenient) }
        holds(kinds[0] == kinds[1], "redacted, for lenient readers a \(kinds[0]) is a \(kinds[1])")
    }
    holds(redactor.redacted(redacted).entry == redacted, "redacted again, it is another")
    if case .token = redacted.device { holds(false, "a token is left") }
    let line = CaptureWriter.line(of: CaptureHeader()) + CaptureWriter.line(of: redacted)
    holds(entries(of: line) == [redacted], "redacted, its line says something else")
}
