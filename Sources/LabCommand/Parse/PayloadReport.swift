import Captures
import ShoulderTap

/// A payload with its source and the library's findings.
struct PayloadReport {
    let source: RawText
    /// The line of a JSON-lines source, counted from one. Nil for other sources.
    let line: Int?
    /// The full size of the payload, even if only its beginning was kept.
    let byteCount: Int
    let payload: [UInt8]
    let kind: PayloadKind
    let tap: Tap?
    let findings: [Finding]
    /// The first key that makes the push visible. Nil if the push is not visible.
    let visible: VisibleKey?
    /// The reason why the payload is not a tap. Set only if the reason is the channel and not the bytes.
    var reason: String?
    /// The findings in the headers of the request, if a capture has these headers.
    var headerFindings: [HeaderFinding] = []
    /// The form in which the bytes contain a payload, such as base64. Nil if the bytes are a payload themselves, or if
    /// they contain none.
    var disguise: Disguise?

    /// A key of `aps` that makes the push visible: it shows, counts or plays something.
    struct VisibleKey: Equatable {
        let name: String
        let offset: Int

        /// Finds the first key that makes a payload visible, in the order in which a developer would look.
        init?(in inspection: Inspection) {
            for name in ["alert", "badge", "sound"] {
                if let offset = inspection["aps", .key(name)]?.keyOffset {
                    self.name = name
                    self.offset = offset
                    return
                }
            }
            return nil
        }
    }

    /// The first of the most severe findings.
    var gravest: Finding? {
        self.findings.first { $0.severity == .error } ?? self.findings.first { $0.severity == .warning }
            ?? self.findings.first
    }

    /// The source as readable text. If the payload has a line number, it follows after a colon.
    var place: String {
        let source = TerminalText.escaped(self.source)
        return self.line.map { "\(source):\($0)" } ?? source
    }
}

extension PayloadReport {
    init(source: RawText, _ text: PayloadText, _ strictness: Strictness) {
        let inspection = PushPayload.inspect(text.kept, strictness: strictness)
        self.init(
            source: source, line: text.line, byteCount: text.byteCount, payload: text.kept,
            kind: inspection.kind, tap: inspection.tap, findings: inspection.diagnostics.map(Finding.init),
            visible: VisibleKey(in: inspection),
            disguise: Disguise(text.kept, inspection.kind))
    }
}
