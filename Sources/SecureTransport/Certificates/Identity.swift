internal import COpenSSL

/// The identity of one end of a connection: a certificate chain, and the private key of its leaf.
package struct Identity: Sendable {
    package let chain: CertificateChain
    /// The private key. Unlike a ``PrivateKey``, it may have any algorithm, because certificates in use often have RSA
    /// keys.
    let key: Shared<KeyKind>

    init(_ chain: CertificateChain, _ key: Shared<KeyKind>) throws(CertificateFault) {
        defer { OpenSSLErrors.forget() }
        let fits = chain.leaf.shared.borrow { leaf in key.borrow { key in X509_check_private_key(leaf, key) == 1 } }
        guard fits else {
            throw CertificateFault(
                .wrongKey,
                "the private key does not belong to the first certificate; give the leaf first, then its issuers"
            )
        }
        self.chain = chain
        self.key = key
    }

    package init(_ chain: CertificateChain, key: PrivateKey) throws(CertificateFault) {
        try self.init(chain, key.shared)
    }

    package var certificate: Certificate { self.chain.leaf }

    /// The private key as PKCS #8, not encrypted.
    package var keyDER: [UInt8] { KeyBlock.wrapped(self.key) }

    package var keyPEM: String { PEMBlock.text(.privateKey, self.keyDER) }
}

extension Identity {
    /// Reads the certificates of a chain, leaf first, and the private key.
    package init(chainPEM: [UInt8], keyPEM: [UInt8]) throws {
        let chain = try CertificateChain(pem: chainPEM)
        let block = try KeyBlock.only(in: keyPEM, of: Self.keyLabels, wanted: "a private key")
        try self.init(chain, Shared(try KeyBlock.privateKey(block)))
    }

    /// Reads one text with the certificates of a chain, leaf first, and the private key, in any order.
    package init(pem text: [UInt8]) throws {
        let blocks = try PEMText(text).blocks
        let certificates = blocks.filter { $0.label == .certificate }
        let keys = blocks.filter { $0.label != .certificate }
        guard !certificates.isEmpty else {
            throw PEMFault(.wrongLabel, line: blocks[0].line, "the private key has no certificate; add it to the file")
        }
        guard !keys.isEmpty else {
            throw PEMFault(.wrongLabel, line: blocks[0].line, "the certificate has no private key; add it to the file")
        }
        let chain = try CertificateChain(certificates)
        let key = try KeyBlock.only(of: keys, Self.keyLabels, wanted: "a private key")
        try self.init(chain, Shared(try KeyBlock.privateKey(key)))
    }

    private static var keyLabels: Set<PEMBlock.Label> { [.privateKey, .ecPrivateKey, .rsaPrivateKey] }
}
