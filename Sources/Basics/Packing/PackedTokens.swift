/// Tokens in the order in which their texts were packed, so that whoever has them as numbers points at them.
struct PackedTokens: Sendable {
    private var tokens: [SIMD4<UInt64>] = []
    /// One greater than the place of a token; zero is empty. At most half of them are taken.
    private var followers: [UInt32] = []
    private var next = 0

    mutating func append(_ token: SIMD4<UInt64>) {
        self.tokens.append(token)
        if self.tokens.count * 2 > self.followers.count { return self.grow() }
        self.followers[self.slot(of: token)] = UInt32(self.tokens.count)
    }

    /// The same for whoever only takes.
    mutating func keep(_ token: SIMD4<UInt64>) { self.tokens.append(token) }

    /// How far behind the one that was found last this one stands, counted from zero; nil where it is nowhere.
    mutating func find(_ token: SIMD4<UInt64>) -> Int? {
        guard !self.tokens.isEmpty else { return nil }
        let place = Int(self.followers[self.slot(of: token)]) - 1
        guard place >= 0 else { return nil }
        defer { self.next = place + 1 }
        return place - self.next
    }

    /// The way back.
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

    /// Where a token stands, or where it would. Tokens are noise, of which any bits will do.
    private func slot(of token: SIMD4<UInt64>) -> Int {
        let mask = self.followers.count - 1
        var slot = Int(truncatingIfNeeded: token.x) & mask
        while self.followers[slot] != 0, self.tokens[Int(self.followers[slot]) - 1] != token {
            slot = (slot + 1) & mask
        }
        return slot
    }
}
