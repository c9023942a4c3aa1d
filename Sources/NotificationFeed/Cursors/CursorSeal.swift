package import Basics

/// Creates tags that nobody else can create. The server uses HMAC for this, and the lab uses a small keyed hash.
package struct CursorSeal: Sendable {
    /// The number of bytes of a tag that a cursor contains. A longer tag is cut off.
    package static let tagLength = 16

    private enum Maker {
        case any(@Sendable ([UInt8]) -> [UInt8])
        // This case is separate for speed: a lab computes one or two tags for each page.
        case keyed(KeyedHash)
    }

    private let maker: Maker

    /// Creates a seal that computes tags with `make`. This closure must return at least ``tagLength`` bytes.
    package init(_ make: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.maker = .any(make) }

    /// Creates the seal of the lab, which does not need to resist attacks.
    package init(_ hash: KeyedHash) { self.maker = .keyed(hash) }

    func tag(_ bytes: Span<UInt8>) -> CursorTag {
        switch self.maker {
        case .keyed(let hash):
            let code = hash.longCodeWords(of: bytes)
            return CursorTag(first: code.first.byteSwapped, second: code.second.byteSwapped)
        case .any(let make):
            let tag = make(bytes.withUnsafeBufferPointer { Array($0) })
            precondition(tag.count >= Self.tagLength, "a seal of fewer than \(Self.tagLength) bytes can be guessed")
            return CursorTag(first: Self.word(tag[..<8]), second: Self.word(tag[8..<16]))
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// The sixteen bytes of a tag as two big-endian words.
struct CursorTag {
    let first: UInt64
    let second: UInt64

    /// Compares two tags in constant time, no matter where they differ.
    func isSame(as other: CursorTag) -> Bool { (self.first ^ other.first) | (self.second ^ other.second) == 0 }
}
