import Basics

/// The text in a plan for faults of messages and devices.
extension Scenario {
    /// The lines for everything that differs from a good network.
    var networkLines: [String] {
        let (ours, usual) = (self.network, LabNetwork())
        func delay(_ key: String, _ path: KeyPath<LabNetwork, LabDelay>) -> [String] {
            ours[keyPath: path] == usual[keyPath: path] ? [] : ["\(key): \(Self.text(ours[keyPath: path].spread))"]
        }
        func share(_ key: String, _ path: KeyPath<LabNetwork, Int>) -> [String] {
            ours[keyPath: path] == 0 ? [] : ["\(key): \(ours[keyPath: path])%"]
        }
        let parts = [
            ("connect", delay("latency", \.connecting) + share("refused", \.connectionsRefusedPercent)),
            (
                "fetch",
                delay("latency", \.crossing) + share("loss", \.requestsLostPercent)
                    + share("answer_loss", \.answersLostPercent)
            ),
            ("send", delay("latency", \.sending)),
            (
                "signal",
                delay("delay", \.tapping) + share("loss", \.tapsLostPercent) + share("dup", \.tapsDoubledPercent)
                    + (ours.coalescesTaps ? ["coalesce: \(Coalescing.byId.rawValue)"] : [])
            ),
        ].filter { !$0.1.isEmpty }
        return parts.isEmpty ? [] : ["network:"] + parts.map { "  \($0.0): {\($0.1.joined(separator: ", "))}" }
    }

    static func text(_ spread: Spread) -> String {
        switch spread {
        case .even(let range): Self.text(range)
        case .exponential(let mean): "exp(\(mean))"
        }
    }

    static func text(_ range: ClosedRange<Interval>) -> String {
        let (low, high) = (range.lowerBound, range.upperBound)
        return low == high ? "\(low)" : "\(low)..\(high)"
    }

    var faultLines: [String] {
        guard let faults = self.faults else { return [] }
        let hazards = faults.hazards.map { "  \($0.kind.rawValue): {\(Self.text(of: $0))}" }
        return ["faults:", "  swarm: \(faults.isSwarm)"] + hazards
    }

    private static func text(of hazard: Hazard) -> String {
        var parts = ["every: \(Self.text(pause: hazard.pause))"]
        if hazard.kind.lasts { parts.append("for: \(Self.text(hazard.span))") }
        if hazard.worstClock != Hazard.usualClock { parts.append("max: \(hazard.worstClock)") }
        return parts.joined(separator: ", ")
    }

    /// Writes the pause of a hazard.
    ///
    /// A single time is an average.
    private static func text(pause: Spread) -> String {
        guard case .even(let range) = pause else { return Self.text(pause) }
        let (mean, rest) = range.upperBound.microseconds.quotientAndRemainder(dividingBy: 2)
        guard range.lowerBound == .zero, rest == 0 else { return "\(range.lowerBound)..\(range.upperBound)" }
        return "\(Interval.microseconds(mean))"
    }
}
