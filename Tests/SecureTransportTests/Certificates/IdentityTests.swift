import Testing

@testable import SecureTransport

@Suite("Identities and chains from texts")
struct IdentityTests {
    @Test("an identity is read from its texts")
    func readBack() throws {
        let identity = try ThrowAwayAuthority(Year.validity()).subordinate(Year.validity())
            .serverIdentity(Year.validity())
        let read = try Identity(chainPEM: Array(identity.chain.pem.utf8), keyPEM: Array(identity.keyPEM.utf8))
        #expect(read.chain == identity.chain && read.keyPEM == identity.keyPEM && read.keyDER == identity.keyDER)
    }

    @Test("one text may contain the key and the chain, in either order")
    func oneText() throws {
        let identity = try ThrowAwayAuthority(Year.validity()).subordinate(Year.validity())
            .serverIdentity(Year.validity())
        for text in [identity.keyPEM + identity.chain.pem, identity.chain.pem + identity.keyPEM] {
            let read = try Identity(pem: Array(text.utf8))
            #expect(read.chain == identity.chain && read.keyPEM == identity.keyPEM)
        }
        for (text, missing) in [(identity.keyPEM, "no certificate"), (identity.chain.pem, "no private key")] {
            let fault = #expect(throws: PEMFault.self) { try Identity(pem: Array(text.utf8)) }
            #expect(fault?.reason.contains(" has \(missing); add it") == true)
        }
    }

    @Test("a key that is not the leaf's is refused, even if it is the issuer's")
    func foreignKey() throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let identity = try authority.serverIdentity(Year.validity())
        for key in [PrivateKey.generate().pem, authority.keyPEM] {
            let fault = #expect(throws: CertificateFault.self) {
                try Identity(chainPEM: Array(identity.chain.pem.utf8), keyPEM: Array(key.utf8))
            }
            #expect(
                fault?.description
                    == "the private key does not belong to the first certificate; give the leaf first, then its issuers"
            )
        }
    }

    @Test(
        "keys of other algorithms are accepted for identities",
        arguments: [
            "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem",
            "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out key.pem",
            "genpkey -algorithm ED25519 -out key.pem",
        ])
    func algorithms(_ line: String) throws {
        try CertificateTool.with { tool in
            try #require(tool.run(line).status == 0)
            try tool.run("req -x509 -new -key key.pem -subj /CN=localhost -days 30 -out own.pem")
            let (chain, key) = (try tool.read("own.pem"), try tool.read("key.pem"))
            let identity = try Identity(chainPEM: chain, keyPEM: key)
            #expect(identity.keyPEM == String(decoding: key, as: UTF8.self))
            #expect(identity.certificate.publicKey == nil, "ES256 takes keys of P-256 only")
        }
    }

    @Test("the old form of RSA keys is read too")
    func oldRSA() throws {
        try CertificateTool.with { tool in
            try tool.run("genrsa -traditional -out key.pem 2048")
            try tool.run("req -x509 -new -key key.pem -subj /CN=localhost -days 30 -out own.pem")
            let key = try tool.read("key.pem")
            try #require(String(decoding: key, as: UTF8.self).contains("RSA PRIVATE KEY"))
            _ = try Identity(chainPEM: try tool.read("own.pem"), keyPEM: key)
        }
    }

    @Test("a text that is not a chain is refused with the reason and the position")
    func badChains() throws {
        let identity = try ThrowAwayAuthority(Year.validity()).serverIdentity(Year.validity())
        let certificate = identity.certificate.pem
        let lines = certificate.split(separator: "\n").count
        let rows: [(String, String)] = [
            (identity.keyPEM, "line 1: expected a certificate here, but found 'PRIVATE KEY'"),
            (
                certificate + identity.keyPEM,
                "line \(lines + 1): expected a certificate here, but found 'PRIVATE KEY'"
            ),
            (
                PEMBlock.text(.certificate, [0x30, 0x00]),
                "line 1: the bytes between BEGIN and END are not an X.509 certificate"
            ),
            (
                certificate + PEMBlock.text(.certificate, identity.certificate.der + [0]),
                "line \(lines + 1): the bytes between BEGIN and END are not an X.509 certificate"
            ),
        ]
        for (text, sentence) in rows {
            let fault = #expect(throws: PEMFault.self) { try CertificateChain(pem: Array(text.utf8)) }
            #expect(fault?.description == sentence)
        }
        let two = #expect(throws: PEMFault.self) { try Certificate(pem: Array((certificate + certificate).utf8)) }
        #expect(two?.description == "the file has 2 certificates; give only one")
    }

    @Test("text around certificates is ignored")
    func words() throws {
        let chain = try ThrowAwayAuthority(Year.validity()).subordinate(Year.validity())
            .serverIdentity(Year.validity()).chain
        let text =
            "the leaf:\n" + chain.certificates.map(\.pem).joined(separator: "\nand who issued it:\n") + "\nthe end"
        #expect(try CertificateChain(pem: Array(text.utf8)) == chain)
    }
}
