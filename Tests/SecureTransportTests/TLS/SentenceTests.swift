import Basics
import Testing

@testable import SecureTransport

/// Refusals that take certificates or messages made by hand.
@Suite("TLS sentences")
struct SentenceTests {
    private static func draft(
        _ subject: [(CertificateDraft.Part, String)], _ key: PrivateKey, _ extensions: [CertificateExtension]
    ) throws -> CertificateDraft {
        CertificateDraft(
            subject: subject, key: key.publicKey, serial: SerialNumber(drawnFrom: RandomBytes.make),
            validity: try World.shared.year, extensions: extensions)
    }

    /// What a client says of a server that shows this identity.
    private static func sentence(on identity: Identity) throws -> String? {
        let world = try World.shared
        var pair = Pair(
            try world.makeClient().connect(to: World.localhost, at: World.now),
            try world.makeServer(identity: identity).accept(at: World.now))
        pair.settle()
        return pair.clientEvents.failure?.sentence
    }

    @Test("A certificate for no host, and one for many, are described")
    func names() throws {
        let world = try World.shared
        let (authority, key) = (world.authority, PrivateKey.generate())
        let nobody = try Self.draft([(.commonName, "localhost")], key, [.purpose(.server)])
            .signed(by: authority.certificate, authority.key)
        #expect(
            try Self.sentence(on: Identity(CertificateChain(nobody), key: key))
                == "the certificate of the server is for no host at all, not for localhost: "
                + "use a name in the certificate"
        )
        let many = try authority.serverIdentity(for: (0..<10).map { .dns("\($0).test") }, world.year)
        #expect(
            try Self.sentence(on: many)
                == "the certificate of the server is for 0.test, 1.test, 2.test, 3.test, 4.test, 5.test, 6.test, "
                + "7.test and 2 more, not for localhost: use a name in the certificate")
    }

    @Test("A wildcard matches one whole label only")
    func partialWildcard() throws {
        let world = try World.shared
        let key = PrivateKey.generate()
        let name = DERWriter.element(DERTag.context(2), "local*".utf8)
        let certificate = try Self.draft(
            [(.commonName, "star")], key,
            [.purpose(.server), CertificateExtension("2.5.29.17", DERWriter.sequence(name))]
        ).signed(by: world.authority.certificate, world.authority.key)
        #expect(
            try Self.sentence(on: Identity(CertificateChain(certificate), key: key))
                == "the certificate of the server is for local*, not for localhost: use a name in the certificate")
        let dotted = DERWriter.element(DERTag.context(2), "f*.a.test".utf8)
        let other = try Self.draft(
            [(.commonName, "star")], key,
            [.purpose(.server), CertificateExtension("2.5.29.17", DERWriter.sequence(dotted))]
        ).signed(by: world.authority.certificate, world.authority.key)
        var pair = Pair(
            try world.makeClient().connect(to: .host("foo.a.test"), at: World.now),
            try world.makeServer(identity: Identity(CertificateChain(other), key: key)).accept(at: World.now))
        pair.settle()
        let sentence = pair.clientEvents.failure?.sentence
        #expect(
            sentence
                == "the certificate of the server is for f*.a.test, not for foo.a.test: use a name in the certificate")
    }

    @Test("A certificate without names is described as such")
    func nameless() throws {
        let key = PrivateKey.generate()
        let certificate = try Self.draft([], key, [.purpose(.server)]).signed(by: nil, key)
        #expect(
            try Self.sentence(on: Identity(CertificateChain(certificate), key: key))
                == "the certificate of the server (without a name) is issued by an authority without a name, "
                + "which this client does not trust: trust this authority, or use a certificate of a trusted one")
    }

    @Test("A certificate issued by a non-authority is refused")
    func noAuthority() throws {
        let world = try World.shared
        let (issuer, key) = (try world.authority.serverIdentity(world.year), PrivateKey.generate())
        let issuerKey = try PrivateKey(pem: Array(issuer.keyPEM.utf8))
        let leaf = try Self.draft([(.commonName, "leaf")], key, [.purpose(.server), try .names(SubjectName.local)])
            .signed(by: issuer.certificate, issuerKey)
        #expect(
            try Self.sentence(on: Identity(CertificateChain(leaf, issuers: [issuer.certificate]), key: key))
                == "the certificate of the server (CN=ShoulderTap server) is not valid: invalid CA certificate")
    }

    @Test("A certificate with an unreadable or repeated extension is refused")
    func badExtensions() throws {
        let world = try World.shared
        let names = "2.5.29.17"
        for extensions in [
            [CertificateExtension(names, [])], [CertificateExtension(names, [0x05, 0x00])],
            [CertificateExtension(names, [0x30, 0x82, 0xFF, 0xFF])],
            [try .names(SubjectName.local), try .names([.dns("contoso.com")])],
        ] {
            let key = PrivateKey.generate()
            let certificate = try Self.draft([(.commonName, "odd")], key, [.purpose(.server)] + extensions)
                .signed(by: world.authority.certificate, world.authority.key)
            #expect(
                try Self.sentence(on: Identity(CertificateChain(certificate), key: key))
                    == "the certificate of the server (CN=odd) is not valid: "
                    + "an extension is malformed or occurs twice")
        }
    }

    @Test("Unprintable text of a certificate is not repeated")
    func unprintable() throws {
        let key = PrivateKey.generate()
        let certificate = try Self.draft([(.commonName, "\u{1B}[31mred\n")], key, [.purpose(.server)])
            .signed(by: nil, key)
        let sentence = try #require(try Self.sentence(on: Identity(CertificateChain(certificate), key: key)))
        #expect(sentence.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(sentence)")
        #expect(CertificateText.printable([0x1B, 0x41, 0x0A, 0xC3, 0xA4, 0x7F]) == "?A????")
        #expect(CertificateText.printable([UInt8](repeating: 0x41, count: 201)).hasSuffix("AAA..."))
    }

    @Test("A changed record is reported as damaged or forged", arguments: TLSVersion.allCases)
    func badRecord(_ version: TLSVersion) throws {
        var pair = try World.shared.openPair(client: .only(version))
        try pair.client.write("ping")
        var bytes = pair.client.takeUnsent(&pair.clientEvents)
        bytes[bytes.count - 1] ^= 1
        pair.server.receiveAll(bytes, &pair.serverEvents)
        let failure = pair.serverEvents.failure
        #expect(
            failure?.sentence
                == "a record of the client was damaged or forged in transit: decryption failed or bad record mac")
        #expect(failure?.alert == TLSAlert(code: 20, sender: .us))
    }

    @Test("A message out of order breaks the rules")
    func brokenProtocol() throws {
        var server = try World.shared.makeServer().accept(at: World.now)
        var events: [TLSEvent] = []
        // A Finished in place of a ClientHello.
        server.receiveAll([22, 3, 3, 0, 4, 20, 0, 0, 0], &events)
        #expect(events.failure?.sentence == "the client broke the rules of TLS: unexpected message")
    }

    @Test("An old version without a number is still refused as old")
    func oldVersion() {
        #expect(
            TLSRefusal.versionTooOld(offered: nil, needed: .v1_2).sentence(of: .client)
                == "the server supports only an old version of TLS: this client needs TLS 1.2 or newer")
    }

    @Test("No refusal leaves an error in OpenSSL's queue", arguments: Refusal.all, TLSVersion.allCases)
    func queue(_ item: Refusal, _ version: TLSVersion) throws {
        guard item.versions.contains(version) else { return }
        let meeting = try item.makeMeeting(try World.shared, version)
        OpenSSLErrors.forget()
        do {
            var pair = Pair(
                meeting.client.connect(to: meeting.name, at: meeting.now), meeting.server.accept(at: meeting.now))
            pair.settle()
            pair.client.close()
            pair.server.close()
        }
        #expect(OpenSSLErrors.takeReason() == nil)
    }
}
