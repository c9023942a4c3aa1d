/// A certificate and the certificates of its issuers. Each certificate is issued by the next one, so the last one is
/// the closest to a root.
package struct CertificateChain: Hashable, Sendable {
    /// The certificates, leaf first; never empty.
    package let certificates: [Certificate]

    package init(_ leaf: Certificate, issuers: [Certificate] = []) { self.certificates = [leaf] + issuers }

    /// Reads all certificates of a text. Other text around them is ignored, but keys are refused.
    package init(pem text: [UInt8]) throws(PEMFault) { try self.init(try PEMText(text).blocks) }

    /// Reads the certificates in these blocks. There must be at least one block.
    init(_ blocks: [PEMBlock]) throws(PEMFault) {
        var certificates: [Certificate] = []
        for block in blocks {
            guard block.label == .certificate else {
                throw PEMFault(.wrongLabel, line: block.line, "expected a certificate here, but found \(block.name)")
            }
            guard let certificate = Certificate(der: block.bytes) else {
                throw PEMFault(
                    .malformed, line: block.line, "the bytes between BEGIN and END are not an X.509 certificate")
            }
            certificates.append(certificate)
        }
        self.certificates = certificates
    }

    package var leaf: Certificate { self.certificates[0] }

    package var issuers: [Certificate] { Array(self.certificates.dropFirst()) }

    package var pem: String { self.certificates.map(\.pem).joined() }
}
