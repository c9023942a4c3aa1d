import Basics
internal import COpenSSL

/// Texts about a certificate that are safe to show: they are short and printable whatever the certificate contains.
struct CertificateText {
    private let certificate: Certificate

    init(_ certificate: Certificate) { self.certificate = certificate }

    private static let longest = 200

    /// The subject in the form of RFC 2253, or the first of the certificate's names if the subject is empty.
    var title: String {
        let subject = self.certificate.shared.borrow { Self.text(X509_get_subject_name($0)) }
        return subject.isEmpty ? self.names.first ?? "without a name" : subject
    }

    var issuer: String { self.certificate.shared.borrow { Self.text(X509_get_issuer_name($0)) } }

    var serial: String { self.certificate.serial?.description ?? "unreadable" }

    /// The hosts and addresses for which the certificate is valid.
    var names: [String] {
        self.certificate.names.map { name in
            switch name {
            case .dns(let host): Self.printable(host.utf8)
            case .address(let bytes): ServerName.text(ofAddress: bytes)
            }
        }
    }

    private static func text(_ name: OpaquePointer?) -> String {
        guard let name, let bio = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(bio) }
        guard X509_NAME_print_ex(bio, name, 0, shouldertap_name_style()) > 0 else { return "" }
        var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
        let count = Int(BIO_read(bio, &bytes, Int32(bytes.count)))
        return Self.printable(bytes.prefix(max(0, count)))
    }

    /// Returns the bytes as text. Each byte that is not printable ASCII becomes a question mark.
    static func printable(_ bytes: some Collection<UInt8>) -> String {
        let text = bytes.prefix(Self.longest).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
        return String(decoding: text, as: UTF8.self) + (bytes.count > Self.longest ? "..." : "")
    }
}

extension Certificate {
    /// Retains a certificate that OpenSSL lends.
    init(lent handle: OpaquePointer) {
        OpenSSLCall.expect(X509_up_ref(handle))
        self.init(Shared(Owned(new: handle)))
    }
}
