internal import COpenSSL

/// The authorities that a side trusts, and their revocation lists.
///
/// The system's authorities are not used. If its issuer has no revocation list here, a certificate counts as not
/// revoked.
package struct TLSTrust: Hashable, Sendable {
    /// The trusted authorities. Each authority is trusted by itself, even if another authority issued its certificate.
    package var authorities: [Certificate]
    package var revocations: [RevocationList]

    package init(_ authorities: [Certificate], revocations: [RevocationList] = []) {
        self.authorities = authorities
        self.revocations = revocations
    }

    private static let longestChain: Int32 = 8

    /// Installs the authorities and lists in OpenSSL, which retains them.
    func install(in context: OpaquePointer) throws(TLSSetupError) {
        guard !self.authorities.isEmpty else { throw .noTrust }
        let store = SSL_CTX_get_cert_store(context)
        for authority in self.authorities {
            authority.shared.borrow { OpenSSLCall.expect(X509_STORE_add_cert(store, $0)) }
        }
        for list in self.revocations {
            list.shared.borrow { OpenSSLCall.expect(X509_STORE_add_crl(store, $0)) }
        }
        let lists = self.revocations.isEmpty ? 0 : X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL
        let parameters = SSL_CTX_get0_param(context)
        OpenSSLCall.expect(X509_VERIFY_PARAM_set_flags(parameters, UInt(lists | X509_V_FLAG_PARTIAL_CHAIN)))
        X509_VERIFY_PARAM_set_depth(parameters, Self.longestChain)
    }

    /// A digest of the trusted authorities and the revocation lists. Sessions are tied to this digest.
    var digest: [UInt8] {
        SessionBinding.digest([[1]] + self.authorities.map(\.der) + [[2]] + self.revocations.map(\.der))
    }

    package static func == (left: TLSTrust, right: TLSTrust) -> Bool {
        left.authorities == right.authorities && left.revocations.map(\.der) == right.revocations.map(\.der)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.authorities) }
}

/// Ties a session to its trust settings and host name, so that it cannot be resumed with others.
enum SessionBinding {
    /// Returns one digest of all parts, each preceded by its length.
    static func digest(_ parts: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count + 8 })
        for part in parts {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
            bytes += part
        }
        return SHA256Digest.of(bytes)
    }
}

extension Identity {
    /// Uses only this identity on a connection. Returns false when its key is too weak.
    func install(on connection: OpaquePointer) -> Bool {
        // OpenSSL keeps one identity for each algorithm. Without this call, a client might choose an earlier identity
        // with another algorithm.
        SSL_certs_clear(connection)
        let chain = IssuerStack(self.chain.issuers)
        return self.certificate.shared.borrow { leaf in
            self.key.borrow { key in SSL_use_cert_and_key(connection, leaf, key, chain.handle, 1) == 1 }
        }
    }

    /// Uses this identity on all connections of a context. Returns false when its key is too weak.
    func install(onAll context: OpaquePointer) -> Bool {
        let chain = IssuerStack(self.chain.issuers)
        return self.certificate.shared.borrow { leaf in
            self.key.borrow { key in SSL_CTX_use_cert_and_key(context, leaf, key, chain.handle, 1) == 1 }
        }
    }

    /// Whether the certificate of this identity is valid for a host.
    func covers(_ host: String) -> Bool {
        self.certificate.shared.borrow { leaf in
            X509_check_host(leaf, host, host.utf8.count, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT), nil) == 1
        }
    }

    /// A digest of the certificates in the chain. Sessions are tied to this digest. It also covers the key, because the
    /// certificate contains the public half of the key.
    var digest: [UInt8] { SessionBinding.digest(self.chain.certificates.map(\.der)) }
}

/// A list of certificates in OpenSSL's form, which retains each of them.
struct IssuerStack: ~Copyable {
    let handle: OpaquePointer

    init(_ certificates: [Certificate]) {
        guard let handle = OPENSSL_sk_new_null() else { preconditionFailure("OpenSSL has no memory left") }
        self.handle = handle
        for certificate in certificates {
            certificate.shared.borrow {
                OpenSSLCall.expect(X509_up_ref($0))
                OpenSSLCall.expect(OPENSSL_sk_push(handle, UnsafeRawPointer($0)))
            }
        }
    }

    deinit {
        while let certificate = OPENSSL_sk_pop(self.handle) { X509_free(OpaquePointer(certificate)) }
        OPENSSL_sk_free(self.handle)
    }
}
