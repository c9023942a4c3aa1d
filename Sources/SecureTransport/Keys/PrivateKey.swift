internal import COpenSSL

/// A private key of P-256, the only sort that provider tokens are signed with.
package struct PrivateKey: Sendable {
    let shared: Shared<KeyKind>

    init(_ shared: Shared<KeyKind>) { self.shared = shared }

    /// A key that nobody has had before.
    package static func generate() -> PrivateKey {
        PrivateKey(Shared(Owned(new: shouldertap_make_p256_key())))
    }

    /// The half of it that others may know.
    package var publicKey: PublicKey { PublicKey(self.shared) }

    /// How the two numbers of a signature are written down.
    package enum SignatureForm: Hashable, Sendable {
        /// 64 bytes, as RFC 7515 has them.
        case raw
        /// As X.509 has them, and as some senders put them into tokens.
        case der
    }

    /// The signature of ES256 over the bytes. Each is another, because a random number goes into it.
    package func signature(over bytes: [UInt8], as form: SignatureForm = .raw) -> [UInt8] {
        let der = self.shared.borrow { Self.sign(bytes, $0) }
        guard form == .raw else { return der }
        guard let signature = ES256Signature(der: der) else { preconditionFailure("OpenSSL signed with no P-256 key") }
        return signature.raw
    }

    private static func sign(_ bytes: [UInt8], _ key: OpaquePointer) -> [UInt8] {
        let context = Owned<DigestContextKind>(new: EVP_MD_CTX_new())
        return context.borrow { context in
            // A sequence of two integers of at most 33 bytes.
            [UInt8](unsafeUninitializedCapacity: 72) { buffer, count in
                count = buffer.count
                let isSigned =
                    EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1
                    && EVP_DigestSign(context, buffer.baseAddress, &count, bytes, bytes.count) == 1
                precondition(isSigned, "OpenSSL cannot sign with a key that it has checked")
            }
        }
    }
}
