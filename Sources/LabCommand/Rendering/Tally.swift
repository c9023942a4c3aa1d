import ShoulderTap

/// Counts payloads by kind, and counts the payloads that differ from the expectation.
struct Tally {
    /// One counter for each kind that has occurred.
    private var counts: [(kind: PayloadKind, count: Int)] = []
    private(set) var payloads = 0
    private(set) var misses = 0
    /// The number of expected payloads that are missing.
    private var missing = 0
    /// Whether the events after the last payload differ from the expectation.
    private var isEndOther = false

    var malformed: Int { self.count(of: .malformed) ?? 0 }

    mutating func count(_ kind: PayloadKind) {
        self.payloads += 1
        guard let index = self.counts.firstIndex(where: { $0.kind == kind }) else {
            return self.counts.append((kind, 1))
        }
        self.counts[index].count += 1
    }

    private func count(of kind: PayloadKind) -> Int? { self.counts.first { $0.kind == kind }?.count }

    mutating func countMiss() { self.misses += 1 }
    mutating func countMissing(_ count: Int) { self.missing += count }

    /// The counts by kind: `12 payloads: 3 shoulder tap, 5 alert, 4 malformed`
    var kinds: String {
        let parts = PayloadKind.all.compactMap { kind in
            self.count(of: kind).map { "\($0) \(kind.words)" }
        }
        return parts.isEmpty ? self.total : "\(self.total): \(parts.joined(separator: ", "))"
    }

    mutating func noteOtherEnd() { self.isEndOther = true }

    /// The counts of expected payloads: `12 payloads: 11 as expected, 1 not, 3 missing, and the end differs`
    var expectations: String {
        if self.misses + self.missing == 0 {
            return self.isEndOther ? "\(self.total) as expected, but the end differs" : "\(self.total): all as expected"
        }
        let end = self.isEndOther ? ", and the end differs" : ""
        let met = "\(self.total): \(self.payloads - self.misses) as expected"
        return met + (self.misses > 0 ? ", \(self.misses) not" : "")
            + (self.missing > 0 ? ", \(self.missing) missing" : "") + end
    }

    private var total: String { self.payloads == 1 ? "1 payload" : "\(self.payloads) payloads" }
}
