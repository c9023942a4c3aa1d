/// An HTTP/2 session on a connection.
///
/// The carrier moves bytes in both directions, and never calls nghttp2 from one of its callbacks.
final class HTTP2Carrier {
    let connection: Connection
    let session: HTTP2Session
    /// Whether nghttp2 is running.
    ///
    /// Its callbacks submit frames. These frames are moved to the connection after nghttp2 returns.
    private var isBusy = false

    init(_ role: HTTP2Session.Role, on connection: Connection) {
        self.connection = connection
        self.session = HTTP2Session(role)
    }

    /// Passes bytes of the peer to the session.
    ///
    /// Returns a reason if the session is broken.
    func receive(_ bytes: UnsafeRawBufferPointer) -> String? {
        self.isBusy = true
        defer { self.isBusy = false }
        return self.session.receive(bytes)
    }

    /// Moves frames from the session to the connection, as far as there is room, and sends them.
    ///
    /// Returns false inside a callback of nghttp2. In that case, the caller of nghttp2 calls this method afterwards.
    func pump() -> Bool {
        guard !self.isBusy else { return false }
        self.isBusy = true
        while self.connection.isRoomy, let bytes = self.session.nextBytes() { self.connection.write(bytes) }
        self.isBusy = false
        self.connection.flush()
        return true
    }
}
