import Basics
import Foundation
import Testing

@testable import SecureTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The configuration file that OpenSSL reads by itself, on a machine whose owner has other ideas than we.
///
/// In a process of its own, because it is read once.
@Suite("TLS and the system's configuration")
struct SystemConfigurationTests {
    private static let text = """
        openssl_conf = all
        [all]
        ssl_conf = ssl
        [ssl]
        system_default = default
        [default]
        Protocol = ALL,-TLSv1.3
        MinProtocol = TLSv1.2
        MaxProtocol = TLSv1.2
        Options = -SessionTicket,UnsafeLegacyRenegotiation,UnsafeLegacyServerConnect
        CipherString = ECDHE-RSA-AES128-SHA:@SECLEVEL=0
        Ciphersuites = TLS_AES_128_CCM_SHA256
        Groups = P-521
        SignatureAlgorithms = RSA+SHA512
        ClientSignatureAlgorithms = RSA+SHA512
        NumTickets = 0
        RecordPadding = 512
        VerifyMode = Require

        """

    @Test("It changes nothing in messages, certificates, requests or resumption")
    func ignored() async {
        await #expect(processExitsWith: .success) {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("shouldertap-\(UUID().uuidString)")
            try Data(Self.text.utf8).write(to: path)
            defer { try? FileManager.default.removeItem(at: path) }
            setenv("OPENSSL_CONF", path.path, 1)
            try Self.expectRead()
            for version in TLSVersion.allCases {
                for hasCertificate in [false, true] { try Self.meet(version, hasCertificate) }
            }
        }
    }

    /// Makes sure that a context which nobody has set up does what the file says.
    private static func expectRead() throws {
        typealias Make = @convention(c) () -> OpaquePointer?
        typealias MakeContext = @convention(c) (OpaquePointer?) -> OpaquePointer?
        typealias Options = @convention(c) (OpaquePointer?) -> UInt64
        let library = dlopen(nil, RTLD_NOW)
        let method = unsafeBitCast(try #require(dlsym(library, "TLS_method")), to: Make.self)()
        let context = unsafeBitCast(try #require(dlsym(library, "SSL_CTX_new")), to: MakeContext.self)(method)
        let options = unsafeBitCast(try #require(dlsym(library, "SSL_CTX_get_options")), to: Options.self)(context)
        // SSL_OP_NO_TLSv1_3
        precondition(options & 1 << 29 != 0, "the configuration is not read")
    }

    private static func meet(_ version: TLSVersion, _ hasCertificate: Bool) throws {
        let world = try World.shared
        let client = try world.makeClient(identity: hasCertificate ? world.client : nil, .only(version))
        let server = try world.makeServer(clients: hasCertificate ? .required(world.trust) : .unasked)
        var session: TLSSession?
        for isResumed in [false, true] {
            var pair = Pair(
                client.connect(to: World.localhost, at: World.now, resuming: session),
                server.accept(at: World.now, tickets: World.ticketKeys))
            pair.settle()
            let (facts, certificate) = (pair.clientFacts, pair.serverFacts?.peerCertificate)
            precondition(facts?.version == version && facts?.isResumed == isResumed, "\(version) \(isResumed)")
            precondition(certificate == (hasCertificate ? world.client.certificate : nil), "another client")
            session = pair.session
        }
    }
}
