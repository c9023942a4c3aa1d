import Basics
internal import COpenSSL

/// The contents of a certificate before its issuer signs it.
struct CertificateDraft {
    /// The parts of a name, by OpenSSL's short names.
    enum Part: String {
        case commonName = "CN"
        case userID = "UID"

        /// The maximum length, by RFC 5280, appendix A.1. That document sets no limit for a user id.
        var limit: Int { self == .commonName ? 64 : 256 }
    }

    var subject: [(Part, String)]
    var key: PublicKey
    var serial: SerialNumber
    var validity: Validity
    var extensions: [CertificateExtension]

    /// Returns the certificate signed with `key`. Without an issuer it is self-signed.
    func signed(by issuer: Certificate?, _ key: PrivateKey) throws(CertificateFault) -> Certificate {
        defer { OpenSSLErrors.forget() }
        let owned = Owned<CertificateKind>(new: X509_new())
        try owned.borrow { certificate throws(CertificateFault) in
            try self.name(certificate)
            if let issuer {
                issuer.shared.borrow { issuer in
                    OpenSSLCall.expect(X509_set_issuer_name(certificate, X509_get_subject_name(issuer)))
                }
            } else {
                OpenSSLCall.expect(X509_set_issuer_name(certificate, X509_get_subject_name(certificate)))
            }
            self.fill(certificate)
            key.shared.borrow { OpenSSLCall.expect(X509_sign(certificate, $0, EVP_sha256())) }
        }
        return Certificate(Shared(owned))
    }

    private func name(_ certificate: OpaquePointer) throws(CertificateFault) {
        let name = X509_get_subject_name(certificate)
        for (part, text) in self.subject {
            guard (1...part.limit).contains(text.utf8.count) else {
                throw CertificateFault(
                    .badText,
                    "the part \(part.rawValue) of a name has \(text.utf8.count) bytes; it must have 1 to \(part.limit)"
                )
            }
            let bytes = Array(text.utf8)
            OpenSSLCall.expect(
                X509_NAME_add_entry_by_txt(name, part.rawValue, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0))
        }
    }

    private func fill(_ certificate: OpaquePointer) {
        // Version 3, which has extensions. The encoding counts versions from zero.
        OpenSSLCall.expect(X509_set_version(certificate, 2))
        self.serial.borrow { OpenSSLCall.expect(X509_set_serialNumber(certificate, $0)) }
        self.validity.start.borrowTime { OpenSSLCall.expect(X509_set1_notBefore(certificate, $0)) }
        self.validity.end.borrowTime { OpenSSLCall.expect(X509_set1_notAfter(certificate, $0)) }
        self.key.shared.borrow { OpenSSLCall.expect(X509_set_pubkey(certificate, $0)) }
        for one in self.extensions { one.borrow { OpenSSLCall.expect(X509_add_ext(certificate, $0, -1)) } }
    }
}

extension SerialNumber {
    /// Passes the number to `body` as an OpenSSL object that is valid only during the call.
    func borrow(_ body: (UnsafeMutablePointer<ASN1_INTEGER>) -> Void) {
        let number = BN_bin2bn(self.bytes, Int32(self.bytes.count), nil)
        defer { BN_free(number) }
        guard let integer = BN_to_ASN1_INTEGER(number, nil) else { preconditionFailure("OpenSSL has no memory left") }
        defer { ASN1_INTEGER_free(integer) }
        body(integer)
    }
}

extension Instant {
    /// Passes the whole second to `body` as an OpenSSL object that is valid only during the call.
    func borrowTime(_ body: (UnsafeMutablePointer<ASN1_TIME>) -> Void) {
        guard let time = ASN1_TIME_set(nil, Int(self.seconds)) else {
            preconditionFailure("a validity is checked to have a form in X.509")
        }
        defer { ASN1_TIME_free(time) }
        body(time)
    }
}
