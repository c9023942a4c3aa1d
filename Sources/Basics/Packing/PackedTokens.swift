/// The tokens in the order in which their texts were packed. A repeated token is packed as a reference.
struct PackedTokens: Sendable {
    private var tokens: [SIMD4<UInt64>] = []
    /// The hash table of token indices plus one. Zero marks an empty slot. The table is at most half full.
    private var followers: [UInt32] = []
    private var next = 0

    mutating func append(_ token: SIMD4<UInt64>) {
        self.tokens.append(token)
        if self.tokens.count * 2 > self.followers.count { return self.grow() }
        self.followers[self.slot(of: token)] = UInt32(self.tokens.count)
    }

    /// Appends a token without indexing it, for unpacking.
    mutating func keep(_ token: SIMD4<UInt64>) { self.tokens.append(token) }

    /// Returns the distance of a token from the expected token, which follows the last token found. The distance is
    /// zero if tokens repeat in the same order. Returns nil if the token is unknown.
    mutating func find(_ token: SIMD4<UInt64>) -> Int? {
        guard !self.tokens.isEmpty else { return nil }
        let place = Int(self.followers[self.slot(of: token)]) - 1
        guard place >= 0 else { return nil }
        defer { self.next = place + 1 }
        return place - self.next
    }

    /// Returns the token at a distance. This is the inverse of ``find(_:)``.
    mutating func take(_ distance: Int) -> SIMD4<UInt64> {
        self.next += distance + 1
        return self.tokens[self.next - 1]
    }

    private mutating func grow() {
        self.followers = [UInt32](repeating: 0, count: max(64, self.followers.count * 2))
        for (place, token) in self.tokens.enumerated() {
            self.followers[self.slot(of: token)] = UInt32(place + 1)
        }
    }

    /// Returns the slot of a token, or the empty slot for it. Tokens are random, so any of their bits are a good hash.
    private func slot(of token: SIMD4<UInt64>) -> Int {
        let mask = self.followers.count - 1
        var slot = Int(truncatingIfNeeded: token.x) & mask
        while self.followers[slot] != 0, self.tokens[Int(self.followers[slot]) - 1] != token {
            slot = (slot + 1) & mask
        }
        return slot
    }
}
