import Captures
import ShoulderTap

/// A row of a golden file for one payload: the verdict, and in a flow the events that it triggered.
///
///     {"entry":2,"bytes":80,"kind":"alert","isTap":false,"findings":["wakeBesideAlert 8 aps.alert"]}
struct GoldenRow: Equatable {
    /// The number of the payload, counted from one.
    ///
    /// The events after the last payload have the next number.
    let entry: Int
    let bytes: Int
    let headline: String
    let findings: [String]
    /// The events until the next payload. Nil for a replay without a lab.
    let history: [String]?

    init(entry: Int, _ report: PayloadReport, history: [String]? = nil) {
        self.entry = entry
        self.bytes = report.byteCount
        self.headline = report.tap == nil ? "\(report.kind)" : "\(report.kind) tap"
        self.findings = report.findings.map(\.line)
        self.history = history
    }

    /// Creates the row for the events after the last payload.
    init(end entry: Int, history: [String]) {
        (self.entry, self.bytes, self.headline, self.findings) = (entry, 0, "end", [])
        self.history = history
    }

    private static let keys: Set<String> = ["entry", "bytes", "kind", "isTap", "findings", "history"]

    /// Parses a row. Returns nil for an invalid line.
    ///
    /// Incomplete rows are invalid, because they would match several payloads.
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

    /// The row as a line. Nil if the line is too long to be read again.
    var readableLine: [UInt8]? {
        let line = self.line
        return line.count - 1 <= CaptureReader.mostLineBytes ? line : nil
    }

    /// Returns the first difference from the recorded row. Returns nil if there is no difference.
    func difference(from recorded: GoldenRow) -> String? {
        if self.entry != recorded.entry { return "expected entry \(recorded.entry), got entry \(self.entry)" }
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
    /// The elements of an array of texts. Nil for any other value.
    fileprivate var strings: [String]? {
        guard let elements = self.elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }
}

extension Finding {
    /// The finding in the format of golden files.
    var line: String { self.path.isEmpty ? "\(self.code) \(self.offset)" : "\(self.code) \(self.offset) \(self.place)" }

    private var place: String { VerdictFile.escaped(self.path) }
}

/// The first line of a golden file. It says whether the payloads were driven through a lab as a flow, or whether the
/// file has only verdicts. For a flow, it also contains the options of the lab.
struct GoldenHeader: Equatable {
    /// The options that determine a flow. Nil if the file has only verdicts.
    var flow: String?

    init(flow: String? = nil) { self.flow = flow }

    /// Parses a header. Returns nil for an invalid line.
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

    /// The kind of replay in words, for an error message about the wrong file.
    var words: String { self.flow.map { "a flow (\($0))" } ?? "verdicts only" }
}
