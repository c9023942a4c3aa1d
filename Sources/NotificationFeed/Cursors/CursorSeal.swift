package import Basics

/// Makes tags that only its owner can make: HMAC behind the server, a small keyed hash in the lab.
package struct CursorSeal: Sendable {
    /// Bytes of a tag that a cursor carries; what a seal makes beyond them is cut off.
    package static let tagLength = 16

    private let make: @Sendable ([UInt8]) -> [UInt8]

    /// A seal that tags bytes with `make`, which answers at least ``tagLength`` bytes.
    package init(_ make: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.make = make }

    /// The seal of the lab, where nobody tries to break it.
    package init(_ hash: KeyedHash) { self.init { hash.longCode(of: $0.span) } }

    func tag(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let tag = self.make(bytes)
        precondition(tag.count >= Self.tagLength, "a seal of fewer than \(Self.tagLength) bytes can be guessed")
        return tag.prefix(Self.tagLength)
    }
}
