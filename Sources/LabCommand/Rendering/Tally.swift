import ShoulderTap

/// Counts payloads by kind, and those that were not as expected.
struct Tally {
    /// One for each kind that was seen; of a million payloads most are of the last few.
    private var counts: [(kind: PayloadKind, count: Int)] = []
    private(set) var payloads = 0
    private(set) var misses = 0

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

    /// `12 payloads: 3 shoulder tap, 5 alert, 4 malformed`
    var kinds: String {
        let parts = PayloadKind.all.compactMap { kind in
            self.count(of: kind).map { "\($0) \(kind.words)" }
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
