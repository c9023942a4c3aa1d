import Basics
import SecureTransport

/// One client and one server of each version that suit each other, made once.
struct FuzzWorld {
    static let now = Instant(microseconds: 1_767_225_600_000_000)
    static let made: FuzzWorld = {
        ReplayedRandomness.start(1)
        do { return try FuzzWorld() } catch { fatalError("the world of the fuzzer cannot be made: \(error)") }
    }()

    let clients: [TLSClient]
    let server: TLSServer
    let name = ServerName.host("localhost")
    let tickets = TicketKeys([UInt8](repeating: 1, count: 80))

    private init() throws {
        let year = try Validity(from: Self.now - .days(30), to: Self.now + .days(335))
        let authority = try ThrowAwayAuthority(year)
        let trust = TLSTrust([authority.certificate], revocations: [authority.revocationList(of: [], year)])
        let protocols = ApplicationProtocols(["h2", "http/1.1"])
        self.server = try TLSServer(
            identities: [try authority.serverIdentity(year)], clients: .optional(trust),
            settings: TLSSettings(protocols: protocols))
        let identity = try authority.clientIdentity(called: "fuzzer", year)
        self.clients = try TLSVersion.allCases.map { version in
            try TLSClient(
                trust: trust, identity: identity,
                settings: TLSSettings(versions: version...version, protocols: protocols))
        }
    }
}
