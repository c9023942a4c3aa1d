import BenchReport

/// Measures how long it takes to check cached and new provider tokens, to verify signatures, and to make signatures.
enum SignatureReport {
    static func findings(_ race: LaneRace, reasonNotJudged reason: String?) -> Findings {
        let set = TokenSet(count: 512)
        Platform.progress("measuring \(set.tokens.count) provider tokens of \(set.tokens[0].count) bytes")
        guard let peer = SignaturePeer(set) else {
            return Findings(complaints: ["the C loop does not read the keys"], status: .internalBug)
        }
        let lanes = [
            set.cachedChecks(), set.firstChecks(), set.verifications(), peer.verifications(), set.signatures(),
            peer.signatures(),
        ]
        let (times, complaints) = race.run(lanes)
        guard complaints.isEmpty else { return Findings(complaints: complaints) }
        let (verify, sign) = (times[3], times[5])
        let ratio = Target(.atMost, 1.2, "x").notJudged(because: reason)
        return Findings(rows: [
            Row(
                "secure token check, cached", times[0], "ns",
                target: Target(.atMost, 100, " ns").notJudged(because: reason)),
            Row(
                "secure token check, uncached", times[1], "ns", reference: peer.verificationName,
                ratio: times[1] / verify, target: ratio),
            Row(
                "secure verify", times[2], "ns", reference: peer.verificationName, ratio: times[2] / verify,
                target: ratio),
            Row("secure sign", times[4], "ns", reference: peer.signatureName, ratio: times[4] / sign, target: ratio),
            Row("secure \(peer.verificationName)", verify, "ns"),
            Row("secure \(peer.signatureName)", sign, "ns"),
        ])
    }
}
