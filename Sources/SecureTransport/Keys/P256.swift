internal import COpenSSL

/// Accepts only keys on prime256v1, the curve of ES256.
enum P256 {
    /// Returns the key after checking that it is a valid P-256 key.
    static func checked(_ key: consuming Owned<KeyKind>, hasPrivatePart: Bool, line: Int?) throws(PEMFault)
        -> Shared<KeyKind>
    {
        try key.borrow { handle throws(PEMFault) in try Self.check(handle, hasPrivatePart, line) }
        return Shared(key)
    }

    private static func check(_ key: OpaquePointer, _ hasPrivatePart: Bool, _ line: Int?) throws(PEMFault) {
        defer { OpenSSLErrors.forget() }
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else {
            let name = EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "another"
            throw PEMFault(
                .notEC, line: line, "the key is of type \(name), but ES256 needs an elliptic-curve key on P-256")
        }
        let curve = Self.curve(of: key)
        guard curve == SN_X9_62_prime256v1 else {
            throw PEMFault(.wrongCurve, line: line, "the key is on \(curve), but ES256 needs P-256 (prime256v1)")
        }
        guard Self.isSound(key, hasPrivatePart) else {
            throw PEMFault(
                .weakKey, line: line,
                hasPrivatePart
                    ? "the number is not a P-256 private key, or the public key in the file does not match it"
                    : "the point is not on P-256")
        }
    }

    private static func curve(of key: OpaquePointer) -> String {
        // A curve with explicit parameters is refused, because it may differ from the named curve in a number that is
        // not compared.
        var isSpelledOut: Int32 = 0
        _ = EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &isSpelledOut)
        guard isSpelledOut == 0 else { return "a curve that is not named, but given by its parameters" }
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { return "a curve without a name" }
        return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func isSound(_ key: OpaquePointer, _ hasPrivatePart: Bool) -> Bool {
        let context = Owned<KeyContextKind>(new: EVP_PKEY_CTX_new_from_pkey(nil, key, nil))
        return context.borrow { (hasPrivatePart ? EVP_PKEY_check($0) : EVP_PKEY_public_check($0)) == 1 }
    }
}
