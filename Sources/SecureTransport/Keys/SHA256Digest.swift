internal import COpenSSL

/// The SHA-256 digest, of 32 bytes.
package enum SHA256Digest {
    // The method is fetched once, because fetching takes longer than using it. After that, it is only read.
    private nonisolated(unsafe) static let method = EVP_MD_fetch(nil, "SHA256", nil)

    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, written in
            let isMade = EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, Self.method, nil) == 1
            precondition(isMade, "OpenSSL has no SHA-256")
            written = 32
        }
    }
}
