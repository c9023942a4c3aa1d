/// The public keys that senders sign their tokens with, by key id.
///
/// It caches no results: only the reader of the tokens knows when a result is outdated.
package struct SignatureCheck: Sendable {
    /// The keys by the bytes of their ids, since `String` treats some different bytes as equal.
    private var keys: [[UInt8]: PublicKey] = [:]

    package init() {}

    /// Adds a key. It replaces a key with the same id.
    package mutating func admit(_ key: PublicKey, id: String) { self.keys[Array(id.utf8)] = key }

    package mutating func forget(id: String) { self.keys[Array(id.utf8)] = nil }

    /// Whether the key with this id made `signature`, raw or DER, over `bytes`. False for an unknown id.
    package func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        self.keys[Array(id.utf8)]?.isSignature(signature, over: bytes) ?? false
    }
}
