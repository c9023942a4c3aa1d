internal import COpenSSL

/// One extension of a certificate: its identifier, whether it is critical, and the DER of its value.
struct CertificateExtension {
    let identifier: String
    let isCritical: Bool
    let value: [UInt8]

    init(_ identifier: String, critical isCritical: Bool = false, _ value: [UInt8]) {
        (self.identifier, self.isCritical, self.value) = (identifier, isCritical, value)
    }

    /// Marks an authority, without a limit on the authorities below it.
    static let authority = Self(
        "2.5.29.19", critical: true, DERWriter.sequence(DERWriter.element(DERTag.boolean, [0xFF])))
    static let noAuthority = Self("2.5.29.19", critical: true, DERWriter.sequence())

    /// The bits of KeyUsage. The first bit is the highest.
    enum Use: UInt8 {
        case digitalSignature = 0x80
        case signCertificatesAndLists = 0x06
    }

    static func uses(_ use: Use) -> Self {
        let unused = UInt8(use.rawValue.trailingZeroBitCount)
        return Self("2.5.29.15", critical: true, DERWriter.element(DERTag.bitString, [unused, use.rawValue]))
    }

    /// The role that the certificate may be used for.
    enum Purpose: UInt8 {
        case server = 1
        case client = 2
    }

    static func purpose(_ purpose: Purpose) -> Self {
        // The identifiers are 1.3.6.1.5.5.7.3.1 and .2.
        let identifier = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, purpose.rawValue]
        return Self("2.5.29.37", DERWriter.sequence(DERWriter.element(DERTag.objectIdentifier, identifier)))
    }

    static func names(_ names: [SubjectName]) throws(CertificateFault) -> Self {
        var encoded: [UInt8] = []
        for name in names { encoded += try name.encoded() }
        return Self("2.5.29.17", DERWriter.element(DERTag.sequence, encoded))
    }

    static func ownKey(_ key: PublicKey) -> Self {
        Self("2.5.29.14", DERWriter.element(DERTag.octetString, Self.keyIdentifier(key)))
    }

    static func issuersKey(_ key: PublicKey) -> Self {
        Self("2.5.29.35", DERWriter.sequence(DERWriter.element(DERTag.context(0), Self.keyIdentifier(key))))
    }

    static func listNumber(_ number: UInt64) -> Self {
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return Self("2.5.29.20", DERWriter.integer(bytes))
    }

    /// Returns the key identifier of RFC 7093: the first 160 bits of a digest of the key.
    private static func keyIdentifier(_ key: PublicKey) -> ArraySlice<UInt8> { SHA256Digest.of(key.der).prefix(20) }

    /// Passes the extension to `body` as an OpenSSL object that is valid only during the call.
    func borrow(_ body: (OpaquePointer) -> Void) {
        guard let object = OBJ_txt2obj(self.identifier, 1), let data = ASN1_OCTET_STRING_new() else {
            preconditionFailure("\(self.identifier) is no object identifier")
        }
        defer {
            ASN1_OBJECT_free(object)
            ASN1_OCTET_STRING_free(data)
        }
        precondition(
            ASN1_OCTET_STRING_set(data, self.value, Int32(self.value.count)) == 1, "OpenSSL has no memory left")
        let made = Owned<ExtensionKind>(new: X509_EXTENSION_create_by_OBJ(nil, object, self.isCritical ? 1 : 0, data))
        made.borrow(body)
    }
}
