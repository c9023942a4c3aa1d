import Basics
import SecureTransport

/// Authorities, identities and a moment for tests of TLS; made once, because keys take their time.
struct World: Sendable {
    /// 2026-01-01T00:00:00Z
    static let now = Instant(microseconds: 1_767_225_600_000_000)
    static let ticketKeys = TicketKeys(Array(0..<80))!
    static let localhost = ServerName("localhost")!

    /// Made where it is first asked for; a test that cannot make it says why.
    static let made = Result { try World() }
    static var shared: World { get throws { try Self.made.get() } }

    let year: Validity
    let authority: ThrowAwayAuthority
    let stranger: ThrowAwayAuthority
    let server: Identity
    let client: Identity

    private init() throws {
        self.year = try Validity(from: Self.now - .days(30), to: Self.now + .days(335))
        // Their names and numbers stand in sentences.
        self.authority = try ThrowAwayAuthority(self.year) { [UInt8](repeating: 0x11, count: $0) }
        self.stranger = try ThrowAwayAuthority(self.year) { [UInt8](repeating: 0x22, count: $0) }
        self.server = try self.authority.serverIdentity(self.year)
        self.client = try self.authority.clientIdentity(called: "provider", self.year)
    }

    var trust: TLSTrust { TLSTrust([self.authority.certificate]) }

    func makeClient(
        trust: TLSTrust? = nil, identity: Identity? = nil, _ settings: TLSSettings = TLSSettings()
    ) throws -> TLSClient {
        try TLSClient(trust: trust ?? self.trust, identity: identity, settings: settings)
    }

    func makeServer(
        identity: Identity? = nil, clients: TLSServer.ClientCertificates = .unasked,
        _ settings: TLSSettings = TLSSettings()
    ) throws -> TLSServer {
        try TLSServer(identities: [identity ?? self.server], clients: clients, settings: settings)
    }

    /// A pair after its handshake.
    func openPair(
        client: TLSSettings = TLSSettings(), server: TLSSettings = TLSSettings(), step: Int = .max
    ) throws -> Pair {
        var pair = Pair(
            try self.makeClient(client).connect(to: Self.localhost, at: Self.now),
            try self.makeServer(server).accept(at: Self.now, tickets: Self.ticketKeys))
        pair.step = step
        pair.settle()
        return pair
    }
}

extension TLSSettings {
    static func only(_ version: TLSVersion) -> TLSSettings { TLSSettings(versions: version...version) }
}
