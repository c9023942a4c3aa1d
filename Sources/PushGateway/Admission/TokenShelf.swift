/// What was found out about tokens, by their bytes: one more than fits makes it forget the oldest.
///
/// Only the end of a token says where to look, where a signature makes any two differ. That place is no secret:
/// somebody may send tokens that share one, and each then costs as many comparisons as the shelf has entries, which
/// together cost less than looking at one signature. Two are the same only when all of their bytes are.
struct TokenShelf<Finding: Sendable>: Sendable {
    private struct Entry {
        let token: [UInt8]
        let mark: UInt64
        let finding: Finding
        /// The entry behind it in its chain.
        let next: Int
    }

    private static var none: Int { -1 }

    /// In the order of their arrival, from `oldest` on round the end.
    private var entries: [Entry] = []
    private var oldest = 0
    /// The first entry of each chain; always as many as a power of two.
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

    /// Where a token stands until the next one is put up; nil when nothing is known of it.
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

    /// Puts up what was found out about a token of which nothing is known.
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

    /// Takes the oldest entry out of its chain, of which it is the last.
    private mutating func takeDownOldest() {
        let chain = self.chain(of: self.entries[self.oldest].mark)
        guard self.chains[chain] != self.oldest else { return self.chains[chain] = Self.none }
        var place = self.chains[chain]
        while self.entries[place].next != self.oldest { place = self.entries[place].next }
        let last = self.entries[place]
        self.entries[place] = Entry(token: last.token, mark: last.mark, finding: last.finding, next: Self.none)
    }

    private func chain(of mark: UInt64) -> Int { Int(truncatingIfNeeded: mark >> 32) & (self.chains.count - 1) }

    /// A number out of the end of a token.
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

    /// Odd, with ones and zeros in no order.
    private static var mixer: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                // Looking at all words, even behind a difference, lets the compiler take several at once.
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
