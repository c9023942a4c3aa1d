/// Comparisons of what an attacker may guess at.
package enum SecretBytes {
    /// Takes as long for a difference in the first byte as for one in the last. How long the bytes are is no secret.
    package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
