import Basics
import Testing

@testable import SecureTransport

@Suite("TLS set-up")
struct SetupTests {
    private static func sentence(_ make: () throws -> Void) -> String? {
        do throws {
            try make()
            return nil
        } catch let error as TLSSetupError {
            return error.description
        } catch { return "\(error)" }
    }

    @Test("A set-up that is impossible is refused with the reason")
    func refusals() throws {
        let world = try World.shared
        #expect(
            Self.sentence { _ = try TLSServer(identities: []) } == "a server needs a certificate and its private key")
        let noTrust = "no authority is trusted, so every peer would be refused: add at least one CA certificate"
        #expect(Self.sentence { _ = try TLSClient(trust: TLSTrust([])) } == noTrust)
        #expect(Self.sentence { _ = try world.makeServer(clients: .required(TLSTrust([]))) } == noTrust)
        #expect(Self.sentence { _ = try world.makeServer(clients: .optional(TLSTrust([]))) } == noTrust)
        for version in TLSVersion.allCases {
            let suites = TLSSuite.allCases.filter { $0.version != version }
            let sentence = "\(version.rawValue) is enabled, but has no cipher suite: add one"
            #expect(Self.sentence { _ = try world.makeClient(TLSSettings(suites: suites)) } == sentence)
            #expect(Self.sentence { _ = try world.makeServer(TLSSettings(suites: suites)) } == sentence)
            let others = TLSVersion.allCases.filter { $0 != version }[0]
            #expect(
                Self.sentence { _ = try world.makeClient(TLSSettings(versions: others...others, suites: suites)) }
                    == nil)
        }
        let noGroup = "there is no group for the key exchange: add one"
        #expect(Self.sentence { _ = try world.makeClient(TLSSettings(groups: [])) } == noGroup)
        #expect(Self.sentence { _ = try world.makeServer(TLSSettings(groups: [])) } == noGroup)
        let long = String(repeating: "p", count: 256)
        for names in [[""], ["h2", long], (0..<300).map { _ in String(long.dropLast()) }] {
            let settings = TLSSettings(protocols: ApplicationProtocols(names))
            let sentence =
                "the name of an application protocol must have 1 to 255 bytes, and all together at most 65535"
            #expect(Self.sentence { _ = try world.makeClient(settings) } == sentence)
            #expect(Self.sentence { _ = try world.makeServer(settings) } == sentence)
        }
    }

    @Test("A key that is too weak is never used")
    func weak() throws {
        let world = try World.shared
        try CertificateTool.with { tool in
            try tool.run("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out key.pem")
            try tool.run("req -x509 -new -key key.pem -subj /CN=weak -days 30 -out own.pem")
            let weak = try Identity(chainPEM: try tool.read("own.pem"), keyPEM: try tool.read("key.pem"))
            let sentence = "OpenSSL refuses to use this certificate: ee key too small"
            #expect(Self.sentence { _ = try world.makeServer(identity: weak) } == sentence)
            #expect(Self.sentence { _ = try TLSServer(identities: [world.server, weak]) } == sentence)
            #expect(Self.sentence { _ = try world.makeClient(identity: weak) } == sentence)
        }
        #expect(OpenSSLErrors.takeReason() == nil)
    }

    @Test("Writing too early or too late is reported")
    func writing() throws {
        let world = try World.shared
        var young = try world.makeServer().accept(at: World.now)
        do {
            _ = try young.write([1])
            Issue.record("written before the handshake")
        } catch {
            #expect(
                error.description
                    == "cannot write before the handshake is done: wait for the event 'opened'")
        }
        young.close()
        let isOver = young.isOver
        #expect(isOver)
        var pair = try world.openPair()
        pair.client.close()
        let late = "cannot write after this side has closed the connection"
        do {
            _ = try pair.client.write([1])
            Issue.record("written after the end")
        } catch { #expect(error.description == late) }
        do {
            _ = try young.write([1])
            Issue.record("written after giving up")
        } catch { #expect(error.description == late) }
        #expect(
            TLSWriteError.failed(TLSFailure(reason: .truncated, role: .client, alert: nil)).description
                == "cannot write, because the connection failed: "
                + "the server closed the connection without a close-notify: its last data may be missing")
    }

    @Test("A side that has closed still receives, and sends nothing more", arguments: TLSVersion.allCases)
    func halfClosed(_ version: TLSVersion) throws {
        var pair = try World.shared.openPair(client: .only(version))
        pair.client.close()
        pair.settle()
        let isClosed = pair.serverEvents.contains(.closed)
        #expect(isClosed)
        try pair.server.write("late")
        pair.server.close()
        pair.settle()
        let text = pair.client.readAll(&pair.clientEvents)
        let last = pair.clientEvents.last
        #expect(text == Array("late".utf8) && last == .closed)
        let areOver = pair.client.isOver && pair.server.isOver
        #expect(areOver)
    }

    @Test("Returning room in the middle changes nothing")
    func room() throws {
        var pair = try World.shared.openPair()
        let data = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
        var read: [UInt8] = []
        for _ in 0..<3 {
            _ = try pair.client.write(data)
            pair.client.releaseRoom()
            let sent = pair.client.takeUnsent(&pair.clientEvents)
            for half in [sent.prefix(20_000), sent.dropFirst(20_000)] {
                pair.server.receiveAll(Array(half), &pair.serverEvents)
                pair.server.releaseRoom()
            }
            read += pair.server.readAll(&pair.serverEvents)
            pair.server.releaseRoom()
        }
        #expect(read == data + data + data)
    }
}
