import ShoulderTap

/// Counts payloads by kind, and those that were not as expected.
struct Tally {
    private var counts: [PayloadKind: Int] = [:]
    private(set) var payloads = 0
    private(set) var misses = 0

    var malformed: Int { self.counts[.malformed, default: 0] }

    mutating func count(_ kind: PayloadKind) {
        self.payloads += 1
        self.counts[kind, default: 0] += 1
    }

    mutating func countMiss() { self.misses += 1 }

    /// `12 payloads: 3 shoulder tap, 5 alert, 4 malformed`
    var kinds: String {
        let parts = PayloadKind.all.compactMap { kind in
            self.counts[kind].map { "\($0) \(kind.words)" }
        }
        return parts.isEmpty ? self.total : "\(self.total): \(parts.joined(separator: ", "))"
    }

    /// `12 payloads: 11 as expected, 1 not`
    var expectations: String {
        let met = self.payloads - self.misses
        if self.misses == 0 { return "\(self.total): all as expected" }
        return "\(self.total): \(met) as expected, \(self.misses) not"
    }

    private var total: String { self.payloads == 1 ? "1 payload" : "\(self.payloads) payloads" }
}
