/// A certificate and its issuers towards a root, each the issuer of the one before.
package struct CertificateChain: Hashable, Sendable {
    /// The certificates, leaf first; never empty.
    package let certificates: [Certificate]

    package init(_ leaf: Certificate, issuers: [Certificate] = []) { self.certificates = [leaf] + issuers }

    /// Reads all certificates of a text. Other text around them is ignored, but keys are refused.
    package init(pem text: [UInt8]) throws(PEMFault) { try self.init(try PEMText(text).blocks) }

    /// Reads blocks; there is at least one.
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
