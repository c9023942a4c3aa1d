import ShoulderTap
import TestSupport
import Testing

@testable import SecureTransport

/// Wycheproof's vectors for JSON Web Signatures, where they lie beside the project.
@Suite("Public test vectors of signatures")
struct VectorTests {
    struct Vector {
        let id: Int64
        let comment: String
        let token: String
        let isValid: Bool
        let key: PayloadElement?
    }

    static let vectors: [Vector] = {
        let path = ProjectFiles.shared("jwt-vectors/json_web_signature_test.json")
        guard let bytes = ProjectFiles.bytes(path),
            let groups = try? JSONDocument(bytes, limit: bytes.count).root["testGroups"]?.elements
        else {
            print("no vectors at \(path): not tried")
            return []
        }
        return groups.flatMap { group in
            (group["tests"]?.elements ?? []).map { test in
                Vector(
                    id: test["tcId"]?.int64 ?? 0, comment: test["comment"]?.string ?? "",
                    token: test["jws"]?.string ?? "", isValid: test["result"]?.string == "valid",
                    key: group["public"] ?? group["private"])
            }
        }
    }()

    private static func isES256(_ key: PayloadElement?) -> Bool {
        key?["kty"]?.string == "EC" && key?["crv"]?.string == "P-256"
    }

    @Test("every vector with a key of P-256 gets the right answer")
    func answers() throws {
        let vectors = Self.vectors.filter { Self.isES256($0.key) }
        let wrong = vectors.compactMap { vector -> String? in
            var check = SignatureCheck()
            if let jwk = vector.key, let key = try? JSONWebKey.publicKey(jwk) {
                check.admit(key, id: jwk["kid"]?.string ?? "")
            }
            let isGood = JSONWebSignature(vector.token)?.isGood(check) ?? false
            return isGood == vector.isValid ? nil : "\(vector.id) \(vector.comment): taken is \(isGood)"
        }
        #expect(wrong.isEmpty, "\(Complaints(wrong, of: vectors.count))")
        #expect(Self.vectors.isEmpty || vectors.count == 41)
        #expect(Self.vectors.isEmpty || vectors.count(where: \.isValid) == 2)
    }

    @Test("no vector of another algorithm is accepted, and no key of one")
    func otherAlgorithms() throws {
        let vectors = Self.vectors.filter { !Self.isES256($0.key) }
        let key = try Self.vectors.first { Self.isES256($0.key) }?.key.map(JSONWebKey.publicKey)
        let wrong = vectors.compactMap { vector -> String? in
            if let jwk = vector.key, (try? JSONWebKey.publicKey(jwk)) != nil {
                return "\(vector.id): its key is let in"
            }
            // Even a check that knows the id, under a sound key, must not take it.
            guard let token = JSONWebSignature(vector.token), let key else { return nil }
            var check = SignatureCheck()
            check.admit(key, id: token.keyID)
            let isTaken = check.isSignature(token.signature, over: token.signed, byKey: token.keyID)
            return isTaken ? "\(vector.id) \(vector.comment) is taken" : nil
        }
        #expect(wrong.isEmpty, "\(Complaints(wrong, of: vectors.count))")
        #expect(Self.vectors.isEmpty || vectors.count == 360)
    }

    @Test("keys of RSA and of another curve are named in the refusal")
    func keysSayWhatTheyAre() throws {
        var codes: Set<PEMFault.Code> = []
        for vector in Self.vectors where !Self.isES256(vector.key) {
            guard let jwk = vector.key, let info = try? JSONWebKey.subjectPublicKeyInfo(jwk) else { continue }
            let fault = #expect(throws: PEMFault.self) { try PublicKey(der: info) }
            if let fault { codes.insert(fault.code) }
        }
        #expect(Self.vectors.isEmpty || codes == [.notEC, .wrongCurve])
    }
}
