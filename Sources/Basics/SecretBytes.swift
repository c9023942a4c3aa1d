/// Comparisons of secrets.
package enum SecretBytes {
    /// Compares bytes in constant time. Their length is not secret.
    package static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.withSpan { left in
            right.withSpan { right in
                guard left.count == right.count else { return false }
                var difference: UInt8 = 0
                for index in left.indices { difference |= left[index] ^ right[index] }
                return difference == 0
            }
        }
    }
}
