/// The bytes of a token as a key that is quick to find.
///
/// Only its end is hashed, where a signature makes any two differ. Somebody may send tokens that end alike: each then
/// costs as many comparisons as a cache has entries, which together cost less than looking at one signature.
struct TokenText: Hashable, Sendable {
    let bytes: [UInt8]

    static func == (left: Self, right: Self) -> Bool {
        guard left.bytes.count == right.bytes.count else { return false }
        return left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                var offset = 0
                while offset + 8 <= left.count {
                    let words = (
                        left.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
                        right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    )
                    guard words.0 == words.1 else { return false }
                    offset += 8
                }
                return left[offset...].elementsEqual(right[offset...])
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        self.bytes.withUnsafeBytes { bytes in
            guard bytes.count >= 16 else { return hasher.combine(bytes: bytes) }
            hasher.combine(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            hasher.combine(bytes.loadUnaligned(fromByteOffset: bytes.count - 16, as: UInt64.self))
        }
    }
}
