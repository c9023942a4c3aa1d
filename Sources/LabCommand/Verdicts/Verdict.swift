import ShoulderTap

/// The result of reading a payload in strict or lenient mode. It has only the parts that a recorded verdict stores.
struct Verdict: Equatable {
    struct Finding: Equatable {
        let code: PayloadDiagnostic.Code
        let offset: Int
        let path: String

        var line: String {
            let path = self.path.isEmpty ? "" : " " + VerdictFile.escaped(self.path)
            return "\(self.code) \(self.offset)\(path)"
        }
    }

    var kind: PayloadKind
    var isTap: Bool
    var findings: [Finding] = []

    var headline: String { self.isTap ? "\(self.kind) tap" : "\(self.kind)" }

    /// Returns the first difference from the expected verdict, or nil if there is none.
    func difference(from expected: Verdict) -> String? {
        if self.headline != expected.headline { return "expected \(expected.headline), got \(self.headline)" }
        for index in 0..<max(self.findings.count, expected.findings.count) {
            let got = index < self.findings.count ? self.findings[index] : nil
            let wanted = index < expected.findings.count ? expected.findings[index] : nil
            if got != wanted {
                return "expected \(wanted.map { "'\($0.line)'" } ?? "no more findings"), "
                    + "got \(got.map { "'\($0.line)'" } ?? "no more findings")"
            }
        }
        return nil
    }
}

extension Verdict {
    init(_ inspection: Inspection) {
        self.init(
            kind: inspection.kind, isTap: inspection.isTap,
            findings: inspection.diagnostics.map {
                Finding(code: $0.code, offset: $0.offset, path: $0.path)
            })
    }
}
