package import Basics
internal import COpenSSL

/// Creates the connections of one server, with its identities, its accepted clients and its settings.
package final class TLSServer: Sendable {
    /// The server's policy for client certificates.
    package enum ClientCertificates: Hashable, Sendable {
        case unasked
        /// A client may send no certificate, but a certificate that it sends must be valid.
        case optional(TLSTrust)
        case required(TLSTrust)
    }

    private let context: TLSContext
    private let identities: [Identity]
    private let trust: [UInt8]
    private let listsEnd: Instant

    /// Creates a server. For each connection, it uses the first identity that is valid for the host that the client
    /// names. If no identity is valid for this host, it uses the first identity.
    package init(
        identities: [Identity], clients: ClientCertificates = .unasked, settings: TLSSettings = TLSSettings()
    ) throws(TLSSetupError) {
        guard !identities.isEmpty else { throw .noIdentity }
        self.context = try TLSContext(.server, settings)
        try self.context.install(identities[0])
        for identity in identities.dropFirst() { try self.context.check(identity) }
        self.identities = identities
        switch clients {
        case .unasked:
            self.trust = SessionBinding.digest([[0]])
            self.listsEnd = SessionEnd.never
        case .optional(let trust):
            self.trust = SessionBinding.digest([[1], trust.digest])
            self.listsEnd = trust.listsEnd
            try Self.ask(trust, SSL_VERIFY_PEER, in: self.context.handle)
        case .required(let trust):
            self.trust = SessionBinding.digest([[2], trust.digest])
            self.listsEnd = trust.listsEnd
            try Self.ask(trust, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, in: self.context.handle)
        }
        // OpenSSL requires a session id context to resume sessions; the actual binding is in the tickets.
        SSL_CTX_set_session_id_context(self.context.handle, [1], 1)
        ServerTickets.install(in: self.context.handle)
        ServerChoices.install(in: self.context.handle)
    }

    /// Requests certificates, and names the authorities so that a client with several certificates can choose.
    private static func ask(_ trust: TLSTrust, _ mode: Int32, in context: OpaquePointer) throws(TLSSetupError) {
        try trust.install(in: context)
        for authority in trust.authorities {
            authority.shared.borrow { OpenSSLCall.expect(SSL_CTX_add_client_CA(context, $0)) }
        }
        SSL_CTX_set_verify(context, mode, CertificateJudge.verify)
    }

    /// Creates a connection that waits for a client. Without ticket keys its sessions cannot be resumed.
    package func accept(at now: Instant, tickets: TicketKeys? = nil) -> TLSEngine {
        let notes = ConnectionNotes(
            role: .server, settings: self.context.settings, now: now, trust: self.trust, listsEnd: self.listsEnd,
            tickets: tickets, identities: self.identities)
        let wire = Wire()
        let connection = self.context.makeConnection(notes, wire)
        if tickets == nil { shouldertap_tls_refuse_tickets(connection) }
        SSL_set_accept_state(connection)
        return TLSEngine(connection, notes, wire)
    }
}
