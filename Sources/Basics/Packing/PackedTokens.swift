/// Tokens in the order in which their texts were packed, so that whoever has them as numbers points at them.
struct PackedTokens: Sendable {
    /// Whoever looks further has mostly lost the order.
    private static let farthest = 64

    private var tokens: [SIMD4<UInt64>] = []
    private var next = 0

    mutating func append(_ token: SIMD4<UInt64>) { self.tokens.append(token) }

    /// How many stand between the one that was found last and this one; nil where it is not near.
    mutating func find(_ token: SIMD4<UInt64>) -> Int? {
        let near = self.next..<min(self.next + Self.farthest, self.tokens.count)
        guard let place = near.first(where: { self.tokens[$0] == token }) else { return nil }
        defer { self.next = place + 1 }
        return place - self.next
    }

    /// The way back.
    mutating func take(_ distance: Int) -> SIMD4<UInt64> {
        self.next += distance + 1
        return self.tokens[self.next - 1]
    }
}
