/// The public keys that senders sign their tokens with, by the ids that they were given.
///
/// It remembers no tokens: whoever reads them also knows when what it found about one no longer holds.
package struct SignatureCheck: Sendable {
    /// By the bytes of the id: `String` takes different bytes for equal.
    private var keys: [[UInt8]: PublicKey] = [:]

    package init() {}

    /// Lets in what this key signs; a key that had the id before is forgotten.
    package mutating func admit(_ key: PublicKey, id: String) { self.keys[Array(id.utf8)] = key }

    package mutating func forget(id: String) { self.keys[Array(id.utf8)] = nil }

    /// Whether `signature`, raw or DER, is that of the key with this id over `bytes`; never for an unknown id.
    package func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        self.keys[Array(id.utf8)]?.isSignature(signature, over: bytes) ?? false
    }
}
