import Basics
internal import COpenSSL

/// Converts OpenSSL's verification errors into readable refusals.
enum CertificateJudge {
    /// The callback for each certificate of a chain. `isGood` is 1 when OpenSSL finds the certificate valid.
    static let verify: @convention(c) (Int32, OpaquePointer?) -> Int32 = { isGood, context in
        guard isGood != 1, let context else { return isGood }
        // An authority without a list has revoked nothing.
        if X509_STORE_CTX_get_error(context) == X509_V_ERR_UNABLE_TO_GET_CRL {
            X509_STORE_CTX_set_error(context, X509_V_OK)
            return 1
        }
        let place = SSL_get_ex_data_X509_STORE_CTX_idx()
        let connection = X509_STORE_CTX_get_ex_data(context, place).map { OpaquePointer($0) }
        if let notes = ConnectionNotes.of(connection) { notes.refusal = CertificateJudge.refusal(context, notes) }
        return 0
    }

    private static func refusal(_ context: OpaquePointer, _ notes: ConnectionNotes) -> TLSRefusal {
        let error = X509_STORE_CTX_get_error(context)
        guard let found = X509_STORE_CTX_get_current_cert(context) ?? X509_STORE_CTX_get0_cert(context) else {
            return .badCertificate(certificate: "none", words: Self.words(error))
        }
        let certificate = Certificate(lent: found)
        let text = CertificateText(certificate)
        switch error {
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_CERT_UNTRUSTED:
            // OpenSSL does not look for the issuer of a certificate that it cannot read.
            guard X509_get_extension_flags(found) & UInt32(EXFLAG_INVALID) == 0 else {
                return .badCertificate(certificate: text.title, words: "an extension is malformed or occurs twice")
            }
            return .unknownAuthority(certificate: text.title, issuer: text.issuer)
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            return .wrongName(asked: notes.asked?.description ?? "", certified: text.names)
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return .expired(certificate: text.title, since: Self.instant(X509_get0_notAfter(found)), now: notes.now)
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return .notYetValid(
                certificate: text.title, until: Self.instant(X509_get0_notBefore(found)), now: notes.now)
        case X509_V_ERR_CERT_REVOKED:
            return .revoked(
                certificate: text.title, serial: text.serial, issuer: text.issuer,
                since: Self.revocation(of: found, by: X509_STORE_CTX_get0_current_crl(context)))
        case X509_V_ERR_CRL_HAS_EXPIRED:
            let renewal = X509_CRL_get0_nextUpdate(X509_STORE_CTX_get0_current_crl(context))
            return .outdatedList(issuer: text.issuer, since: Self.instant(renewal), now: notes.now)
        case X509_V_ERR_INVALID_PURPOSE:
            return .wrongPurpose(certificate: text.title)
        default:
            return .badCertificate(certificate: text.title, words: Self.words(error))
        }
    }

    /// Returns OpenSSL's words for a verification error.
    static func words(_ error: Int) -> String { X509_verify_cert_error_string(error).map { String(cString: $0) } ?? "" }

    static func words(_ error: Int32) -> String { Self.words(Int(error)) }

    /// Converts a time. OpenSSL has already compared this time, so it is known to be readable.
    private static func instant(_ time: UnsafePointer<ASN1_TIME>?) -> Instant {
        Instant(time) ?? Instant(microseconds: 0)
    }

    private static func revocation(of certificate: OpaquePointer, by list: OpaquePointer?) -> Instant {
        var entry: OpaquePointer?
        guard let list, X509_CRL_get0_by_cert(list, &entry, certificate) > 0, let entry else {
            return Instant(microseconds: 0)
        }
        return Self.instant(X509_REVOKED_get0_revocationDate(entry))
    }
}
