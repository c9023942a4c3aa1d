package import Basics
internal import COpenSSL

/// Creates the connections of one client, with its trust, its identity and its settings.
package final class TLSClient: Sendable {
    private let context: TLSContext
    private let trust: [UInt8]
    private let listsEnd: Instant

    package init(
        trust: TLSTrust, identity: Identity? = nil, settings: TLSSettings = TLSSettings()
    ) throws(TLSSetupError) {
        self.context = try TLSContext(.client, settings)
        try trust.install(in: self.context.handle)
        if let identity { try self.context.install(identity) }
        // The digest includes the identity. Otherwise this client could resume another client's session and be
        // authenticated as that client.
        self.trust = SessionBinding.digest([trust.digest, identity?.digest ?? []])
        self.listsEnd = trust.listsEnd
        SSL_CTX_set_verify(self.context.handle, SSL_VERIFY_PEER, CertificateJudge.verify)
        ClientSessions.install(in: self.context.handle)
    }

    /// Creates a connection to `name`. The handshake begins at once, so there are bytes to send.
    ///
    /// A session is ignored if it is outdated, or if it belongs to another host or to other trust settings. In this
    /// case, the connection does a full handshake.
    package func connect(to name: ServerName, at now: Instant, resuming session: TLSSession? = nil) -> TLSEngine {
        let notes = ConnectionNotes(
            role: .client, settings: self.context.settings, now: now, trust: self.trust, listsEnd: self.listsEnd,
            asked: name)
        let wire = Wire()
        let connection = self.context.makeConnection(notes, wire)
        Self.expect(name, on: connection)
        if let session, session.binding == notes.binding, session.made <= now, now < session.usableUntil {
            notes.resumedUntil = session.usableUntil
            ClientSessions.resume(session, on: connection)
        }
        SSL_set_connect_state(connection)
        return TLSEngine(connection, notes, wire)
    }

    private static func expect(_ name: ServerName, on connection: OpaquePointer) {
        let parameters = SSL_get0_param(connection)
        let isDone: Bool
        switch name {
        case .host(let host):
            let flags = X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS
            X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(flags))
            isDone =
                X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
                && shouldertap_tls_set_host_name(connection, host) != 0
        case .address(let bytes):
            isDone = X509_VERIFY_PARAM_set1_ip(parameters, bytes, bytes.count) == 1
        }
        precondition(isDone, "a server name is a host name or an address of 4 or 16 bytes")
    }
}
