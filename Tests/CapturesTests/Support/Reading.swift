import Captures
import TestSupport

/// What a capture says, with the number of each line.
struct Reading: Equatable {
    struct Line: Equatable {
        let number: Int
        let item: CaptureReader.Item
    }

    private(set) var lines: [Line] = []

    /// Reads `bytes` in chunks of so many.
    init(_ bytes: [UInt8], chunk: Int = .max, _ reader: CaptureReader = CaptureReader()) {
        var reader = reader
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(chunk))
            rest = rest.dropFirst(part.count)
            part.withUnsafeBufferPointer { buffer in
                reader.read(buffer) { self.lines.append(Line(number: $1, item: $0)) }
            }
        }
        reader.finish { self.lines.append(Line(number: $1, item: $0)) }
    }

    init(_ text: String) { self.init(Array(text.utf8)) }

    var entries: [CaptureEntry] {
        self.lines.compactMap { if case .entry(let entry) = $0.item { entry } else { nil } }
    }

    var findings: [CaptureFinding] {
        self.lines.compactMap { if case .finding(let finding) = $0.item { finding } else { nil } }
    }

    /// Each line in a few words.
    var words: [String] {
        self.lines.map { line in
            switch line.item {
            case .header: "\(line.number) header"
            case .entry(let entry): "\(line.number) \(entry.payload.count) bytes"
            case .finding(let finding): "\(finding.place) \(finding.code)"
            }
        }
    }

    /// What a writer makes of it.
    var written: [UInt8] {
        self.lines.flatMap { line in
            switch line.item {
            case .header(let header): CaptureWriter.line(of: header)
            case .entry(let entry): CaptureWriter.line(of: entry)
            case .finding: [] as [UInt8]
            }
        }
    }
}

/// A capture with these entries.
func capture(_ entries: [CaptureEntry]) -> [UInt8] {
    CaptureWriter.line(of: CaptureHeader()) + entries.flatMap(CaptureWriter.line)
}

/// Payloads to begin with: the hand-made tables, the project's fixtures, and real ones where they lie beside it.
enum Corpus {
    static let fixtures = Self.files(in: ProjectFiles.fixtures("Payloads")).filter { !$0.path.hasSuffix(".verdict") }
    static let shared = Self.files(in: ProjectFiles.shared("captures")).filter { $0.path.hasSuffix(".json") }
    static let small = (KnownPayload.all.map(\.bytes) + Self.fixtures.map(\.bytes)).filter { $0.count < 6000 }
    static let all = KnownPayload.all.map(\.bytes) + Self.fixtures.map(\.bytes) + Self.shared.map(\.bytes)

    private static func files(in folder: String) -> [(path: String, bytes: [UInt8])] {
        ProjectFiles.tree(under: folder).compactMap { path in
            ProjectFiles.bytes(folder + "/" + path).map { (path, $0) }
        }
    }
}
