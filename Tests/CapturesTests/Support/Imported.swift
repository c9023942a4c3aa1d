import Captures
import TestSupport

/// What an importer makes of a text.
struct Imported {
    private(set) var payloads: [String] = []
    private(set) var entries: [CaptureEntry] = []
    private(set) var findings: [String] = []
    private(set) var headers: [CaptureHeader] = []
    private(set) var tally = LogImporter.Tally()

    init(log text: String, channel: CaptureEntry.Channel = .apns, chunk: Int = .max) {
        var importer = LogImporter(channel: channel, source: "a.log")
        for part in Self.parts(text, chunk) {
            part.withUnsafeBufferPointer { buffer in importer.read(buffer) { item, _ in self.take(item) } }
        }
        importer.finish { item, _ in self.take(item) }
        self.tally = importer.tally
    }

    init(lines text: String, chunk: Int = .max) {
        var importer = LinesImporter(channel: .fcm, source: "a.jsonl")
        for part in Self.parts(text, chunk) {
            part.withUnsafeBufferPointer { buffer in importer.read(buffer) { item, _ in self.take(item) } }
        }
        importer.finish { item, _ in self.take(item) }
    }

    private mutating func take(_ item: CaptureReader.Item) {
        switch item {
        case .header(let header): self.headers.append(header)
        case .entry(let entry):
            self.entries.append(entry)
            self.payloads.append(String(decoding: entry.payload, as: UTF8.self))
        case .finding(let finding): self.findings.append("\(finding.place) \(finding.reason)")
        }
    }

    private static func parts(_ text: String, _ size: Int) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))).map { start in
            Array(bytes[start...].prefix(size))
        }
    }
}

/// Whether a text is JSON to the slow and obvious reference.
enum PushJSON {
    static func isSound(_ text: String) -> Bool { (try? ReferenceJSON.parse(Array(text.utf8), lenient: false)) != nil }
}
