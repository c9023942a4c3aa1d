import BenchReport

/// The cost of secure transport, compared with plain C that makes the same calls of OpenSSL.
enum SecureSection {
    static func run(_ options: BenchOptions) -> Findings {
        let race = LaneRace(rounds: options.rounds ?? (options.isQuick ? 3 : 15))
        let reason = options.reasonNotToJudge(rounds: race.rounds, atLeast: 9)
        var findings = SignatureReport.findings(race, reasonNotJudged: reason)
        let ofTLS = TLSReport.findings(rounds: race.rounds, reasonNotJudged: reason)
        findings.rows += ofTLS.rows
        findings.complaints += ofTLS.complaints
        if findings.status == .passed { findings.status = ofTLS.status }
        return findings
    }
}
