internal import COpenSSL

/// A P-256 private key, the only kind that signs provider tokens.
package struct PrivateKey: Sendable {
    let shared: Shared<KeyKind>

    init(_ shared: Shared<KeyKind>) { self.shared = shared }

    /// Generates a new key.
    package static func generate() -> PrivateKey {
        PrivateKey(Shared(Owned(new: shouldertap_make_p256_key())))
    }

    /// The public half of the key.
    package var publicKey: PublicKey { PublicKey(self.shared) }

    /// The encoding of the two numbers of a signature.
    package enum SignatureForm: Hashable, Sendable {
        /// 64 bytes, as in RFC 7515.
        case raw
        /// DER, as in X.509 and in the tokens of some senders.
        case der
    }

    /// Returns an ES256 signature over the bytes. Each call returns a different signature, because signing uses a
    /// random number.
    package func signature(over bytes: [UInt8], as form: SignatureForm = .raw) -> [UInt8] {
        let der = self.shared.borrow { Self.sign(bytes, $0) }
        guard form == .raw else { return der }
        guard let signature = ES256Signature(der: der) else { preconditionFailure("OpenSSL signed with no P-256 key") }
        return signature.raw
    }

    private static func sign(_ bytes: [UInt8], _ key: OpaquePointer) -> [UInt8] {
        let context = Owned<DigestContextKind>(new: EVP_MD_CTX_new())
        return context.borrow { context in
            // The maximum size of a sequence of two integers. Each integer has at most 33 bytes.
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
