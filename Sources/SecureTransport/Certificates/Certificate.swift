internal import COpenSSL

/// An X.509 certificate.
package struct Certificate: Sendable {
    let shared: Shared<CertificateKind>

    init(_ shared: Shared<CertificateKind>) { self.shared = shared }

    /// Returns nil when the bytes are not exactly one certificate.
    package init?(der bytes: [UInt8]) {
        guard let owned = Owned<CertificateKind>(wholeOf: bytes, by: { d2i_X509(nil, $0, $1) }) else { return nil }
        self.init(Shared(owned))
    }

    /// Reads the only certificate of a text; other text around it is ignored.
    package init(pem text: [UInt8]) throws(PEMFault) {
        let chain = try CertificateChain(pem: text)
        guard chain.certificates.count == 1 else {
            throw PEMFault(.several, "the file has \(chain.certificates.count) certificates; give only one")
        }
        self = chain.leaf
    }

    package var der: [UInt8] { self.shared.borrow { OpenSSLCall.encoding(of: $0, by: i2d_X509) } }

    package var pem: String { PEMBlock.text(.certificate, self.der) }

    /// The SHA-256 digest of the certificate's bytes, which people use to compare certificates.
    package var fingerprint: [UInt8] { SHA256Digest.of(self.der) }
}

extension Certificate: Hashable {
    package static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.der) }
}
