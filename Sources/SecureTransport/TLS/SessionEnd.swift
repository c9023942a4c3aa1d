import Basics
internal import COpenSSL

/// Until when sessions may be taken up: as long as all holds that they rest on, so that resuming spares no refusal.
enum SessionEnd {
    /// That of a session that rests on nothing which ends.
    static let never = Instant(microseconds: .max)

    /// When the first of a chain's certificates expires that has just been verified, or a list is to be renewed.
    static func ofVerified(_ connection: OpaquePointer, _ notes: ConnectionNotes) -> Instant {
        guard let chain = SSL_get0_verified_chain(connection) else { return notes.listsEnd }
        return (0..<OPENSSL_sk_num(chain)).reduce(notes.listsEnd) { end, place in
            let certificate = OpaquePointer(OPENSSL_sk_value(chain, place))
            return min(end, Instant(X509_get0_notAfter(certificate)) ?? notes.now)
        }
    }
}

extension TLSTrust {
    /// When the newest list of some authority is to be renewed.
    var listsEnd: Instant {
        let ends = self.revocations.map { ($0.issuer, $0.validity?.end ?? SessionEnd.never) }
        return Dictionary(ends, uniquingKeysWith: max).values.min() ?? SessionEnd.never
    }
}

extension RevocationList {
    /// The name of its authority, as DER.
    fileprivate var issuer: [UInt8] {
        self.shared.borrow { list in
            guard let name = X509_CRL_get_issuer(list) else { return [] }
            return OpenSSLCall.encoding(of: name, by: i2d_X509_NAME)
        }
    }
}
