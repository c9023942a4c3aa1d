/// The curves for the key exchange.
package enum TLSGroup: String, Hashable, Sendable, CaseIterable {
    case x25519 = "X25519"
    case p256 = "P-256"
    case p384 = "P-384"
}

extension [TLSGroup] {
    /// The list in OpenSSL's form.
    var listed: String { self.map(\.rawValue).joined(separator: ":") }
}
