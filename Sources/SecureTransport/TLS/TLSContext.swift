import Basics
internal import COpenSSL

/// The state that the connections of one client or server share.
// OpenSSL's reference count is atomic, and the context never changes after it is made.
final class TLSContext: @unchecked Sendable {
    let handle: OpaquePointer
    let settings: TLSSettings

    init(_ role: TLSRole, _ settings: TLSSettings) throws(TLSSetupError) {
        for version in TLSVersion.allCases where settings.versions.contains(version) {
            guard settings.suites.contains(where: { $0.version == version }) else { throw .noSuite(version) }
        }
        guard !settings.groups.isEmpty else { throw .noGroup }
        guard let offer = settings.protocols.wireFormat else { throw .badProtocolName }
        guard let handle = SSL_CTX_new(role == .client ? TLS_client_method() : TLS_server_method()) else {
            preconditionFailure("OpenSSL has no memory left")
        }
        self.handle = handle
        self.settings = settings
        self.setUpProtocol()
        if role == .client {
            // Unlike similar functions, this one returns 0 on success.
            let isRefused = !offer.isEmpty && SSL_CTX_set_alpn_protos(handle, offer, UInt32(offer.count)) != 0
            precondition(!isRefused, "OpenSSL takes every list of names of 1 to 255 bytes")
        }
    }

    deinit { SSL_CTX_free(self.handle) }

    /// Sets everything explicitly, independent of the system's configuration.
    private func setUpProtocol() {
        let (versions, suites) = (self.settings.versions, self.settings.suites)
        shouldertap_tls_harden(self.handle)
        SSL_CTX_set_security_level(self.handle, 2)
        let olderSuites = suites.listed(for: .v1_2)
        let isDone =
            shouldertap_tls_set_versions(self.handle, versions.lowerBound.number, versions.upperBound.number) != 0
            && SSL_CTX_set_ciphersuites(self.handle, suites.listed(for: .v1_3)) == 1
            && (olderSuites.isEmpty || SSL_CTX_set_cipher_list(self.handle, olderSuites) == 1)
            && shouldertap_tls_set_groups(self.handle, self.settings.groups.listed) != 0
            && shouldertap_tls_set_signatures(self.handle, Self.signatures) != 0
        precondition(isDone, "OpenSSL 3 knows all of these names")
        MessageWatch.install(in: self.handle)
    }

    /// The signature algorithms. None uses SHA-1. Old RSA padding is included only because a TLS 1.2 peer may support
    /// no other.
    private static let signatures = [
        "ECDSA+SHA256", "ECDSA+SHA384", "ed25519", "rsa_pss_rsae_sha256", "rsa_pss_rsae_sha384",
        "rsa_pss_rsae_sha512", "RSA+SHA256", "RSA+SHA384", "RSA+SHA512",
    ].joined(separator: ":")

    /// Uses the identity on every connection that does not have its own.
    func install(_ identity: Identity) throws(TLSSetupError) {
        OpenSSLErrors.forget()
        guard identity.install(onAll: self.handle) else {
            throw .weakCertificate(words: OpenSSLErrors.takeReason() ?? "it gives no reason")
        }
    }

    /// Checks on an unused connection that OpenSSL accepts an identity. OpenSSL may refuse an identity because the key
    /// is too weak.
    func check(_ identity: Identity) throws(TLSSetupError) {
        guard let connection = SSL_new(self.handle) else { preconditionFailure("OpenSSL has no memory left") }
        defer { SSL_free(connection) }
        OpenSSLErrors.forget()
        guard identity.install(on: connection) else {
            throw .weakCertificate(words: OpenSSLErrors.takeReason() ?? "it gives no reason")
        }
    }

    /// Creates a connection with its notes and its wire. Both must outlive the connection.
    func makeConnection(_ notes: ConnectionNotes, _ wire: Wire) -> OpaquePointer {
        guard let connection = SSL_new(self.handle), let bio = wire.makeBIO() else {
            preconditionFailure("OpenSSL has no memory left")
        }
        SSL_set_bio(connection, bio, bio)
        notes.attach(to: connection)
        X509_VERIFY_PARAM_set_time(SSL_get0_param(connection), Int(notes.now.seconds))
        return connection
    }
}
