import Captures
import ShoulderTap

/// The verdict on one payload as a golden file keeps it, on one line.
///
///     {"entry":2,"bytes":80,"kind":"alert","isTap":false,"findings":["wakeBesideAlert 8 aps.alert"]}
struct GoldenRow: Equatable {
    static let header = Array("{\"shouldertapVerdicts\":1}\n".utf8)

    /// The place among all payloads, counted from one.
    let entry: Int
    let bytes: Int
    let headline: String
    let findings: [String]

    init(entry: Int, bytes: Int, _ payload: [UInt8]) {
        let verdict = Verdict(PushPayload.inspect(payload))
        self.entry = entry
        self.bytes = bytes
        self.headline = verdict.headline
        self.findings = verdict.findings.map(\.line)
    }

    /// Nil for a line that is none.
    init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line, limit: CaptureReader.mostLineBytes).root,
            let entry = root["entry"]?.int64, let bytes = root["bytes"]?.int64, let kind = root["kind"]?.string,
            let isTap = root["isTap"]?.bool, let findings = root["findings"]?.elements
        else { return nil }
        self.entry = Int(entry)
        self.bytes = Int(bytes)
        self.headline = isTap ? "\(kind) tap" : kind
        self.findings = findings.compactMap(\.string)
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
        json.raw("}\n")
        return json.bytes
    }

    /// The first difference from what was recorded, in words; nil if there is none.
    func difference(from recorded: GoldenRow) -> String? {
        if self.entry != recorded.entry { return "entry \(recorded.entry) was recorded here, this is \(self.entry)" }
        if self.headline != recorded.headline { return "expected \(recorded.headline), got \(self.headline)" }
        for index in 0..<max(self.findings.count, recorded.findings.count) {
            let got = index < self.findings.count ? self.findings[index] : nil
            let wanted = index < recorded.findings.count ? recorded.findings[index] : nil
            if got != wanted {
                return "expected \(wanted.map { "'\($0)'" } ?? "no more findings"), "
                    + "got \(got.map { "'\($0)'" } ?? "no more findings")"
            }
        }
        return self.bytes == recorded.bytes ? nil : "expected \(recorded.bytes) bytes, got \(self.bytes)"
    }
}
