internal import COpenSSL

/// A secret key that tags bytes with HMAC-SHA256. Without the key, tags cannot be forged.
package struct SealKey: Sendable {
    private let context: Shared<SealContextKind>

    /// The length of a key, which is the length of a digest. A shorter key is weaker, and a longer key adds nothing.
    package static let length = 32

    /// Creates a key from these bytes. Any length is accepted; use ``length`` random bytes.
    package init(_ bytes: [UInt8]) {
        self.context = Shared(Owned(new: shouldertap_make_hmac_sha256(bytes, bytes.count)))
    }

    /// Generates a key that is lost when the process ends.
    package static func generate() -> SealKey { SealKey(RandomBytes.make(Self.length)) }

    /// Returns the 32-byte tag of these bytes.
    package func tag(of bytes: [UInt8]) -> [UInt8] {
        // Keying is most of the work for short messages, so the context is keyed once and then copied.
        let copy = self.context.borrow { Owned<SealContextKind>(new: EVP_MAC_CTX_dup($0)) }
        return copy.borrow { context in
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                let isMade =
                    EVP_MAC_update(context, bytes, bytes.count) == 1
                    && EVP_MAC_final(context, buffer.baseAddress, &count, buffer.count) == 1
                precondition(isMade && count == 32, "OpenSSL cannot finish a tag")
            }
        }
    }

    /// Whether `tag` is the tag of these bytes. The comparison takes constant time.
    package func isTag(_ tag: [UInt8], of bytes: [UInt8]) -> Bool {
        tag.count == 32 && CRYPTO_memcmp(tag, self.tag(of: bytes), 32) == 0
    }
}
