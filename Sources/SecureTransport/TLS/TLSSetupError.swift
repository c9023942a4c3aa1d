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
        case .noTrust: "no authority is trusted, so every peer would be refused: add at least one CA certificate"
        case .weakCertificate(let words): "OpenSSL refuses to use this certificate: \(words)"
        case .noSuite(let version): "\(version.rawValue) is enabled, but has no cipher suite: add one"
        case .noGroup: "there is no group for the key exchange: add one"
        case .badProtocolName:
            "the name of an application protocol must have 1 to 255 bytes, and all together at most 65535"
        }
    }
}
