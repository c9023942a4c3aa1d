import Basics
import ShoulderTap

@testable import SecureTransport

/// A compact JWS as the product reads the one around a provider token, but with any payload.
struct JSONWebSignature {
    let algorithm: String
    let keyID: String
    let signed: [UInt8]
    let signature: [UInt8]

    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.bytes(of: parts[0]), Base64URL.bytes(of: parts[1]) != nil,
            let signature = Base64URL.bytes(of: parts[2]),
            let header = (try? JSONDocument(bytes, limit: 4_096))?.root, header["crit"] == nil,
            let algorithm = header["alg"]?.string, let keyID = header["kid"]?.string
        else { return nil }
        (self.algorithm, self.keyID, self.signature) = (algorithm, keyID, signature)
        self.signed = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    func isGood(_ check: SignatureCheck) -> Bool {
        self.algorithm == "ES256" && check.isSignature(self.signature, over: self.signed, byKey: self.keyID)
    }
}

/// A key as JSON. The product has no reader for it; this one knows enough for the vectors.
enum JSONWebKey {
    struct Refusal: Error {}

    /// The key, if it is for signatures and P-256 and RSA numbers make one that we take.
    static func publicKey(_ key: PayloadElement) throws -> PublicKey {
        if let use = key["use"]?.string, use != "sig" { throw Refusal() }
        if let operations = key["key_ops"]?.elements?.compactMap(\.string), !operations.contains("verify") {
            throw Refusal()
        }
        return try PublicKey(der: Self.subjectPublicKeyInfo(key))
    }

    static func subjectPublicKeyInfo(_ key: PayloadElement) throws -> [UInt8] {
        switch (key["kty"]?.string, key["crv"]?.string) {
        case ("EC", "P-256"): try Self.elliptic(key, curve: "2a8648ce3d030107")
        case ("EC", "P-521"): try Self.elliptic(key, curve: "2b81040023")
        case ("RSA", _): try Self.rsa(key)
        default: throw Refusal()
        }
    }

    private static func elliptic(_ key: PayloadElement, curve: String) throws -> [UInt8] {
        let point = [0x04] + (try Self.number(key["x"])) + (try Self.number(key["y"]))
        return try Self.info(algorithm: "2a8648ce3d0201", parameters: Self.identifier(curve), key: point)
    }

    private static func rsa(_ key: PayloadElement) throws -> [UInt8] {
        let numbers = DERWriter.sequence(
            DERWriter.integer(try Self.number(key["n"])), DERWriter.integer(try Self.number(key["e"])))
        return try Self.info(
            algorithm: "2a864886f70d010101", parameters: DERWriter.element(DERTag.null, []), key: numbers)
    }

    private static func info(algorithm: String, parameters: [UInt8], key: [UInt8]) throws -> [UInt8] {
        DERWriter.sequence(
            DERWriter.sequence(try Self.identifier(algorithm), parameters),
            DERWriter.element(DERTag.bitString, [0] + key))
    }

    private static func identifier(_ hex: String) throws -> [UInt8] {
        guard let bytes = Hex.bytes(of: hex) else { throw Refusal() }
        return DERWriter.element(DERTag.objectIdentifier, bytes)
    }

    private static func number(_ value: PayloadElement?) throws -> [UInt8] {
        guard let text = value?.string, let bytes = Base64URL.bytes(of: text) else { throw Refusal() }
        return bytes
    }
}
