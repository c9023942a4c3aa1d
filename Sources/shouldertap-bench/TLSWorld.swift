import Basics
private import CSecurePeer
import SecureTransport

/// The certificates, time and settings that both contenders use.
struct TLSWorld {
    /// The time 2026-01-01T00:00:00Z.
    let now = Instant(microseconds: 1_767_225_600_000_000)
    let host = "localhost"
    let authority: ThrowAwayAuthority
    let server: Identity
    let client: Identity
    let ticketKey = RandomBytes.make(TicketKeys.count)

    init() throws {
        let year = try Validity(from: self.now - .days(30), to: self.now + .days(335))
        self.authority = try ThrowAwayAuthority(year)
        self.server = try self.authority.serverIdentity(year)
        self.client = try self.authority.clientIdentity(called: "bench", year)
    }

    /// The kind of a connection.
    struct Kind {
        let version: TLSVersion
        let hasClientCertificate: Bool
        let isResumed: Bool

        init(_ version: TLSVersion, clientCertificate: Bool = false, resumed: Bool = false) {
            (self.version, self.hasClientCertificate, self.isResumed) = (version, clientCertificate, resumed)
        }

        var name: String {
            let words = self.hasClientCertificate ? "with client certificate" : self.isResumed ? "resumed" : "full"
            return "\(self.version.rawValue) \(words)"
        }

        static let handshakes = TLSVersion.allCases.flatMap {
            [Kind($0), Kind($0, clientCertificate: true), Kind($0, resumed: true)]
        }
    }

    private func settings(_ kind: Kind) -> TLSSettings {
        TLSSettings(
            versions: kind.version...kind.version, suites: [.aes256, .ecdsaAES256],
            protocols: ApplicationProtocols(["h2"]))
    }

    func makeClient(_ kind: Kind) throws -> TLSClient {
        try TLSClient(
            trust: TLSTrust([self.authority.certificate]), identity: kind.hasClientCertificate ? self.client : nil,
            settings: self.settings(kind))
    }

    func makeServer(_ kind: Kind) throws -> TLSServer {
        try TLSServer(
            identities: [self.server],
            clients: kind.hasClientCertificate ? .required(TLSTrust([self.authority.certificate])) : .unasked,
            settings: self.settings(kind))
    }
}

/// The plain C program: the same calls of OpenSSL with the same certificates over memory BIOs.
final class TLSPeer {
    static let name = "C over memory BIOs"
    private let handle: OpaquePointer

    init?(_ world: TLSWorld, _ kind: TLSWorld.Kind) {
        let (authority, keys) = (world.authority.certificate.der, world.ticketKey)
        guard
            let handle = secure_peer_tls_make(
                kind.version == .v1_2 ? 12 : 13, world.host, world.now.seconds, authority, authority.count, keys,
                keys.count)
        else { return nil }
        self.handle = handle
        let (leaf, key) = (world.server.certificate.der, world.server.keyDER)
        guard secure_peer_tls_show_server(handle, leaf, leaf.count, key, key.count) == 1 else { return nil }
        guard kind.hasClientCertificate else { return }
        let (ownLeaf, ownKey) = (world.client.certificate.der, world.client.keyDER)
        guard secure_peer_tls_show_client(handle, ownLeaf, ownLeaf.count, ownKey, ownKey.count) == 1 else {
            return nil
        }
    }

    deinit { secure_peer_tls_free(self.handle) }

    func handshakes(_ kind: TLSWorld.Kind, count: Int) -> Lane {
        Lane(name: "\(Self.name): \(kind.name)", count: count) {
            secure_peer_tls_handshakes(self.handle, count, kind.isResumed ? 1 : 0)
        }
    }

    func records(_ kind: TLSWorld.Kind, count: Int) -> Lane {
        Lane(name: "\(Self.name): \(kind.version.rawValue) records", count: count) {
            secure_peer_tls_records(self.handle, count)
        }
    }
}
