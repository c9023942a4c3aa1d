import BenchReport
import SecureTransport

/// Measurements of connections between two of our engines, compared with the same connections in C.
enum TLSReport {
    static func findings(rounds: Int, reasonNotJudged reason: String?) -> Findings {
        Platform.progress("measuring handshakes and records of TLS")
        guard let matches = try? Self.matches() else {
            return Findings(complaints: ["OpenSSL does not take the certificates"], status: .internalBug)
        }
        let duels = matches.map(\.duel)
        let complaints = duels.flatMap(\.complaints)
        guard complaints.isEmpty else { return Findings(complaints: complaints) }
        let rows = zip(matches, Duel.run(duels, rounds: rounds)).map { match, result in
            Row(
                "secure \(match.metric)", match.figure(result.nanoseconds), match.unit, reference: TLSPeer.name,
                ratio: result.ratio, target: Target(.atMost, match.limit, "x").notJudged(because: reason))
        }
        return Findings(rows: rows)
    }

    /// A metric, its limit, and the two contenders that are measured for it.
    private struct Match {
        let metric: String
        let unit: String
        /// The maximum ratio of our time to the peer's.
        let limit: Double
        /// Converts the nanoseconds of one handshake or record into the displayed figure.
        let figure: (Double) -> Double
        let duel: Duel
    }

    private struct NoPeer: Error {}

    private static func matches() throws -> [Match] {
        let world = try TLSWorld()
        let peer = { (kind: TLSWorld.Kind) throws -> TLSPeer in
            guard let peer = TLSPeer(world, kind) else { throw NoPeer() }
            return peer
        }
        let handshakes = try TLSWorld.Kind.handshakes.map { kind in
            let count = kind.isResumed && kind.version == .v1_2 ? 12 : 2
            return Match(
                metric: "handshake, \(kind.name)", unit: "/s", limit: 1.1, figure: { 1e9 / $0 },
                duel: Duel(
                    ours: try TLSPair(world, kind).handshakes(count: count),
                    peer: try peer(kind).handshakes(kind, count: count)))
        }
        let records = try TLSVersion.allCases.map { version in
            let kind = TLSWorld.Kind(version)
            return Match(
                metric: "record of 16 KiB, \(version.rawValue)", unit: "us", limit: 1.1, figure: { $0 / 1_000 },
                duel: Duel(
                    ours: try TLSPair(world, kind).records(count: 64),
                    peer: try peer(kind).records(kind, count: 64)))
        }
        return handshakes + records
    }
}
