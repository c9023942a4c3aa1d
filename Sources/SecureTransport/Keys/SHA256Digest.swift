internal import COpenSSL

/// The digest of 32 bytes.
package enum SHA256Digest {
    // Found once, because finding it takes longer than using it; only read from then on.
    private nonisolated(unsafe) static let method = EVP_MD_fetch(nil, "SHA256", nil)

    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, written in
            let isMade = EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, Self.method, nil) == 1
            precondition(isMade, "OpenSSL has no SHA-256")
            written = 32
        }
    }
}
