import ShoulderTap

@testable import LabCommand

/// Reports and findings with little ado.
func report(
    _ payload: String = "{}", source: RawText = "a.json", line: Int? = nil, kind: PayloadKind = .foreign,
    tap: Tap? = nil, findings: [Finding] = []
) -> PayloadReport {
    report(Array(payload.utf8), source: source, line: line, kind: kind, tap: tap, findings: findings)
}

func report(
    _ payload: [UInt8], source: RawText = "a.json", line: Int? = nil, kind: PayloadKind = .foreign,
    tap: Tap? = nil, findings: [Finding] = []
) -> PayloadReport {
    PayloadReport(
        source: source, line: line, byteCount: payload.count, payload: payload, kind: kind, tap: tap,
        findings: findings, visible: PayloadReport.VisibleKey(in: PushPayload.inspect(payload)))
}

func finding(
    at offset: Int, earlier: Int? = nil, path: String = "", as severity: PayloadDiagnostic.Severity = .error,
    code: String = "code", _ message: String = "This is odd.", remedy: String = "Mend it."
) -> Finding {
    Finding(
        code: code, severity: severity, offset: offset, earlierOffset: earlier, path: path, message: message,
        remedy: remedy)
}

/// A tap that is known to fit.
func tap(host: String, subscription: String, head: String? = nil, activities: [String] = []) -> Tap {
    let make: (String, String, String?, [String]) throws -> Tap = Tap.init(host:subscription:head:activities:)
    do {
        return try make(host, subscription, head, activities)
    } catch {
        preconditionFailure("\(error)")
    }
}
