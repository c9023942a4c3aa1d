internal import COpenSSL

/// A secret that tags bytes with HMAC-SHA256, so that nobody else can change or invent them.
package struct SealKey: Sendable {
    private let context: Shared<SealContextKind>

    /// As many bytes as a digest has: fewer are weaker, more add nothing.
    package static let length = 32

    /// The key of these bytes, which may be any number of them but should be ``length`` random ones.
    package init(_ bytes: [UInt8]) {
        self.context = Shared(Owned(new: shouldertap_make_hmac_sha256(bytes, bytes.count)))
    }

    /// A key that ends with the process.
    package static func generate() -> SealKey { SealKey(RandomBytes.make(Self.length)) }

    /// The 32 bytes that only who has the key can make of these.
    package func tag(of bytes: [UInt8]) -> [UInt8] {
        // Keying is most of the work for few bytes, so it is done once and copied.
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

    /// Whether it is the tag of these bytes, in a time that does not tell how much of it is right.
    package func isTag(_ tag: [UInt8], of bytes: [UInt8]) -> Bool {
        tag.count == 32 && CRYPTO_memcmp(tag, self.tag(of: bytes), 32) == 0
    }
}
