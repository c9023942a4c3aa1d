/// The curves over which keys are exchanged.
package enum TLSGroup: String, Hashable, Sendable, CaseIterable {
    case x25519 = "X25519"
    case p256 = "P-256"
    case p384 = "P-384"
}

extension [TLSGroup] {
    /// The list of them, as OpenSSL reads it.
    var listed: String { self.map(\.rawValue).joined(separator: ":") }
}
