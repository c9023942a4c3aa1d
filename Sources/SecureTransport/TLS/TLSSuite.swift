/// The supported cipher suites. All of them have an ephemeral key exchange and an authenticated cipher.
///
/// RFC 9113 appendix A forbids all other suites of TLS 1.2 for HTTP/2.
package enum TLSSuite: String, Hashable, Sendable, CaseIterable {
    case aes256 = "TLS_AES_256_GCM_SHA384"
    case chacha20 = "TLS_CHACHA20_POLY1305_SHA256"
    case aes128 = "TLS_AES_128_GCM_SHA256"
    case ecdsaAES256 = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"
    case rsaAES256 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
    case ecdsaChaCha20 = "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
    case rsaChaCha20 = "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    case ecdsaAES128 = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
    case rsaAES128 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"

    package var version: TLSVersion {
        switch self {
        case .aes256, .chacha20, .aes128: .v1_3
        default: .v1_2
        }
    }

    /// The number on the wire.
    private var number: UInt16 {
        switch self {
        case .aes128: 0x1301
        case .aes256: 0x1302
        case .chacha20: 0x1303
        case .ecdsaAES128: 0xC02B
        case .ecdsaAES256: 0xC02C
        case .rsaAES128: 0xC02F
        case .rsaAES256: 0xC030
        case .rsaChaCha20: 0xCCA8
        case .ecdsaChaCha20: 0xCCA9
        }
    }

    init?(number: UInt16) {
        guard let suite = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = suite
    }

    /// The name in OpenSSL.
    var nameInOpenSSL: String {
        switch self {
        case .aes256, .chacha20, .aes128: self.rawValue
        case .ecdsaAES256: "ECDHE-ECDSA-AES256-GCM-SHA384"
        case .rsaAES256: "ECDHE-RSA-AES256-GCM-SHA384"
        case .ecdsaChaCha20: "ECDHE-ECDSA-CHACHA20-POLY1305"
        case .rsaChaCha20: "ECDHE-RSA-CHACHA20-POLY1305"
        case .ecdsaAES128: "ECDHE-ECDSA-AES128-GCM-SHA256"
        case .rsaAES128: "ECDHE-RSA-AES128-GCM-SHA256"
        }
    }
}

extension [TLSSuite] {
    /// Returns the suites of one version in OpenSSL's form.
    func listed(for version: TLSVersion) -> String {
        self.filter { $0.version == version }.map(\.nameInOpenSSL).joined(separator: ":")
    }
}
