import Testing

@testable import SecureTransport

@Suite("Interoperation of keys and signatures with openssl")
struct KeyInteroperationTests {
    @Test(
        "its keys on P-256 are read in every form",
        arguments: [
            "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem",
            "ecparam -name prime256v1 -genkey -out key.pem",
            "ecparam -name prime256v1 -genkey -noout -out key.pem",
        ])
    func read(_ line: String) throws {
        try CertificateTool.with { tool in
            try #require(tool.run(line).status == 0)
            let key = try PrivateKey(pem: try tool.read("key.pem"))
            try tool.run("pkey -in key.pem -pubout -out public.pem")
            #expect(try PublicKey(pem: try tool.read("public.pem")) == key.publicKey)
            #expect(key.publicKey.pem == String(decoding: try tool.read("public.pem"), as: UTF8.self))
        }
    }

    @Test("it reads our keys without complaints")
    func written() throws {
        let key = PrivateKey.generate()
        try CertificateTool.with(["key.pem": Array(key.pem.utf8)]) { tool in
            let outcome = try tool.run("pkey -in key.pem -check -noout")
            #expect(outcome.status == 0 && (outcome.output + outcome.errors).contains("valid"))
            try tool.run("pkey -in key.pem -out again.pem")
            #expect(String(decoding: try tool.read("again.pem"), as: UTF8.self) == key.pem)
        }
    }

    @Test(
        "its other keys are refused by name",
        arguments: [
            (
                "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out key.pem", PEMFault.Code.wrongCurve,
                "line 1: the key is on secp384r1, but ES256 needs P-256 (prime256v1)"
            ),
            (
                "ecparam -name secp256k1 -genkey -noout -out key.pem", .wrongCurve,
                "line 1: the key is on secp256k1, but ES256 needs P-256 (prime256v1)"
            ),
            (
                "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit -out key.pem",
                .wrongCurve,
                """
                line 1: the key is on a curve that is not named, but given by its parameters, but ES256 needs P-256 \
                (prime256v1)
                """
            ),
            (
                "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out key.pem", .notEC,
                "line 1: the key is of type RSA, but ES256 needs an elliptic-curve key on P-256"
            ),
            (
                "genpkey -algorithm ED25519 -out key.pem", .notEC,
                "line 1: the key is of type ED25519, but ES256 needs an elliptic-curve key on P-256"
            ),
            (
                "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -aes256 -pass pass:tap -out key.pem",
                .encrypted,
                "line 1: the key is encrypted; decrypt it with 'openssl pkcs8 -in KEY -out PLAIN'"
            ),
        ])
    func refused(_ row: (line: String, code: PEMFault.Code, sentence: String)) throws {
        try CertificateTool.with { tool in
            try #require(tool.run(row.line).status == 0)
            let bytes = try tool.read("key.pem")
            let fault = #expect(throws: PEMFault.self) { try PrivateKey(pem: bytes) }
            #expect(fault?.code == row.code)
            #expect(fault?.description == row.sentence)
        }
    }

    @Test("a private number with another's public point is not a key")
    func mismatched() throws {
        try CertificateTool.with { tool in
            for name in ["a", "b"] { try tool.run("ecparam -name prime256v1 -genkey -noout -outform DER -out \(name)") }
            let (mine, others) = (try tool.read("a"), try tool.read("b"))
            // SEC 1: the point is the last 65 bytes.
            let mixed = Array(mine.dropLast(65) + others.suffix(65))
            let text = PEMBlock.text(.ecPrivateKey, mixed)
            let fault = #expect(throws: PEMFault.self) { try PrivateKey(pem: Array(text.utf8)) }
            #expect(fault?.code == .weakKey)
            #expect(fault?.description == "line 1: " + Self.noPrivateKey)
        }
    }

    private static let noPrivateKey =
        "the number is not a P-256 private key, or the public key in the file does not match it"

    @Test(
        "a private number is accepted from 1 to n - 1 only",
        arguments: [
            ("one", ES256SignatureTests.one, true), ("n - 1", ES256SignatureTests.lessOne, true),
            ("zero", ES256SignatureTests.zero, false), ("n", ES256SignatureTests.order, false),
            ("n + 1", ES256SignatureTests.moreOne, false), ("the highest", ES256SignatureTests.highest, false),
            ("none", [], false), ("33 bytes", [1] + ES256SignatureTests.one, false),
        ])
    func privateNumbers(_ row: (name: String, number: [UInt8], isTaken: Bool)) throws {
        let curve = DERWriter.element(DERTag.objectIdentifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
        let parameters = DERWriter.element(0xA0, curve)
        let bytes = DERWriter.sequence(
            DERWriter.integer([1]), DERWriter.element(DERTag.octetString, row.number), parameters)
        let text = PEMBlock.text(.ecPrivateKey, bytes)
        guard row.isTaken else {
            let fault = #expect(throws: PEMFault.self) { try PrivateKey(pem: Array(text.utf8)) }
            #expect(fault?.code == .weakKey && fault?.reason == Self.noPrivateKey)
            return
        }
        let key = try PrivateKey(pem: Array(text.utf8))
        #expect(key.publicKey.isSignature(key.signature(over: [1]), over: [1]))
    }

    @Test("a point at infinity or no point is not a public key")
    func points() throws {
        let head = PrivateKey.generate().publicKey.der.dropFirst(2).prefix(21)
        let rows: [([UInt8], String)] = [
            ([0], "the point is not on P-256"), ([], "the bytes are not a public key"),
            ([0x04] + ES256SignatureTests.highest + ES256SignatureTests.highest, "the bytes are not a public key"),
        ]
        for (point, sentence) in rows {
            let bytes = DERWriter.sequence(Array(head), DERWriter.element(DERTag.bitString, [0] + point))
            let fault = #expect(throws: PEMFault.self) { try PublicKey(der: bytes) }
            #expect(fault?.description == sentence)
        }
    }

    @Test("it verifies our signatures, and we verify its")
    func signatures() throws {
        let (key, message) = (PrivateKey.generate(), ES256Tests.message)
        let files = [
            "key.pem": Array(key.pem.utf8), "public.pem": Array(key.publicKey.pem.utf8), "message": message,
            "ours": key.signature(over: message, as: .der),
        ]
        try CertificateTool.with(files) { tool in
            #expect(try tool.run("dgst -sha256 -verify public.pem -signature ours message").status == 0)
            try tool.run("dgst -sha256 -sign key.pem -out theirs message")
            #expect(key.publicKey.isSignature(try tool.read("theirs"), over: message))
        }
    }
}
