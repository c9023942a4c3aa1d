internal import COpenSSL

/// Watches all messages: records alerts, and counts messages after the handshake.
enum MessageWatch {
    static func install(in context: OpaquePointer) {
        SSL_CTX_set_msg_callback(context) { isSent, _, kind, bytes, count, connection, _ in
            guard kind != SSL3_RT_HEADER, isSent == 0 || kind == SSL3_RT_ALERT, let bytes else { return }
            let content = UnsafeRawBufferPointer(start: bytes, count: count)
            ConnectionNotes.with(connection) { notes in
                if isSent == 0 { notes.messagesSeen += 1 }
                if kind == SSL3_RT_ALERT, count == 2 {
                    MessageWatch.alert(content[1], isWarning: content[0] == 1, isSent: isSent == 1, notes)
                } else if kind == SSL3_RT_HANDSHAKE, count > 0 {
                    MessageWatch.message(content[0], notes)
                }
            }
        }
    }

    private static let closeNotify: UInt8 = 0
    private static let noRenegotiation: UInt8 = 100

    private static func alert(_ code: UInt8, isWarning: Bool, isSent: Bool, _ notes: ConnectionNotes) {
        // OpenSSL answers a request to renegotiate with a warning, and would then continue the connection.
        if isWarning, isSent, code == Self.noRenegotiation { notes.refusal = notes.refusal ?? .renegotiation }
        guard code != Self.closeNotify else { return }
        notes.alert = TLSAlert(code: code, sender: isSent ? .us : .peer)
    }

    private static let helloRequest: UInt8 = 0
    private static let sessionTicket: UInt8 = 4
    private static let keyUpdate: UInt8 = 24

    private static func message(_ kind: UInt8, _ notes: ConnectionNotes) {
        guard notes.isOpen else {
            if kind == Self.sessionTicket { notes.isGivenTicket = true }
            return
        }
        let limit = notes.settings.limits.idleMessages
        switch kind {
        case Self.helloRequest: notes.refusal = notes.refusal ?? .renegotiation
        case Self.sessionTicket: _ = notes.bears(oneMoreAs: .ticketFlood(limit: limit))
        case Self.keyUpdate: _ = notes.bears(oneMoreAs: .keyUpdateFlood(limit: limit))
        default: break
        }
    }
}
