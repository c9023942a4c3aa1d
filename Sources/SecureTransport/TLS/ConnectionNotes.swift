import Basics
internal import COpenSSL

/// The state of one connection outside OpenSSL: callbacks write it, the engine reads it.
final class ConnectionNotes {
    let role: TLSRole
    let settings: TLSSettings
    /// The time at which certificates, lists and tickets are checked.
    let now: Instant
    /// The server that a client wants to reach.
    let asked: ServerName?
    /// The keys that a server uses to seal sessions.
    let tickets: TicketKeys?
    /// A digest of this side's settings, such as the trusted authorities. Sessions are bound to these settings.
    let trust: [UInt8]
    /// The time when the first revocation list expires. All sessions end at that time.
    let listsEnd: Instant
    /// The certificates of a server. The server chooses one of them by name.
    let identities: [Identity]

    /// The host name that the client has sent to this server.
    var named: String?
    /// The time at which the peer's certificate was last verified, possibly in an earlier session.
    var verifiedAt: Instant
    /// The time at which the resumed session ends. A renewed ticket is not valid for longer.
    var resumedUntil = SessionEnd.never
    /// The reason to refuse the peer: its certificate, or an exceeded limit.
    var refusal: TLSRefusal?
    /// The newest and the oldest version that a client offers.
    var offered: (newest: UInt16, oldest: UInt16)?
    /// The last alert other than close-notify.
    var alert: TLSAlert?
    /// The sessions that were not reported to the owner yet.
    var sessions: [TLSSession] = []

    /// Whether a server sent a ticket during the handshake, as in TLS 1.2.
    var isGivenTicket = false

    /// Whether the handshake is complete, so that further messages are counted.
    var isOpen = false
    /// The number of messages received, in the handshake and after it.
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

    /// The data that ties a session to its trust settings and its host. A session can be resumed only with the same
    /// settings and for the same host.
    ///
    /// On a server, this data is available only after the client's first message, because that message names the host.
    private(set) lazy var binding = {
        let name = (self.asked?.description ?? self.named ?? "").utf8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.trust.count + name.count)
        bytes += self.trust
        bytes += name
        return bytes
    }()

    func received(_ count: Int) { self.received += count }

    /// Counts one more message after the handshake. Returns false and records `refusal` if there are too many messages
    /// for the amount of data.
    func bears(oneMoreAs refusal: TLSRefusal) -> Bool {
        self.messages += 1
        let limits = self.settings.limits
        if self.messages <= limits.idleMessages + self.received / limits.dataPerMessage { return true }
        self.refusal = self.refusal ?? refusal
        return false
    }

    /// Attaches the notes to a connection for its callbacks. The notes must outlive the connection.
    func attach(to connection: OpaquePointer) {
        SSL_set_ex_data(connection, 0, Unmanaged.passUnretained(self).toOpaque())
    }

    static func of(_ connection: OpaquePointer?) -> ConnectionNotes? {
        guard let connection, let found = SSL_get_ex_data(connection, 0) else { return nil }
        return Unmanaged<ConnectionNotes>.fromOpaque(found).takeUnretainedValue()
    }

    /// Passes the notes to `body` without reference counting, for frequent callbacks.
    static func with(_ connection: OpaquePointer?, _ body: (ConnectionNotes) -> Void) {
        guard let connection, let found = SSL_get_ex_data(connection, 0) else { return }
        Unmanaged<ConnectionNotes>.fromOpaque(found)._withUnsafeGuaranteedRef(body)
    }
}
