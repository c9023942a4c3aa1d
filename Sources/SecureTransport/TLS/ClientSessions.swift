import Basics
internal import COpenSSL

/// The transfer of a client's sessions out of OpenSSL and back.
enum ClientSessions {
    /// The maximum number of sessions to keep from a server that sends many.
    static let mostKept = 4

    static func install(in context: OpaquePointer) {
        shouldertap_tls_report_sessions(context)
        SSL_CTX_sess_set_new_cb(context) { connection, session in
            if let connection, let session, let notes = ConnectionNotes.of(connection) {
                ClientSessions.keep(session, of: connection, notes)
            }
            // With this result, OpenSSL keeps ownership of the session.
            return 0
        }
    }

    /// Keeps a session whose ticket the server renewed during resumption. OpenSSL has no callback for this case.
    static func keepRenewed(of connection: OpaquePointer, _ notes: ConnectionNotes) {
        guard notes.isGivenTicket, notes.sessions.isEmpty, let session = SSL_get_session(connection) else { return }
        Self.keep(session, of: connection, notes)
    }

    private static func keep(_ session: OpaquePointer, of connection: OpaquePointer, _ notes: ConnectionNotes) {
        guard SSL_SESSION_is_resumable(session) == 1, let copy = Owned<SessionKind>(SSL_SESSION_dup(session)) else {
            return
        }
        let isResumed = SSL_session_reused(connection) == 1
        let proven = isResumed ? notes.resumedUntil : SessionEnd.ofVerified(connection, notes)
        let end = min(notes.now + Self.lifetime(of: session), proven)
        notes.sessions.append(
            TLSSession(binding: notes.binding, made: notes.now, usableUntil: end, shared: Shared(copy)))
        if notes.sessions.count > Self.mostKept { notes.sessions.removeFirst() }
    }

    /// Returns the lifetime in the server's hint. The result is at most one week, the limit of RFC 8446.
    private static func lifetime(of session: OpaquePointer) -> Interval {
        let hint = Int64(clamping: SSL_SESSION_get_ticket_lifetime_hint(session))
        // In TLS 1.2, zero leaves the lifetime to the client.
        return hint == 0 ? .hours(1) : min(.seconds(min(hint, 1 << 32)), .days(7))
    }

    /// Offers a copy of the session to the server.
    static func resume(_ session: TLSSession, on connection: OpaquePointer) {
        guard let copy = session.shared.borrow({ Owned<SessionKind>(SSL_SESSION_dup($0)) }) else { return }
        OpenSSLErrors.forget()
        copy.borrow {
            shouldertap_tls_renew($0)
            _ = SSL_set_session(connection, $0)
        }
        OpenSSLErrors.forget()
    }
}
