import BenchReport

/// Turns the times of one set into rows, with the targets of that set.
struct ParseReport {
    let set: PayloadSet
    let results: [Race.Result]
    /// The reason why the times of this run are not compared with targets. It is nil if they are compared.
    let reasonNotJudged: String?

    private enum Peer { case simdjson, decoder, fullDecoder }

    /// A target of one contender on one set.
    private struct Goal {
        let set: String
        let contender: String
        let peer: Peer
        let target: Target
    }

    private static let goals = [
        Goal(set: "mixed", contender: "tryParse", peer: .simdjson, target: Target(.atMost, 1.05, "x")),
        Goal(set: "mixed", contender: "tryParse", peer: .decoder, target: Target(.atLeast, 10, "x faster")),
        Goal(set: "background-89", contender: "classify", peer: .simdjson, target: Target(.atMost, 0.85, "x")),
        Goal(set: "background-89", contender: "classify", peer: .decoder, target: Target(.atLeast, 40, "x faster")),
        Goal(set: "tap-171", contender: "tryParse", peer: .simdjson, target: Target(.atMost, 0.9, "x")),
        Goal(set: "mixed", contender: "inspect", peer: .fullDecoder, target: Target(.atLeast, 5, "x faster")),
    ]

    func rows() -> [Row] {
        self.results.flatMap { result in [self.time(result), self.rate(result)] } + self.goalRows()
    }

    /// Returns the row with the nanoseconds. They are compared with simdjson if it ran, otherwise with the minimal
    /// decoder.
    private func time(_ result: Race.Result) -> Row {
        let reference = self.result(of: .simdjson, for: result) ?? self.result(of: .decoder, for: result)
        return Row(
            "parse \(self.set.name) \(result.name) time", result.nanoseconds, "ns/payload",
            reference: reference?.name, ratio: reference.map { result.nanoseconds / $0.nanoseconds })
    }

    private func rate(_ result: Race.Result) -> Row {
        let bytes = Double(self.set.byteCount) / Double(self.set.samples.count)
        return Row("parse \(self.set.name) \(result.name) rate", bytes / result.nanoseconds, "GB/s")
    }

    private func goalRows() -> [Row] {
        Self.goals.filter { $0.set == self.set.name }.map { goal in
            let own = self.results.first { $0.name == goal.contender }
            let peer = own.flatMap { self.result(of: goal.peer, for: $0) }
            let isFaster = goal.target.bound == .atLeast
            return Row(
                "parse \(goal.set) \(goal.contender) target", own?.nanoseconds, "ns/payload",
                reference: peer?.name ?? Self.label(goal.peer),
                ratio: self.ratio(own, peer, isFaster: isFaster),
                target: goal.target.notJudged(because: self.reason(own, peer)))
        }
    }

    private func ratio(_ own: Race.Result?, _ peer: Race.Result?, isFaster: Bool) -> Double? {
        guard let own, let peer else { return nil }
        return isFaster ? peer.nanoseconds / own.nanoseconds : own.nanoseconds / peer.nanoseconds
    }

    private func reason(_ own: Race.Result?, _ peer: Race.Result?) -> String? {
        if own == nil { return "its answers are wrong" }
        if peer == nil { return "the reference did not run" }
        return self.reasonNotJudged
    }

    /// Returns the result of a peer. If the peer ran with both forms of payloads, returns the result with the form that
    /// `own` reads.
    private func result(of peer: Peer, for own: Race.Result) -> Race.Result? {
        let results = self.results.filter { $0.name.hasPrefix(Self.label(peer)) }
        return results.first { $0.readsArrays == own.readsArrays } ?? results.first
    }

    private static func label(_ peer: Peer) -> String {
        switch peer {
        case .simdjson: "simdjson"
        case .decoder: FoundationContender.Way.minimal.rawValue
        case .fullDecoder: FoundationContender.Way.full.rawValue
        }
    }
}
