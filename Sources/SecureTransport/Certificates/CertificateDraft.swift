import Basics
internal import COpenSSL

/// What a certificate is going to say, before its issuer signs it.
struct CertificateDraft {
    /// Parts of a name, by OpenSSL's short words.
    enum Part: String {
        case commonName = "CN"
        case userID = "UID"

        /// RFC 5280, appendix A.1; a user id has no limit of its own there.
        var limit: Int { self == .commonName ? 64 : 256 }
    }

    var subject: [(Part, String)]
    var key: PublicKey
    var serial: SerialNumber
    var validity: Validity
    var extensions: [CertificateExtension]

    /// The certificate as signed with `key`; without an issuer it is its own.
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
                    .badText, "the part \(part.rawValue) of a name has 1 to \(part.limit) bytes, not \(text.utf8.count)"
                )
            }
            let bytes = Array(text.utf8)
            OpenSSLCall.expect(
                X509_NAME_add_entry_by_txt(name, part.rawValue, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0))
        }
    }

    private func fill(_ certificate: OpaquePointer) {
        // The third version is the one with extensions, and counting begins at zero.
        OpenSSLCall.expect(X509_set_version(certificate, 2))
        self.serial.borrow { OpenSSLCall.expect(X509_set_serialNumber(certificate, $0)) }
        self.validity.start.borrowTime { OpenSSLCall.expect(X509_set1_notBefore(certificate, $0)) }
        self.validity.end.borrowTime { OpenSSLCall.expect(X509_set1_notAfter(certificate, $0)) }
        self.key.shared.borrow { OpenSSLCall.expect(X509_set_pubkey(certificate, $0)) }
        for one in self.extensions { one.borrow { OpenSSLCall.expect(X509_add_ext(certificate, $0, -1)) } }
    }
}

extension SerialNumber {
    /// The number as OpenSSL's object, which does not outlive `body`.
    func borrow(_ body: (UnsafeMutablePointer<ASN1_INTEGER>) -> Void) {
        let number = BN_bin2bn(self.bytes, Int32(self.bytes.count), nil)
        defer { BN_free(number) }
        guard let integer = BN_to_ASN1_INTEGER(number, nil) else { preconditionFailure("OpenSSL has no memory left") }
        defer { ASN1_INTEGER_free(integer) }
        body(integer)
    }
}

extension Instant {
    /// The whole second as OpenSSL's object, which does not outlive `body`.
    func borrowTime(_ body: (UnsafeMutablePointer<ASN1_TIME>) -> Void) {
        guard let time = ASN1_TIME_set(nil, Int(self.seconds)) else {
            preconditionFailure("a validity is checked to have a form in X.509")
        }
        defer { ASN1_TIME_free(time) }
        body(time)
    }
}
