/// A session of HTTP/2 on a connection. It moves bytes both ways, and never enters nghttp2 from one of its callbacks.
final class HTTP2Carrier {
    let connection: Connection
    let session: HTTP2Session
    /// Whether nghttp2 is at work: its callbacks submit frames, and what they submit is pumped afterwards.
    private var isBusy = false

    init(_ role: HTTP2Session.Role, on connection: Connection) {
        self.connection = connection
        self.session = HTTP2Session(role)
    }

    /// Takes bytes of the peer. Returns the reason when nothing can follow any more.
    func receive(_ bytes: UnsafeRawBufferPointer) -> String? {
        self.isBusy = true
        defer { self.isBusy = false }
        return self.session.receive(bytes)
    }

    /// Moves frames from the session to the connection, as far as there is room, and sends them.
    ///
    /// Returns false inside of a callback of nghttp2: whoever called it pumps.
    func pump() -> Bool {
        guard !self.isBusy else { return false }
        self.isBusy = true
        while self.connection.isRoomy, let bytes = self.session.nextBytes() { self.connection.write(bytes) }
        self.isBusy = false
        self.connection.flush()
        return true
    }
}
