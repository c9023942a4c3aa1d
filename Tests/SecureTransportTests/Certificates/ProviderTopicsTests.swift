import Basics
import PushGateway
import Testing

@testable import SecureTransport

extension ClientCertificate {
    /// The facts of a certificate in the push service's words, as a server hands them on.
    init(_ facts: ProviderTopics, isValid: Bool) {
        var environments: Environments = []
        if facts.allowsSandbox { environments.insert(.sandbox) }
        if facts.allowsProduction { environments.insert(.production) }
        self.init(topics: facts.topics, environments: environments, isValid: isValid)
    }
}

@Suite("Certificates of push providers")
struct ProviderTopicsTests {
    static let bundle = "com.contoso.mail"

    @Test(
        "topics, environments and the bundle are read back from the certificate",
        arguments: [
            .universal(for: bundle),
            ProviderTopics(userID: bundle, topics: [bundle], allowsSandbox: true, allowsProduction: false),
            ProviderTopics(userID: bundle, topics: [bundle + ".voip"], allowsSandbox: false, allowsProduction: true),
            ProviderTopics(userID: nil, topics: ["a", "b"], allowsSandbox: false, allowsProduction: false),
            ProviderTopics(userID: bundle, topics: (0..<64).map { "\(bundle).\($0)" }),
            ProviderTopics(userID: bundle, topics: [String(repeating: "t", count: 256)]),
        ])
    func readBack(_ topics: ProviderTopics) throws {
        let identity = try ThrowAwayAuthority(Year.validity()).providerIdentity(topics, Year.validity())
        #expect(ProviderTopics(identity.certificate) == topics)
        let read = try Certificate(pem: Array(identity.certificate.pem.utf8))
        #expect(ProviderTopics(read) == topics)
    }

    @Test("a certificate without a list may push to the bundle in its name, like older ones")
    func older() throws {
        let topics = ProviderTopics(userID: Self.bundle, topics: [])
        let identity = try ThrowAwayAuthority(Year.validity()).providerIdentity(topics, Year.validity())
        #expect(ProviderTopics(identity.certificate).topics == [Self.bundle])
    }

    @Test(
        "a long user id is cut between characters in the common name",
        arguments: ["b", "é", "日", "🧵"])
    func longUserID(_ letter: String) throws {
        let userID = String(repeating: letter, count: 60)
        let topics = ProviderTopics(userID: userID, topics: ["a"])
        let certificate = try ThrowAwayAuthority(Year.validity()).providerIdentity(topics, Year.validity()).certificate
        #expect(certificate.subject(.userID) == userID)
        let name = try #require(certificate.subject(.commonName))
        #expect("Push services: \(userID)".hasPrefix(name) && (61...64).contains(name.utf8.count))
    }

    @Test("a server's certificate allows no pushes")
    func none() throws {
        let facts = ProviderTopics(try ThrowAwayAuthority(Year.validity()).serverIdentity(Year.validity()).certificate)
        let nothing = ProviderTopics(userID: nil, topics: [], allowsSandbox: false, allowsProduction: false)
        #expect(facts == nothing)
    }

    @Test(
        "invalid topics are refused",
        arguments: [
            [""], ["with blank "], ["com.contoso.mäil"], ["line\n"], [String(repeating: "t", count: 257)],
            (0..<65).map { "t\($0)" },
        ])
    func refused(_ topics: [String]) throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let fault = #expect(throws: CertificateFault.self) {
            try authority.providerIdentity(ProviderTopics(userID: Self.bundle, topics: topics), Year.validity())
        }
        #expect(fault?.code == .badTopic)
        #expect(
            fault?.description == "use at most 64 topics, each of 1 to 256 visible ASCII characters")
    }

    /// As certificates from the developer's account have it: each topic, then what it is good for.
    @Test("the list is a sequence of topics and sequences of words")
    func encoding() throws {
        let extensions = try ProviderTopics.universal(for: "a.b").extensions()
        #expect(extensions.map(\.identifier).map { $0.suffix(6) } == [".6.3.1", ".6.3.2", ".6.3.6"])
        #expect(extensions.prefix(2).allSatisfy { $0.value == [0x05, 0x00] && !$0.isCritical })
        let words = [("a.b", "app"), ("a.b.voip", "voip"), ("a.b.complication", "complication")]
        let contents = words.flatMap { topic, word -> [UInt8] in
            [0x0C, UInt8(topic.utf8.count)] + Array(topic.utf8) + [0x30, UInt8(word.utf8.count + 2), 0x0C]
                + [UInt8(word.utf8.count)] + Array(word.utf8)
        }
        #expect(extensions.last?.value == [0x30, UInt8(contents.count)] + contents)
    }

    @Test(
        "an invalid list allows nothing",
        arguments: [
            "", "3000ff", "30020c00", "30040c0161", "30060c016130010c", "30050c01613000ff", "30070c02c3283001",
            "30060c0120300130", "31050c01613000", "30800c016130000000", "30050501613000",
        ])
    func malformed(_ hex: String) throws {
        let bytes = try #require(Hex.bytes(of: hex))
        #expect(ProviderTopics.topics(in: bytes) == nil)
        var draft = try CertificateDraft.forTests
        draft.extensions = [CertificateExtension(ProviderTopics.Mark.topics, bytes)]
        let certificate = try draft.signed(by: nil, PrivateKey.generate())
        #expect(ProviderTopics(certificate).topics.isEmpty)
    }

    @Test("a list in the extension for calls counts too, and an empty extension is only a mark")
    func voip() throws {
        let list = DERWriter.sequence(DERWriter.text("a.voip"), DERWriter.sequence(DERWriter.text("voip")))
        for (value, topics) in [(list, ["a.voip"]), ([0x05, 0x00], [Self.bundle])] {
            var draft = try CertificateDraft.forTests
            draft.extensions = [CertificateExtension(ProviderTopics.Mark.voip, value)]
            let certificate = try draft.signed(by: nil, PrivateKey.generate())
            #expect(ProviderTopics(certificate).topics == topics)
        }
    }

    @Test("the push service accepts a certificate only for its topics and in its environment")
    func admission() throws {
        let topics = ProviderTopics(userID: Self.bundle, topics: [Self.bundle], allowsProduction: false)
        let identity = try ThrowAwayAuthority(Year.validity()).providerIdentity(topics, Year.validity())
        let certificate = ClientCertificate(ProviderTopics(identity.certificate), isValid: true)
        #expect(certificate.onlyTopic == Self.bundle)
        #expect(certificate.environments == .sandbox)
    }

    @Test("openssl reads the same, and accepts the chain only within its time")
    func secondOpinion() throws {
        let authority = try ThrowAwayAuthority(Year.validity())
        let provider = try authority.providerIdentity(.universal(for: Self.bundle), Year.validity())
        try CertificateTool.with([
            "root.pem": Array(authority.certificate.pem.utf8), "provider.pem": Array(provider.chain.pem.utf8),
        ]) { tool in
            let text = try tool.run("x509 -in provider.pem -noout -text -nameopt RFC2253").output
            for part in [
                "Subject: CN=Push services: com.contoso.mail,UID=com.contoso.mail", "1.2.840.113635.100.6.3.1",
                "1.2.840.113635.100.6.3.2", "1.2.840.113635.100.6.3.6", "TLS Web Client Authentication", "CA:FALSE",
                "Digital Signature", "ecdsa-with-SHA256", "prime256v1", "com.contoso.mail.voip0...voip",
            ] {
                #expect(text.contains(part), "\(part)")
            }
            let verify = "verify -x509_strict -purpose sslclient -CAfile root.pem -attime"
            #expect(try tool.run("\(verify) \(Year.middle.seconds) provider.pem").status == 0)
            let early = try tool.run("\(verify) \((Year.start - .seconds(1)).seconds) provider.pem")
            #expect(early.status != 0 && early.errors.contains("not yet valid"))
            let late = try tool.run("\(verify) \((Year.end + .seconds(1)).seconds) provider.pem")
            #expect(late.status != 0 && late.errors.contains("has expired"))
            let server = try tool.run("verify -purpose sslserver -CAfile root.pem provider.pem")
            #expect(server.status != 0)
        }
    }
}

extension CertificateDraft {
    static var forTests: CertificateDraft {
        get throws {
            CertificateDraft(
                subject: [(.userID, ProviderTopicsTests.bundle)], key: PrivateKey.generate().publicKey,
                serial: SerialNumber(drawnFrom: RandomBytes.make), validity: try Year.validity(), extensions: [])
        }
    }
}
