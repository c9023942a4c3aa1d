import Captures
import ShoulderTap

/// What a golden file keeps of one payload, on one line: the verdict, and of a flow what it set going.
///
///     {"entry":2,"bytes":80,"kind":"alert","isTap":false,"findings":["wakeBesideAlert 8 aps.alert"]}
struct GoldenRow: Equatable {
    /// The place among all payloads, counted from one; what happens behind the last has the next number.
    let entry: Int
    let bytes: Int
    let headline: String
    let findings: [String]
    /// What happened until the next payload; nil where nothing was driven.
    let history: [String]?

    init(entry: Int, _ report: PayloadReport, history: [String]? = nil) {
        self.entry = entry
        self.bytes = report.byteCount
        self.headline = report.tap == nil ? "\(report.kind)" : "\(report.kind) tap"
        self.findings = report.findings.map(\.line)
        self.history = history
    }

    /// What happens behind the last payload.
    init(end entry: Int, history: [String]) {
        (self.entry, self.bytes, self.headline, self.findings) = (entry, 0, "end", [])
        self.history = history
    }

    private static let keys: Set<String> = ["entry", "bytes", "kind", "isTap", "findings", "history"]

    /// Nil for a line that is none: half a row would be equal to more than one.
    init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, limit: CaptureReader.mostLineBytes).root,
            let keys = root.members?.map(\.key), Set(keys).count == keys.count, Self.keys.isSuperset(of: keys),
            let entry = root["entry"]?.int64, let bytes = root["bytes"]?.int64, let kind = root["kind"]?.string,
            !kind.contains(" "), let isTap = root["isTap"]?.bool, let findings = root["findings"]?.strings
        else { return nil }
        self.entry = Int(entry)
        self.bytes = Int(bytes)
        self.headline = isTap ? "\(kind) tap" : kind
        self.findings = findings
        self.history = root["history"]?.strings
        if root["history"] != nil, self.history == nil { return nil }
    }

    var line: [UInt8] {
        let words = self.headline.split(separator: " ").map(String.init)
        var json = JSONText()
        json.raw("{\"entry\":")
        json.number(self.entry)
        json.raw(",\"bytes\":")
        json.number(self.bytes)
        json.raw(",\"kind\":")
        json.string(words.first)
        json.raw(",\"isTap\":")
        json.boolean(words.count > 1)
        json.raw(",\"findings\":")
        json.array(self.findings) { $0.string($1) }
        if let history {
            json.raw(",\"history\":")
            json.array(history) { $0.string($1) }
        }
        json.raw("}\n")
        return json.bytes
    }

    /// The line, if it is read again: nil for one that is too long.
    var readableLine: [UInt8]? {
        let line = self.line
        return line.count - 1 <= CaptureReader.mostLineBytes ? line : nil
    }

    /// The first difference from what was recorded, in words; nil if there is none.
    func difference(from recorded: GoldenRow) -> String? {
        if self.entry != recorded.entry { return "entry \(recorded.entry) was recorded here, this is \(self.entry)" }
        if self.headline != recorded.headline {
            let difference = "expected \(recorded.headline), got \(self.headline)"
            guard !recorded.findings.isEmpty || !self.findings.isEmpty else { return difference }
            return "\(difference); "
                + "found then: \(Self.list(recorded.findings)), now: \(Self.list(self.findings))"
        }
        let difference =
            Self.difference(self.findings, recorded.findings, "findings")
            ?? Self.difference(self.history ?? [], recorded.history ?? [], "events")
        if let difference { return difference }
        return self.bytes == recorded.bytes ? nil : "expected \(recorded.bytes) bytes, got \(self.bytes)"
    }

    private static func list(_ findings: [String]) -> String {
        findings.isEmpty ? "nothing" : findings.joined(separator: ", ")
    }

    private static func difference(_ got: [String], _ wanted: [String], _ noun: String) -> String? {
        for index in 0..<max(got.count, wanted.count) {
            let (got, wanted) = (index < got.count ? got[index] : nil, index < wanted.count ? wanted[index] : nil)
            guard got != wanted else { continue }
            let nothing = "no more \(noun)"
            return "expected \(wanted.map { "'\($0)'" } ?? nothing), got \(got.map { "'\($0)'" } ?? nothing)"
        }
        return nil
    }
}

extension PayloadElement {
    /// The elements of an array of texts; nil for any other value.
    fileprivate var strings: [String]? {
        guard let elements = self.elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }
}

extension Finding {
    /// The finding as golden files keep it.
    var line: String { self.path.isEmpty ? "\(self.code) \(self.offset)" : "\(self.code) \(self.offset) \(self.place)" }

    private var place: String { VerdictFile.escaped(self.path) }
}

/// The first line of a golden file: what was replayed, and of a flow in which lab.
struct GoldenHeader: Equatable {
    /// The words that decide a flow; nil for verdicts alone.
    var flow: String?

    init(flow: String? = nil) { self.flow = flow }

    /// Nil for a line that no golden file begins with.
    init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, limit: CaptureReader.mostLineBytes).root,
            root["shouldertapVerdicts"]?.int64 == 1
        else { return nil }
        self.flow = root["flow"]?.string
    }

    var line: [UInt8] {
        var json = JSONText()
        json.raw("{\"shouldertapVerdicts\":1")
        if let flow {
            json.raw(",\"flow\":")
            json.string(flow)
        }
        json.raw("}\n")
        return json.bytes
    }

    /// In words, for whoever compares with the wrong file.
    var words: String { self.flow.map { "a flow (\($0))" } ?? "verdicts alone" }
}
