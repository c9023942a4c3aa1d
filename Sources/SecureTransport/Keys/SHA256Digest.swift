internal import COpenSSL

/// The digest of 32 bytes.
package enum SHA256Digest {
    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, written in
            let isMade = EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, EVP_sha256(), nil) == 1
            precondition(isMade, "OpenSSL has no SHA-256")
            written = 32
        }
    }
}
