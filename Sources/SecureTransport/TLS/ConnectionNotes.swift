import Basics
internal import COpenSSL

/// What one connection knows beside OpenSSL: the callbacks write it, the engine reads it.
final class ConnectionNotes {
    let role: TLSRole
    let settings: TLSSettings
    /// When certificates, lists and tickets are judged.
    let now: Instant
    /// Whom a client wants to reach.
    let asked: ServerName?
    /// What a server seals sessions with.
    let tickets: TicketKeys?
    /// The trust of this side.
    let trust: [UInt8]
    /// When a list of what is revoked is to be renewed, which ends all sessions.
    let listsEnd: Instant
    /// The certificates of a server, from which it chooses by name.
    let identities: [Identity]

    /// The host that the client has named to this server.
    var named: String?
    /// When the peer's certificate was last verified, be it in an earlier session.
    var verifiedAt: Instant
    /// The end of the session that is taken up; what is sealed anew does not outlive it.
    var resumedUntil = SessionEnd.never
    /// Why the peer's certificate is refused, or where the peer went too far.
    var refusal: TLSRefusal?
    /// The newest and the oldest version that a client offers.
    var offered: (newest: UInt16, oldest: UInt16)?
    /// The last alert that is more than a goodbye.
    var alert: TLSAlert?
    /// Sessions that came since the owner was told of some.
    var sessions: [TLSSession] = []

    /// Whether a server has sealed a session while the handshake was going on, as TLS 1.2 does.
    var isGivenTicket = false

    /// Whether the handshake is done, so that further messages are counted.
    var isOpen = false
    /// Messages that came, in the handshake and behind it.
    var messagesSeen = 0
    private var messages = 0
    private var received = 0

    init(
        role: TLSRole, settings: TLSSettings, now: Instant, trust: [UInt8], listsEnd: Instant,
        asked: ServerName? = nil, tickets: TicketKeys? = nil, identities: [Identity] = []
    ) {
        self.role = role
        self.settings = settings
        self.now = now
        self.trust = trust
        self.listsEnd = listsEnd
        self.asked = asked
        self.tickets = tickets
        self.identities = identities
        self.verifiedAt = now
    }

    /// What a session is bound to: it is resumed by nobody who trusts others or means another host.
    ///
    /// A server asks for it only behind the client's first message, which names the host.
    private(set) lazy var binding = {
        let name = (self.asked?.description ?? self.named ?? "").utf8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.trust.count + name.count)
        bytes += self.trust
        bytes += name
        return bytes
    }()

    func received(_ count: Int) { self.received += count }

    /// Counts a message behind the handshake; false when there were too many for the data that came.
    func bears(oneMoreAs refusal: TLSRefusal) -> Bool {
        self.messages += 1
        let limits = self.settings.limits
        if self.messages <= limits.idleMessages + self.received / limits.dataPerMessage { return true }
        self.refusal = self.refusal ?? refusal
        return false
    }

    /// Lets the callbacks of a connection find its notes, which must outlive it.
    func attach(to connection: OpaquePointer) {
        SSL_set_ex_data(connection, 0, Unmanaged.passUnretained(self).toOpaque())
    }

    static func of(_ connection: OpaquePointer?) -> ConnectionNotes? {
        guard let connection, let found = SSL_get_ex_data(connection, 0) else { return nil }
        return Unmanaged<ConnectionNotes>.fromOpaque(found).takeUnretainedValue()
    }

    /// The same for callbacks that come so often that counting the users of the notes would show.
    static func with(_ connection: OpaquePointer?, _ body: (ConnectionNotes) -> Void) {
        guard let connection, let found = SSL_get_ex_data(connection, 0) else { return }
        Unmanaged<ConnectionNotes>.fromOpaque(found)._withUnsafeGuaranteedRef(body)
    }
}
