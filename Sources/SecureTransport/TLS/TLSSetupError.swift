/// The reason why a client or a server cannot be set up.
package enum TLSSetupError: Error, Hashable, Sendable, CustomStringConvertible {
    case noIdentity
    case noTrust
    case weakCertificate(words: String)
    case noSuite(TLSVersion)
    case noGroup
    case badProtocolName

    package var description: String {
        switch self {
        case .noIdentity: "a server needs a certificate and its private key"
        case .noTrust: "no authority is trusted, so no peer could ever be: hand in at least one certificate"
        case .weakCertificate(let words): "OpenSSL does not show this certificate to anybody: \(words)"
        case .noSuite(let version): "no cipher suite is given for \(version.rawValue), which is to be spoken"
        case .noGroup: "no group is given over which keys could be exchanged"
        case .badProtocolName: "the name of an application protocol has 1 to 255 bytes, and all have 65535 at most"
        }
    }
}
