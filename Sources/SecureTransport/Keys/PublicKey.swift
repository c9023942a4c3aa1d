internal import COpenSSL

/// A P-256 public key.
package struct PublicKey: Sendable {
    let shared: Shared<KeyKind>

    init(_ shared: Shared<KeyKind>) { self.shared = shared }

    /// Whether the signature, 64 raw bytes or DER, is an ES256 signature over the bytes by this key.
    package func isSignature(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let der = ES256Signature(sent: signature)?.der else { return false }
        return self.shared.borrow { Self.verify(der, bytes, $0) }
    }

    private static func verify(_ der: [UInt8], _ bytes: [UInt8], _ key: OpaquePointer) -> Bool {
        defer { OpenSSLErrors.forget() }
        let context = Owned<DigestContextKind>(new: EVP_MD_CTX_new())
        return context.borrow { context in
            EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
                && EVP_DigestVerify(context, der, der.count, bytes, bytes.count) == 1
        }
    }
}

extension PublicKey: Equatable {
    package static func == (left: PublicKey, right: PublicKey) -> Bool {
        left.shared.borrow { left in right.shared.borrow { right in EVP_PKEY_eq(left, right) == 1 } }
    }
}
