import Basics
internal import COpenSSL

/// An authority's list of revoked certificates.
package struct RevocationList: Sendable {
    let shared: Shared<RevocationListKind>

    init(_ shared: Shared<RevocationListKind>) { self.shared = shared }

    /// Returns nil when the bytes are not exactly one list.
    package init?(der bytes: [UInt8]) {
        guard let owned = Owned<RevocationListKind>(wholeOf: bytes, by: { d2i_X509_CRL(nil, $0, $1) }) else {
            return nil
        }
        self.init(Shared(owned))
    }

    /// Reads the only list of a text; other text around it is ignored.
    package init(pem text: [UInt8]) throws(PEMFault) {
        let blocks = try PEMText(text).blocks
        guard let block = blocks.first, block.label == .revocationList else {
            throw PEMFault(
                .wrongLabel, line: blocks[0].line, "expected a revocation list here, but found \(blocks[0].name)")
        }
        guard blocks.count == 1 else {
            throw PEMFault(
                .several, line: blocks[1].line, "there is a second block, \(blocks[1].name); give only one list")
        }
        guard let list = RevocationList(der: block.bytes) else {
            throw PEMFault(.malformed, line: block.line, "the bytes between BEGIN and END are not a revocation list")
        }
        self = list
    }

    package var der: [UInt8] { self.shared.borrow { OpenSSLCall.encoding(of: $0, by: i2d_X509_CRL) } }

    package var pem: String { PEMBlock.text(.revocationList, self.der) }

    /// The serial numbers, in the order of the list.
    package var serials: [SerialNumber] {
        self.shared.borrow { list in
            (0..<max(0, shouldertap_count_of_revoked(list))).compactMap { index in
                SerialNumber(X509_REVOKED_get0_serialNumber(shouldertap_revoked_at(list, index)))
            }
        }
    }

    /// The time for which this list is the newest. Nil if this time has no end.
    package var validity: Validity? {
        self.shared.borrow { list in
            guard let start = Instant(X509_CRL_get0_lastUpdate(list)), let end = Instant(X509_CRL_get0_nextUpdate(list))
            else { return nil }
            return try? Validity(from: start, to: end)
        }
    }
}

extension ThrowAwayAuthority {
    /// Creates a list of the certificates that this authority revokes. All of them are revoked since the start of
    /// `validity`.
    package func revocationList(
        of serials: [SerialNumber], number: UInt64 = 1, _ validity: Validity
    ) -> RevocationList {
        let owned = Owned<RevocationListKind>(new: X509_CRL_new())
        owned.borrow { list in
            // Version 2, which has extensions.
            OpenSSLCall.expect(X509_CRL_set_version(list, 1))
            self.certificate.shared.borrow {
                OpenSSLCall.expect(X509_CRL_set_issuer_name(list, X509_get_subject_name($0)))
            }
            validity.start.borrowTime { OpenSSLCall.expect(X509_CRL_set1_lastUpdate(list, $0)) }
            validity.end.borrowTime { OpenSSLCall.expect(X509_CRL_set1_nextUpdate(list, $0)) }
            for serial in serials { Self.add(serial, since: validity.start, to: list) }
            OpenSSLCall.expect(X509_CRL_sort(list))
            for one in [.issuersKey(self.key.publicKey), CertificateExtension.listNumber(number)] {
                one.borrow { OpenSSLCall.expect(X509_CRL_add_ext(list, $0, -1)) }
            }
            self.key.shared.borrow { OpenSSLCall.expect(X509_CRL_sign(list, $0, EVP_sha256())) }
        }
        // The list is parsed again, because OpenSSL compares only parsed lists when it chooses the newest list.
        guard let list = RevocationList(der: RevocationList(Shared(owned)).der) else {
            preconditionFailure("OpenSSL cannot read a list that it has written")
        }
        return list
    }

    private static func add(_ serial: SerialNumber, since moment: Instant, to list: OpaquePointer) {
        guard let entry = X509_REVOKED_new() else { preconditionFailure("OpenSSL has no memory left") }
        serial.borrow { OpenSSLCall.expect(X509_REVOKED_set_serialNumber(entry, $0)) }
        moment.borrowTime { OpenSSLCall.expect(X509_REVOKED_set_revocationDate(entry, $0)) }
        // The list now owns the entry.
        OpenSSLCall.expect(X509_CRL_add0_revoked(list, entry))
    }
}
