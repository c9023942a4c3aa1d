internal import COpenSSL

/// The text forms of private and public keys.
extension PrivateKey {
    /// Reads a `.p8` file of a developer account (PKCS #8), or an EC key written by OpenSSL (SEC 1).
    package init(pem text: [UInt8]) throws(PEMFault) {
        let block = try KeyBlock.only(in: text, of: [.privateKey, .ecPrivateKey], wanted: "a private key")
        let key = try KeyBlock.privateKey(block)
        self.init(try P256.checked(key, hasPrivatePart: true, line: block.line))
    }

    /// The text of a `.p8` file: PKCS #8, not encrypted.
    package var pem: String { PEMBlock.text(.privateKey, self.der) }

    /// The key as PKCS #8, not encrypted.
    package var der: [UInt8] { KeyBlock.wrapped(self.shared) }
}

extension PublicKey {
    /// Reads `-----BEGIN PUBLIC KEY-----` (X.509's SubjectPublicKeyInfo).
    package init(pem text: [UInt8]) throws(PEMFault) {
        let block = try KeyBlock.only(in: text, of: [.publicKey], wanted: "a public key")
        try self.init(der: block.bytes, line: block.line)
    }

    init(der bytes: [UInt8], line: Int? = nil) throws(PEMFault) {
        guard let key = Owned<KeyKind>(wholeOf: bytes, by: { d2i_PUBKEY(nil, $0, $1) }) else {
            throw PEMFault(.malformed, line: line, "the bytes are not a public key")
        }
        self.init(try P256.checked(key, hasPrivatePart: false, line: line))
    }

    /// The text of the key, as `openssl pkey -pubin` reads it.
    package var pem: String { PEMBlock.text(.publicKey, self.der) }

    /// The key as SubjectPublicKeyInfo of X.509.
    package var der: [UInt8] { self.shared.borrow { OpenSSLCall.encoding(of: $0, by: i2d_PUBKEY) } }
}

extension Owned {
    /// Parses bytes with a function of OpenSSL. Returns nil if it fails or does not use all bytes.
    init?(wholeOf bytes: [UInt8], by read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?) {
        defer { OpenSSLErrors.forget() }
        var used = 0
        let handle = bytes.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            let handle = read(&next, buffer.count)
            used = next.map { $0 - (buffer.baseAddress ?? $0) } ?? 0
            return handle
        }
        guard let owned = Owned(handle), used == bytes.count else { return nil }
        self = owned
    }
}
