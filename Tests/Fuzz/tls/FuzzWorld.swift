import Basics
import SecureTransport

/// Clients and a server that suit each other, and what they once said: all that an execution need not make itself.
struct FuzzWorld {
    private static let now = Instant(microseconds: 1_767_225_600_000_000)
    static let made: FuzzWorld = {
        ReplayedRandomness.begin()
        do { return try FuzzWorld() } catch { fatalError("the world of the fuzzer cannot be made: \(error)") }
    }()

    /// What a connection is like.
    struct Kind: Hashable {
        var role: TLSRole
        var version: TLSVersion
        var isResumed: Bool

        static let all = [TLSRole.client, .server].flatMap { role in
            TLSVersion.allCases.flatMap { version in
                [false, true].map { Kind(role: role, version: version, isResumed: $0) }
            }
        }
    }

    private let clients: [TLSVersion: TLSClient]
    private let server: TLSServer
    private let tickets = TicketKeys([UInt8](repeating: 1, count: 80))
    private var sessions: [TLSVersion: TLSSession] = [:]
    /// What honest peers of such victims sent.
    private var flights: [Kind: [[UInt8]]] = [:]

    private init() throws {
        let year = try Validity(from: Self.now - .days(30), to: Self.now + .days(335))
        let authority = try ThrowAwayAuthority(year)
        let trust = TLSTrust([authority.certificate], revocations: [authority.revocationList(of: [], year)])
        let protocols = ApplicationProtocols(["h2", "http/1.1"])
        self.server = try TLSServer(
            identities: [try authority.serverIdentity(year)], clients: .optional(trust),
            settings: TLSSettings(protocols: protocols))
        let identity = try authority.clientIdentity(called: "fuzzer", year)
        var clients: [TLSVersion: TLSClient] = [:]
        for version in TLSVersion.allCases {
            clients[version] = try TLSClient(
                trust: trust, identity: identity,
                settings: TLSSettings(versions: version...version, protocols: protocols))
        }
        self.clients = clients
        // Full handshakes stand first and leave the sessions for the others.
        for kind in Kind.all { self.record(kind) }
    }

    private mutating func record(_ kind: Kind) {
        var victim = self.makeWitness(of: kind.role, kind)
        var peer = RecordingCounterpart(self.makeWitness(of: kind.role == .client ? .server : .client, kind))
        Conversation.run(&victim, &peer, changing: { flight, _ in flight })
        holds(victim.facts?.isResumed == kind.isResumed, "a handshake that is not as it should be")
        self.flights[kind] = peer.flights
        if !kind.isResumed, kind.role == .client { self.sessions[kind.version] = victim.session }
    }

    /// A side of a connection that draws the same random bytes each time.
    func makeWitness(of role: TLSRole, _ kind: Kind) -> Witness {
        switch role {
        case .client:
            guard let client = self.clients[kind.version] else { fatalError("there is a client of each version") }
            let session = kind.isResumed ? self.sessions[kind.version] : nil
            return Witness(spoken: Conversation.spoken, randomness: 2) {
                client.connect(to: .host("localhost"), at: Self.now, resuming: session)
            }
        case .server:
            return Witness(spoken: Conversation.spoken, randomness: 3) {
                self.server.accept(at: Self.now, tickets: self.tickets)
            }
        }
    }

    func recordedPeer(of kind: Kind) -> RecordedCounterpart { RecordedCounterpart(self.flights[kind] ?? []) }
}
