import Basics
internal import COpenSSL

/// Seals a server's sessions into tickets, and checks which ones may be resumed. The server stores no sessions.
enum ServerTickets {
    static func install(in context: OpaquePointer) {
        shouldertap_tls_keep_no_sessions(context)
        SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { connection, name, vector, cipher, mac, seals in
            guard let keys = ConnectionNotes.of(connection)?.tickets, let name, let vector, let cipher, let mac else {
                return 0
            }
            return keys.prepare(name: name, vector: vector, cipher: cipher, mac: mac, seals: seals == 1)
        }
        SSL_CTX_set_session_ticket_cb(context, Self.note, Self.judge, nil)
    }

    /// Writes the data that ties the session to its host and trust settings into the ticket, before the ticket is
    /// sealed.
    private static let note: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = { connection, _ in
        guard let connection, let notes = ConnectionNotes.of(connection), let session = SSL_get_session(connection)
        else { return 0 }
        if let lifetime = notes.tickets?.lifetime {
            let rest = notes.verifiedAt + lifetime - notes.now
            SSL_SESSION_set_timeout(session, Int(max(1, rest.microseconds / 1_000_000)))
        }
        let isResumed = SSL_session_reused(connection) == 1
        let end = isResumed ? notes.resumedUntil : SessionEnd.ofVerified(connection, notes)
        let bytes = TLSSession.bytes(notes.verifiedAt) + TLSSession.bytes(end) + notes.binding
        return SSL_SESSION_set1_ticket_appdata(session, bytes, bytes.count)
    }

    /// Decides whether a ticket that was opened may be used.
    private static let judge:
        @convention(c) (
            OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int, SSL_TICKET_STATUS, UnsafeMutableRawPointer?
        ) -> SSL_TICKET_RETURN = { connection, session, _, _, status, _ in
            guard status == SSL_TICKET_SUCCESS || status == SSL_TICKET_SUCCESS_RENEW,
                let notes = ConnectionNotes.of(connection), let session,
                ServerTickets.admits(session, notes)
            else { return SSL_TICKET_RETURN_IGNORE_RENEW }
            let isNewest = status == SSL_TICKET_SUCCESS && SSL_SESSION_get_protocol_version(session) < TLS1_3_VERSION
            return isNewest ? SSL_TICKET_RETURN_USE : SSL_TICKET_RETURN_USE_RENEW
        }

    /// Records when the session began and ends. Returns false if the session has ended, or if it was made for another
    /// host or with other trust settings.
    private static func admits(_ session: OpaquePointer, _ notes: ConnectionNotes) -> Bool {
        var start: UnsafeMutableRawPointer?
        var count = 0
        guard SSL_SESSION_get0_ticket_appdata(session, &start, &count) == 1, let start, count > 16,
            let lifetime = notes.tickets?.lifetime
        else { return false }
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        guard bytes[16...].elementsEqual(notes.binding) else { return false }
        let verified = TLSSession.instant(bytes)
        let end = TLSSession.instant(UnsafeRawBufferPointer(rebasing: bytes[8...]))
        guard verified <= notes.now, notes.now < min(verified + lifetime, end) else { return false }
        (notes.verifiedAt, notes.resumedUntil) = (verified, end)
        shouldertap_tls_renew(session)
        return true
    }
}
