/// SipHash-2-4: a short code that cannot be computed without the key.
///
/// It seals cursors in the lab, which does not need to resist attacks; a server seals with HMAC.
package struct KeyedHash: Hashable, Sendable {
    private let low: UInt64
    private let high: UInt64

    /// A hash with a public key, for codes that only distinguish data and seal nothing.
    package static let open: KeyedHash = {
        guard let hash = KeyedHash(key: Array(0..<16)) else { preconditionFailure("the key has sixteen bytes") }
        return hash
    }()

    /// Creates a hash from a key of sixteen bytes. Returns nil for a key of any other length.
    package init?(key bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.low = bytes[..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        self.high = bytes[8...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a code of 64 bits.
    package func code(of bytes: some Sequence<UInt8>) -> UInt64 {
        var state = SipState(low: self.low, high: self.high)
        bytes.withSpan { state.absorb($0) }
        state.v2 ^= 0xFF
        return state.squeezed()
    }

    /// Returns a code of 128 bits, as the sixteen bytes of the reference implementation.
    package func longCode(of bytes: some Sequence<UInt8>) -> [UInt8] { bytes.withSpan { self.longCode(of: $0) } }

    /// Returns a code of 128 bits without the cost of a generic sequence.
    package func longCode(of bytes: Span<UInt8>) -> [UInt8] {
        let code = self.longCodeWords(of: bytes)
        return (0..<16 as Range<UInt64>).map { place in
            UInt8(truncatingIfNeeded: (place < 8 ? code.first : code.second) >> (8 * (place & 7)))
        }
    }

    /// Returns a code of 128 bits as two little-endian words.
    package func longCodeWords(of bytes: Span<UInt8>) -> (first: UInt64, second: UInt64) {
        var state = SipState(low: self.low, high: self.high)
        // These constants separate the long code from the short one.
        state.v1 ^= 0xEE
        state.absorb(bytes)
        state.v2 ^= 0xEE
        let first = state.squeezed()
        state.v1 ^= 0xDD
        return (first, state.squeezed())
    }
}

/// The state of SipHash. It runs two rounds for each word of the message, and four rounds before each result.
private struct SipState {
    var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

    /// Creates the state. The constants spell “somepseudorandomlygeneratedbytes”.
    init(low: UInt64, high: UInt64) {
        self.v0 = low ^ 0x736F_6D65_7073_6575
        self.v1 = high ^ 0x646F_7261_6E64_6F6D
        self.v2 = low ^ 0x6C79_6765_6E65_7261
        self.v3 = high ^ 0x7465_6462_7974_6573
    }

    /// Processes the whole message; its last word has the length in its highest byte.
    mutating func absorb(_ bytes: Span<UInt8>) {
        let whole = bytes.count & ~7
        var offset = 0
        while offset < whole {
            self.absorb(word: bytes.word(at: offset))
            offset &+= 8
        }
        self.absorb(word: bytes.word(at: whole) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    }

    private mutating func absorb(word: UInt64) {
        self.v3 ^= word
        self.round()
        self.round()
        self.v0 ^= word
    }

    mutating func squeezed() -> UInt64 {
        for _ in 0..<4 { self.round() }
        return self.v0 ^ self.v1 ^ self.v2 ^ self.v3
    }

    private mutating func round() {
        self.v0 &+= self.v1
        self.v2 &+= self.v3
        self.v1 = Self.rotated(self.v1, 13) ^ self.v0
        self.v3 = Self.rotated(self.v3, 16) ^ self.v2
        self.v0 = Self.rotated(self.v0, 32)
        self.v2 &+= self.v1
        self.v0 &+= self.v3
        self.v1 = Self.rotated(self.v1, 17) ^ self.v2
        self.v3 = Self.rotated(self.v3, 21) ^ self.v0
        self.v2 = Self.rotated(self.v2, 32)
    }

    private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
}
