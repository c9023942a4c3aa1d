/// A fault of a push at the endpoint or on its way to the device. It has a text form: `503x2@4` means that push 4 and
/// the next push to the same token get the status 503.
package struct PushFault: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The push is answered with this status.
        case unavailable = "503"
        case tooMany = "429"
        case broken = "500"
        /// The token is inactive from this push on.
        case gone = "410"
        /// The stream is reset, and nothing is delivered.
        case reset
        /// The push is delivered. Then the stream is reset, and the push gets no answer.
        case unanswered
        /// The connection ends without an answer, and nothing is delivered.
        case drop
        /// The connection announces its end in two steps. The push is answered.
        case goaway
        /// The answer takes a second.
        case slow
        /// The push is accepted and never delivered.
        case lost
        /// The push is accepted and delivered a second later.
        case late
    }

    package var kind: Kind
    /// The number of the affected push, from 1, over all pushes of the run.
    package var push: Int
    /// The number of affected pushes to the same token.
    package var count = 1

    package init(_ kind: Kind, at push: Int, count: Int = 1) {
        (self.kind, self.push, self.count) = (kind, push, count)
    }

    package var description: String { self.kind.rawValue + (self.count > 1 ? "x\(self.count)" : "") + "@\(self.push)" }

    /// Reads what ``description`` writes.
    package init?(_ word: some StringProtocol) {
        let halves = word.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, let push = Int(halves[1]), 1...1_000_000 ~= push else { return nil }
        let parts = halves[0].split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let count = parts.count == 2 ? Int(parts[1]) : 1
        guard let count, 1...1_000 ~= count else { return nil }
        self.init(kind, at: push, count: count)
    }

    /// Whether a backend without mistakes can still get every push to its device.
    package var isSurvivable: Bool {
        switch self.kind {
        case .gone, .lost, .late: false
        case .unavailable, .tooMany, .broken: self.count <= 2
        case .reset, .unanswered, .drop, .goaway, .slow: true
        }
    }
}
