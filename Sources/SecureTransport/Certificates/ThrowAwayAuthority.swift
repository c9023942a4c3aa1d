import Basics

/// A temporary authority for tests and stand-alone servers. It is made at start, and trusted only by peers that are
/// configured to trust it.
package struct ThrowAwayAuthority: Sendable {
    /// A source of the random bytes for serial numbers.
    package typealias RandomSource = @Sendable (Int) -> [UInt8]

    /// The certificate that peers must trust, directly or through its issuers.
    package let certificate: Certificate
    /// The certificates from ``certificate`` towards a root, without the root. They are sent to peers.
    let chain: [Certificate]
    let key: PrivateKey
    let random: RandomSource

    /// Creates a new root.
    package init(_ validity: Validity, random: @escaping RandomSource = RandomBytes.make) throws(CertificateFault) {
        let (key, serial) = (PrivateKey.generate(), SerialNumber(drawnFrom: random))
        let draft = Self.draft("root", key.publicKey, serial, validity)
        self.certificate = try draft.signed(by: nil, key)
        (self.chain, self.key, self.random) = ([], key, random)
    }

    /// Restores an authority from its certificate and key.
    package init(
        _ certificate: Certificate, key: PrivateKey, random: @escaping RandomSource = RandomBytes.make
    ) throws(CertificateFault) {
        guard certificate.isAuthority else {
            throw CertificateFault(
                .noAuthority, "the certificate does not belong to an authority; give the root certificate")
        }
        self.certificate = try Identity(CertificateChain(certificate), key: key).certificate
        (self.chain, self.key, self.random) = ([], key, random)
    }

    private init(
        _ certificate: Certificate, _ chain: [Certificate], _ key: PrivateKey, _ random: @escaping RandomSource
    ) {
        (self.certificate, self.chain, self.key, self.random) = (certificate, chain, key, random)
    }

    /// Creates an authority below this one. Peers that trust this authority also trust certificates of the new
    /// authority.
    package func subordinate(_ validity: Validity) throws(CertificateFault) -> ThrowAwayAuthority {
        let (key, serial) = (PrivateKey.generate(), SerialNumber(drawnFrom: self.random))
        var draft = Self.draft("intermediate", key.publicKey, serial, validity)
        draft.extensions.append(.issuersKey(self.key.publicKey))
        let certificate = try draft.signed(by: self.certificate, self.key)
        return ThrowAwayAuthority(certificate, [certificate] + self.chain, key, self.random)
    }

    private static func draft(
        _ word: String, _ key: PublicKey, _ serial: SerialNumber, _ validity: Validity
    ) -> CertificateDraft {
        // The serial number in the name distinguishes authorities in a list of trusted authorities.
        let name = "ShoulderTap throw-away \(word) \(Hex.text(of: serial.bytes.prefix(4)))"
        return CertificateDraft(
            subject: [(.commonName, name)], key: key, serial: serial, validity: validity,
            extensions: [.authority, .uses(.signCertificatesAndLists), .ownKey(key)])
    }

    /// The private key as PKCS #8, to restore the authority later.
    package var keyPEM: String { self.key.pem }

    /// Creates an identity for a server with these names and addresses.
    package func serverIdentity(
        for names: [SubjectName] = SubjectName.local, _ validity: Validity
    ) throws(CertificateFault) -> Identity {
        guard !names.isEmpty else {
            throw CertificateFault(.noNames, "a server certificate needs a name or an address; give one")
        }
        return try self.issue(
            [(.commonName, "ShoulderTap server")], validity, [.purpose(.server), .names(names)])
    }

    /// Creates an identity for a client that has only a name.
    package func clientIdentity(called name: String, _ validity: Validity) throws(CertificateFault) -> Identity {
        try self.issue([(.commonName, name)], validity, [.purpose(.client)])
    }

    func issue(
        _ subject: [(CertificateDraft.Part, String)], _ validity: Validity, _ extensions: [CertificateExtension]
    ) throws(CertificateFault) -> Identity {
        let key = PrivateKey.generate()
        let draft = CertificateDraft(
            subject: subject, key: key.publicKey, serial: SerialNumber(drawnFrom: self.random), validity: validity,
            extensions: [
                .noAuthority, .uses(.digitalSignature), .ownKey(key.publicKey), .issuersKey(self.key.publicKey),
            ] + extensions)
        let certificate = try draft.signed(by: self.certificate, self.key)
        return try Identity(CertificateChain(certificate, issuers: self.chain), key: key)
    }
}
