import BenchReport

/// What secure transport costs over a plain C loop over the same calls of OpenSSL.
enum SecureSection {
    static func run(_ options: BenchOptions) -> Findings {
        let race = LaneRace(rounds: options.rounds ?? (options.isQuick ? 3 : 15))
        let reason = options.reasonNotToJudge(rounds: race.rounds, atLeast: 9)
        return SignatureReport.findings(race, reasonNotJudged: reason)
    }
}
