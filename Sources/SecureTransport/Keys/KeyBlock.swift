internal import COpenSSL

/// Finds the only key in a text.
enum KeyBlock {
    static func only(
        in text: [UInt8], of labels: Set<PEMBlock.Label>, wanted: String
    ) throws(PEMFault) -> PEMBlock {
        let pem = try PEMText(text)
        let block = try Self.only(of: pem.blocks, labels, wanted: wanted)
        if let line = pem.trailingLine {
            throw PEMFault(.trailingText, line: line, "there is text after the key; remove everything after '-----END'")
        }
        return block
    }

    /// Returns the only matching block. There must be at least one block.
    static func only(
        of all: [PEMBlock], _ labels: Set<PEMBlock.Label>, wanted: String
    ) throws(PEMFault) -> PEMBlock {
        // OpenSSL writes the curve before an EC key by default.
        let blocks = all.filter { $0.label != .ecParameters }
        guard let block = blocks.first else {
            throw PEMFault(
                .wrongLabel, line: all[0].line, "the file has only the parameters of a curve, but no key; give the key")
        }
        guard !block.isEncrypted, block.label != .encryptedPrivateKey else {
            throw PEMFault(
                .encrypted, line: block.line,
                "the key is encrypted; decrypt it with 'openssl pkcs8 -in KEY -out PLAIN'")
        }
        guard let label = block.label, labels.contains(label) else {
            throw PEMFault(.wrongLabel, line: block.line, "expected \(wanted) here, but found \(block.name)")
        }
        guard blocks.count == 1 else {
            throw PEMFault(
                .several, line: blocks[1].line, "there is a second block, \(blocks[1].name); give only one key")
        }
        return block
    }

    /// Reads a private key of any algorithm.
    static func privateKey(_ block: PEMBlock) throws(PEMFault) -> Owned<KeyKind> {
        let key: Owned<KeyKind>?
        switch block.label {
        case .ecPrivateKey:
            key = Owned(wholeOf: block.bytes) { d2i_PrivateKey(EVP_PKEY_EC, nil, $0, $1) }
        case .rsaPrivateKey:
            key = Owned(wholeOf: block.bytes) { d2i_PrivateKey(EVP_PKEY_RSA, nil, $0, $1) }
        default:
            let wrapped = Owned<WrappedKeyKind>(wholeOf: block.bytes) { d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }
            key = wrapped?.borrow { Owned(EVP_PKCS82PKEY($0)) } ?? nil
        }
        OpenSSLErrors.forget()
        guard let key else {
            throw PEMFault(.malformed, line: block.line, "the bytes between BEGIN and END are not a private key")
        }
        return key
    }
}

extension KeyBlock {
    /// Returns a private key of any algorithm as PKCS #8.
    static func wrapped(_ key: Shared<KeyKind>) -> [UInt8] {
        key.borrow { key in
            let wrapped = Owned<WrappedKeyKind>(new: EVP_PKEY2PKCS8(key))
            return wrapped.borrow { OpenSSLCall.encoding(of: $0, by: i2d_PKCS8_PRIV_KEY_INFO) }
        }
    }
}
