import Basics
internal import COpenSSL

/// The facts in a certificate.
extension Certificate {
    /// The serial number. Nil if it is not positive, or if it is longer than the maximum that RFC 5280 requires readers
    /// to accept.
    package var serial: SerialNumber? {
        self.shared.borrow { SerialNumber(X509_get0_serialNumber($0)) }
    }

    /// The validity. Nil if a date does not have a form of RFC 5280, or if the end is before the start.
    package var validity: Validity? {
        self.shared.borrow { certificate in
            guard let start = Instant(X509_get0_notBefore(certificate)),
                let end = Instant(X509_get0_notAfter(certificate))
            else { return nil }
            return try? Validity(from: start, to: end)
        }
    }

    /// The public key, if it is a P-256 key.
    package var publicKey: PublicKey? {
        defer { OpenSSLErrors.forget() }
        let key = self.shared.borrow { Owned<KeyKind>(X509_get_pubkey($0)) }
        guard let key, let shared = try? P256.checked(key, hasPrivatePart: false, line: nil) else { return nil }
        return PublicKey(shared)
    }

    /// Whether the certificate may sign certificates.
    package var isAuthority: Bool { self.shared.borrow { X509_check_ca($0) == 1 } }

    /// The DNS names and addresses that the certificate is valid for as a server's certificate.
    package var names: [SubjectName] {
        guard let value = self.value(of: "2.5.29.17"),
            let list = DERReader.contents(of: DERTag.sequence, in: value[...])
        else { return [] }
        var (reader, names) = (DERReader(list), [SubjectName]())
        while let tag = reader.nextTag, let contents = reader.contents(of: tag) {
            switch tag {
            case DERTag.context(2): names.append(.dns(String(decoding: contents, as: UTF8.self)))
            case DERTag.context(7): names.append(.address(Array(contents)))
            default: break
            }
        }
        return names
    }

    /// Returns the value of the first extension with this identifier.
    func value(of identifier: String) -> [UInt8]? {
        guard let object = OBJ_txt2obj(identifier, 1) else { preconditionFailure("\(identifier) is no identifier") }
        defer { ASN1_OBJECT_free(object) }
        return self.shared.borrow { certificate in
            let place = X509_get_ext_by_OBJ(certificate, object, -1)
            guard place >= 0, let found = X509_get_ext(certificate, place) else { return nil }
            return Array(octets: X509_EXTENSION_get_data(found))
        }
    }

    /// Returns the first part of this kind in the subject's name, as text.
    func subject(_ part: CertificateDraft.Part) -> String? {
        defer { OpenSSLErrors.forget() }
        return self.shared.borrow { certificate in
            let name = X509_get_subject_name(certificate)
            let place = X509_NAME_get_index_by_NID(name, OBJ_txt2nid(part.rawValue), -1)
            guard place >= 0, let entry = X509_NAME_get_entry(name, place) else { return nil }
            var text: UnsafeMutablePointer<UInt8>?
            let count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
            guard count >= 0, let text else { return nil }
            defer { CRYPTO_free(text, nil, 0) }
            return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
        }
    }
}

extension Array<UInt8> {
    /// Copies the bytes of an ASN.1 string. The array is empty for nil.
    init(octets string: UnsafePointer<ASN1_STRING>?) {
        self.init(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }
}

extension SerialNumber {
    init?(_ integer: UnsafePointer<ASN1_INTEGER>?) {
        // OpenSSL stores the sign in the type.
        guard let integer, ASN1_STRING_type(integer) == V_ASN1_INTEGER else { return nil }
        self.init(Array(octets: integer))
    }
}

extension Instant {
    init?(_ time: UnsafePointer<ASN1_TIME>?) {
        var seconds: Int64 = 0
        guard let time, shouldertap_seconds_of_time(time, &seconds) == 1 else { return nil }
        self.init(microseconds: seconds * 1_000_000)
    }
}
