import Basics
internal import COpenSSL

/// The result of a handshake that OpenSSL accepts, checked against our own rules.
enum HandshakeOutcome {
    /// A refusal that is thrown.
    struct Refused: Error {
        let reason: TLSRefusal
    }

    static func of(_ connection: OpaquePointer, _ notes: ConnectionNotes) -> Result<TLSFacts, Refused> {
        guard let version = TLSVersion(number: SSL_version(connection)),
            let suite = TLSSuite(number: SSL_CIPHER_get_protocol_id(SSL_get_current_cipher(connection)))
        else { return .failure(Refused(reason: .brokenProtocol(words: "it chose something that was not offered"))) }
        let certificate = SSL_get0_peer_certificate(connection).map(Certificate.init(lent:))
        let isResumed = SSL_session_reused(connection) == 1
        let chosen = Self.applicationProtocol(connection)
        let protocols = notes.settings.protocols
        if notes.role == .client, chosen == nil, protocols.whenNoneIsShared == .refuse, !protocols.names.isEmpty {
            return .failure(Refused(reason: .noCommonProtocol(ours: protocols.names)))
        }
        let named = notes.role == .server ? notes.named : Self.hostName(notes.asked)
        return .success(
            TLSFacts(
                version: version, suite: suite, applicationProtocol: chosen, serverName: named, isResumed: isResumed,
                peerCertificate: certificate))
    }

    private static func applicationProtocol(_ connection: OpaquePointer) -> String? {
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(connection, &start, &count)
        guard let start, count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    private static func hostName(_ name: ServerName?) -> String? {
        guard case .host(let host) = name else { return nil }
        return host
    }
}
