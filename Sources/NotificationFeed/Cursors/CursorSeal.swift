package import Basics

/// Makes tags that only its owner can make: HMAC behind the server, a small keyed hash in the lab.
package struct CursorSeal: Sendable {
    /// Bytes of a tag that a cursor carries; what a seal makes beyond them is cut off.
    package static let tagLength = 16

    private enum Maker {
        case any(@Sendable ([UInt8]) -> [UInt8])
        // Known by name, since a lab makes a tag or two for each page.
        case keyed(KeyedHash)
    }

    private let maker: Maker

    /// A seal that tags bytes with `make`, which answers at least ``tagLength`` bytes.
    package init(_ make: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.maker = .any(make) }

    /// The seal of the lab, where nobody tries to break it.
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

/// The sixteen bytes of a tag as two words, the first byte of each in the highest place.
struct CursorTag {
    let first: UInt64
    let second: UInt64

    /// Takes as long for tags that differ in the first bit as for those that differ in the last.
    func isSame(as other: CursorTag) -> Bool { (self.first ^ other.first) | (self.second ^ other.second) == 0 }
}
