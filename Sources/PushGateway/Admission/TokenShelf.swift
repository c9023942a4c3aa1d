/// A cache of results, found by the bytes of tokens. When the cache is full, it drops the oldest entry.
///
/// The hash uses only the end of a token, because this is part of the signature and differs between any two tokens. The
/// hash is not secret, so an attacker may send tokens that collide. The lookup of such a token then compares at most
/// all entries. This costs less than checking one signature. Two tokens are equal only if all of their bytes are equal.
struct TokenShelf<Finding: Sendable>: Sendable {
    private struct Entry {
        let token: [UInt8]
        let mark: UInt64
        let finding: Finding
        /// The next entry in the chain.
        let next: Int
    }

    private static var none: Int { -1 }

    /// A ring buffer in the order of arrival, starting at `oldest`.
    private var entries: [Entry] = []
    private var oldest = 0
    /// The first entry of each chain. The number of chains is a power of two.
    private var chains: [Int]
    private let limit: Int

    init(limit: Int) {
        precondition(limit > 0, "a shelf that holds nothing is none")
        self.limit = limit
        var count = 1
        while count < 2 * limit { count *= 2 }
        self.chains = [Int](repeating: Self.none, count: count)
    }

    var count: Int { self.entries.count }

    subscript(token: [UInt8]) -> Finding? { self.place(of: token).map { self.finding(at: $0) } }

    /// Returns the index of a token, or nil when the token is unknown. The index is valid until the next insertion.
    func place(of token: [UInt8]) -> Int? {
        let mark = Self.mark(of: token)
        return self.entries.withUnsafeBufferPointer { entries in
            var place = self.chains[self.chain(of: mark)]
            while place != Self.none {
                if entries[place].mark == mark, Self.isSame(entries[place].token, token) { return place }
                place = entries[place].next
            }
            return nil
        }
    }

    func finding(at place: Int) -> Finding { self.entries[place].finding }

    /// Stores the result for a token that is not in the cache.
    mutating func remember(_ finding: Finding, for token: [UInt8]) {
        let mark = Self.mark(of: token)
        if self.entries.count == self.limit { self.takeDownOldest() }
        let chain = self.chain(of: mark)
        let entry = Entry(token: token, mark: mark, finding: finding, next: self.chains[chain])
        if self.entries.count < self.limit {
            self.chains[chain] = self.entries.count
            self.entries.append(entry)
        } else {
            self.chains[chain] = self.oldest
            self.entries[self.oldest] = entry
            self.oldest = (self.oldest + 1) % self.limit
        }
    }

    mutating func forgetAll() { self = Self(limit: self.limit) }

    /// Removes the oldest entry from its chain. It is always the last entry of the chain.
    private mutating func takeDownOldest() {
        let chain = self.chain(of: self.entries[self.oldest].mark)
        guard self.chains[chain] != self.oldest else { return self.chains[chain] = Self.none }
        var place = self.chains[chain]
        while self.entries[place].next != self.oldest { place = self.entries[place].next }
        let last = self.entries[place]
        self.entries[place] = Entry(token: last.token, mark: last.mark, finding: last.finding, next: Self.none)
    }

    private func chain(of mark: UInt64) -> Int { Int(truncatingIfNeeded: mark >> 32) & (self.chains.count - 1) }

    /// Returns a hash of the end of a token.
    private static func mark(of token: [UInt8]) -> UInt64 {
        token.withUnsafeBytes { bytes in
            guard bytes.count >= 16 else {
                return bytes.reduce(UInt64(bytes.count)) { ($0 ^ UInt64($1)) &* Self.mixer }
            }
            let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            let other = bytes.loadUnaligned(fromByteOffset: bytes.count - 16, as: UInt64.self)
            return (last ^ other &* Self.mixer) &* Self.mixer
        }
    }

    /// The multiplier of the hash: an odd number with an irregular bit pattern.
    private static var mixer: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                // Comparing all words without an early exit lets the compiler vectorise the loop.
                var difference: UInt64 = 0
                for word in 0..<left.count / 8 {
                    difference |=
                        left.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)
                        ^ right.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)
                }
                for place in left.count / 8 * 8..<left.count { difference |= UInt64(left[place] ^ right[place]) }
                return difference == 0
            }
        }
    }
}
