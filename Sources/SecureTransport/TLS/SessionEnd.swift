import Basics
internal import COpenSSL

/// The time until which a session can be resumed. A session ends as soon as anything expires that its verification
/// relied on, such as a certificate or a revocation list.
enum SessionEnd {
    /// The end of a session if nothing that it relies on ever expires.
    static let never = Instant(microseconds: .max)

    /// Returns the earliest expiration of the certificates in the verified chain and of the revocation lists.
    static func ofVerified(_ connection: OpaquePointer, _ notes: ConnectionNotes) -> Instant {
        guard let chain = SSL_get0_verified_chain(connection) else { return notes.listsEnd }
        return (0..<OPENSSL_sk_num(chain)).reduce(notes.listsEnd) { end, place in
            let certificate = OpaquePointer(OPENSSL_sk_value(chain, place))
            return min(end, Instant(X509_get0_notAfter(certificate)) ?? notes.now)
        }
    }
}

extension TLSTrust {
    /// The earliest expiration among the newest lists of all authorities.
    var listsEnd: Instant {
        let ends = self.revocations.map { ($0.issuer, $0.validity?.end ?? SessionEnd.never) }
        return Dictionary(ends, uniquingKeysWith: max).values.min() ?? SessionEnd.never
    }
}

extension RevocationList {
    /// The name of the authority that issued the list, as DER.
    fileprivate var issuer: [UInt8] {
        self.shared.borrow { list in
            guard let name = X509_CRL_get_issuer(list) else { return [] }
            return OpenSSLCall.encoding(of: name, by: i2d_X509_NAME)
        }
    }
}
