internal import COpenSSL

/// A name or address that a server's certificate is valid for.
package enum SubjectName: Hashable, Sendable {
    case dns(String)
    /// An address of four or sixteen bytes.
    case address([UInt8])

    /// Creates an address if the text is an address. Otherwise creates a name.
    package init(_ text: String) {
        defer { OpenSSLErrors.forget() }
        // OpenSSL stops reading at a zero byte.
        guard !text.utf8.contains(0), let address = a2i_IPADDRESS(text) else {
            self = .dns(text)
            return
        }
        defer { ASN1_OCTET_STRING_free(address) }
        self = .address(
            Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(address), count: Int(ASN1_STRING_length(address)))))
    }

    /// The names of a server on this machine.
    package static let local: [SubjectName] = [
        .dns("localhost"), .address([127, 0, 0, 1]), .address([UInt8](repeating: 0, count: 15) + [1]),
    ]

    /// Returns the encoding as a GeneralName.
    func encoded() throws(CertificateFault) -> [UInt8] {
        switch self {
        case .dns(let name):
            guard Self.isName(name) else {
                throw CertificateFault(
                    .badName,
                    "a DNS name must have at most 253 bytes, in labels of 1 to 63 letters, digits, '-' or '_'")
            }
            return DERWriter.element(DERTag.context(2), name.utf8)
        case .address(let bytes):
            guard bytes.count == 4 || bytes.count == 16 else {
                throw CertificateFault(.badAddress, "the address has \(bytes.count) bytes; it must have 4 or 16")
            }
            return DERWriter.element(DERTag.context(7), bytes)
        }
    }

    private static func isName(_ name: String) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, let first = labels.first else { return false }
        let plain = first.elementsEqual("*".utf8) && labels.count > 1 ? labels.dropFirst() : labels[...]
        return plain.allSatisfy { (1...63).contains($0.count) && $0.allSatisfy(Self.isLetter) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
