internal import COpenSSL

/// The choices that a server makes while it reads a client's first message: the certificate for the requested name, and
/// the protocol.
enum ServerChoices {
    static func install(in context: OpaquePointer) {
        SSL_CTX_set_client_hello_cb(
            context,
            { connection, _, _ in
                guard let connection, let notes = ConnectionNotes.of(connection) else {
                    return SSL_CLIENT_HELLO_SUCCESS
                }
                notes.offered = ServerChoices.offeredVersions(connection)
                notes.named = ServerChoices.serverName(connection)
                ServerChoices.chooseIdentity(notes, on: connection)
                return SSL_CLIENT_HELLO_SUCCESS
            }, nil)
        SSL_CTX_set_alpn_select_cb(
            context,
            { connection, chosen, count, offer, offerCount, _ in
                guard let notes = ConnectionNotes.of(connection), let chosen, let count, let offer else {
                    return SSL_TLSEXT_ERR_NOACK
                }
                let protocols = notes.settings.protocols
                guard !protocols.names.isEmpty else { return SSL_TLSEXT_ERR_NOACK }
                let offered = UnsafeBufferPointer(start: offer, count: Int(offerCount))
                for name in protocols.names {
                    guard let place = ApplicationProtocols.place(of: name, in: offered) else { continue }
                    chosen.pointee = offer + place.lowerBound
                    count.pointee = UInt8(place.count)
                    return SSL_TLSEXT_ERR_OK
                }
                return protocols.whenNoneIsShared == .refuse ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK
            }, nil)
    }

    private static func chooseIdentity(_ notes: ConnectionNotes, on connection: OpaquePointer) {
        guard notes.identities.count > 1, let host = notes.named,
            let chosen = notes.identities.first(where: { $0.covers(host) })
        else { return }
        precondition(chosen.install(on: connection), "the identity was checked before")
    }

    private static func content(_ kind: UInt32, _ connection: OpaquePointer) -> UnsafeBufferPointer<UInt8>? {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard SSL_client_hello_get0_ext(connection, kind, &start, &count) == 1 else { return nil }
        return UnsafeBufferPointer(start: start, count: count)
    }

    /// Returns the newest and oldest version in the client's list. Without a list, both are the version in the legacy
    /// field.
    private static func offeredVersions(_ connection: OpaquePointer) -> (newest: UInt16, oldest: UInt16) {
        let old = UInt16(truncatingIfNeeded: SSL_client_hello_get0_legacy_version(connection))
        guard let list = Self.content(UInt32(TLSEXT_TYPE_supported_versions), connection), list.count >= 3 else {
            return (old, old)
        }
        var (newest, oldest) = (UInt16.min, UInt16.max)
        for place in stride(from: 1, to: list.count - 1, by: 2) {
            let version = UInt16(list[place]) << 8 | UInt16(list[place + 1])
            // Some clients list invented versions to keep servers tolerant (RFC 8701).
            guard (0x0300...0x0304).contains(version) else { continue }
            (newest, oldest) = (max(newest, version), min(oldest, version))
        }
        return newest < oldest ? (old, old) : (newest, oldest)
    }

    /// Returns the host name from its extension, which contains the length of a list, a zero, the length of the name,
    /// and the name (RFC 6066).
    private static func serverName(_ connection: OpaquePointer) -> String? {
        guard let content = Self.content(UInt32(TLSEXT_TYPE_server_name), connection), content.count > 5,
            content[2] == 0, Int(content[3]) << 8 | Int(content[4]) == content.count - 5
        else { return nil }
        return ServerName.host(content[5...])
    }
}
