internal import COpenSSL

/// One side of one TLS connection, in memory: bytes of the peer go in, bytes for the peer come out.
///
/// It knows no sockets and reads no clock. Give it what the peer sends with ``receive(_:_:)`` and the end of it with
/// ``receiveEnd(_:)``, send what ``send(_:_:)`` shows, read plaintext after ``TLSEvent/plaintext`` until there is none.
package struct TLSEngine: ~Copyable {
    private enum Phase {
        case handshake
        case open
        /// The peer has said that nothing follows.
        case closed
        case failed(TLSFailure)
        /// Closed by the owner before the handshake was done.
        case abandoned
    }

    let connection: OpaquePointer
    private let notes: ConnectionNotes
    private let wire: Wire
    private var phase = Phase.handshake
    private var hasBegun = false
    private var isClosed = false
    private var isStreamEnded = false
    /// Whether the owner was told of plaintext and has not read all of it.
    private var isReadable = false
    /// Bytes and messages that had been taken when OpenSSL last had nothing to give.
    private var progressBefore = 0

    init(_ connection: OpaquePointer, _ notes: ConnectionNotes, _ wire: Wire) {
        self.connection = connection
        self.notes = notes
        self.wire = wire
        // A client speaks first.
        var events: [TLSEvent] = []
        if notes.role == .client { self.advance(&events) }
        precondition(events.isEmpty, "a client's first message needs no peer")
    }

    deinit {
        // Spares OpenSSL the search for the session in a cache that nobody uses.
        SSL_set_shutdown(self.connection, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(self.connection)
    }

    private var limits: TLSLimits { self.notes.settings.limits }

    package var role: TLSRole { self.notes.role }

    /// Whether nothing more is taken, from the peer or from the owner, before plaintext is read or bytes are sent.
    package var wantsToBeRead: Bool {
        self.wire.unsent >= self.limits.unsent || self.wire.unread >= self.limits.unread
    }

    /// How many bytes wait to be sent.
    package var unsentCount: Int { self.wire.unsent }

    /// Whether both sides have said that nothing follows, or the connection failed: only ``unsentCount`` bytes remain.
    package var isOver: Bool {
        switch self.phase {
        case .handshake, .open: false
        case .closed: self.isClosed
        case .failed, .abandoned: true
        }
    }

    /// Gives memory back that bursts have left; for connections that rest.
    package mutating func releaseRoom() { self.wire.releaseRoom() }

    // MARK: What the peer does

    /// Takes bytes of the peer and tells what follows from them; gives how many it took.
    ///
    /// It takes fewer than given only when ``wantsToBeRead``; the owner keeps the rest. Bytes behind the end of a
    /// connection are taken and dropped.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer, _ events: inout [TLSEvent]) -> Int {
        precondition(!self.isStreamEnded, "a stream that has ended goes on")
        var taken = 0
        while taken < bytes.count {
            guard self.isListening else { return bytes.count }
            let room = min(self.limits.unread - self.wire.unread, bytes.count - taken)
            guard room > 0 else { break }
            self.wire.accept(UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + room]))
            taken += room
            self.advance(&events)
        }
        return taken
    }

    /// Takes the end of the peer's stream. Without a close-notify in front of it, it is a failure.
    package mutating func receiveEnd(_ events: inout [TLSEvent]) {
        self.isStreamEnded = true
        self.advance(&events)
    }

    private var isListening: Bool {
        switch self.phase {
        case .handshake, .open: true
        case .closed, .failed, .abandoned: false
        }
    }

    // MARK: What the owner does

    /// Shows the bytes for the peer to somebody who says how many of them he has sent.
    package mutating func send(_ events: inout [TLSEvent], _ body: (UnsafeRawBufferPointer) -> Int) {
        self.wire.send(body)
        self.advance(&events)
    }

    /// Fills `buffer` with plaintext as far as there is any; a buffer that is not filled was enough.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer, _ events: inout [TLSEvent]) -> Int {
        var filled = 0
        while self.isReadable, filled < buffer.count {
            OpenSSLErrors.forget()
            var count = 0
            let target = buffer.baseAddress! + filled
            let result = SSL_read_ex(self.connection, target, buffer.count - filled, &count)
            if result == 1 {
                filled += count
                self.notes.received(count)
            } else {
                self.isReadable = self.settle(result, &events)
            }
        }
        if self.isReadable, SSL_pending(self.connection) == 0 {
            // The next record may hold plaintext, or be no data at all.
            self.isReadable = false
            self.advance(&events)
        }
        return filled
    }

    /// Encrypts plaintext as far as there is room for what comes of it; gives how many bytes it took.
    ///
    /// It takes none while a message of the peer is half here; try again once more has come.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TLSWriteError) -> Int {
        if self.isClosed { throw .closed }
        switch self.phase {
        case .handshake: throw .notOpen
        case .failed(let failure): throw .failed(failure)
        case .abandoned: throw .closed
        case .open, .closed: break
        }
        var taken = 0
        while taken < bytes.count, self.wire.unsent < self.limits.unsent {
            OpenSSLErrors.forget()
            var count = 0
            let next = bytes.baseAddress! + taken
            let result = SSL_write_ex(self.connection, next, min(bytes.count - taken, Self.mostInRecord), &count)
            guard result == 1 else {
                if SSL_get_error(self.connection, result) == SSL_ERROR_WANT_READ { return taken }
                let failure = self.diagnose()
                self.phase = .failed(failure)
                throw .failed(failure)
            }
            taken += count
        }
        return taken
    }

    private static let mostInRecord = 16_384

    /// Sends what follows with a new key, as long connections should now and then. TLS 1.2 cannot: false.
    package mutating func updateKey() -> Bool {
        guard case .open = self.phase, !self.isClosed, SSL_version(self.connection) == TLS1_3_VERSION else {
            return false
        }
        OpenSSLErrors.forget()
        return SSL_key_update(self.connection, SSL_KEY_UPDATE_NOT_REQUESTED) == 1
            && SSL_do_handshake(self.connection) == 1
    }

    /// Says to the peer that nothing follows. What the peer still has to say can be read.
    package mutating func close() {
        guard !self.isClosed else { return }
        self.isClosed = true
        switch self.phase {
        case .open, .closed: self.sayGoodbye()
        case .handshake:
            self.phase = .abandoned
            self.wire.discard()
        case .failed, .abandoned: break
        }
    }

    /// OpenSSL says nothing in the middle of a message of the peer, so the goodbye may have to wait for the rest of it.
    private func sayGoodbye() {
        guard SSL_in_init(self.connection) == 0, SSL_get_shutdown(self.connection) & SSL_SENT_SHUTDOWN == 0 else {
            return
        }
        OpenSSLErrors.forget()
        SSL_shutdown(self.connection)
    }

    // MARK: What follows

    private mutating func advance(_ events: inout [TLSEvent]) {
        if case .handshake = self.phase { self.shakeHands(&events) }
        guard case .open = self.phase else { return }
        if !self.isReadable { self.look(&events) }
        if self.isClosed { self.sayGoodbye() }
    }

    private mutating func shakeHands(_ events: inout [TLSEvent]) {
        guard self.wire.unsent < self.limits.unsent else { return }
        guard self.hasMoreToDecrypt || self.isStreamEnded || !self.hasBegun else { return }
        self.hasBegun = true
        OpenSSLErrors.forget()
        let result = SSL_do_handshake(self.connection)
        if self.wire.consumed > self.limits.handshake {
            return self.fail(.handshakeTooLong(limit: self.limits.handshake), &events)
        }
        guard result == 1 else {
            switch SSL_get_error(self.connection, result) {
            case SSL_ERROR_WANT_READ:
                if self.isStreamEnded { self.fail(self.reasonForEnd(.endedInHandshake), &events) }
            case SSL_ERROR_ZERO_RETURN: self.fail(.endedInHandshake, &events)
            default: self.fail(self.diagnose(), &events)
            }
            return
        }
        switch HandshakeOutcome.of(self.connection, self.notes) {
        case .success(let facts):
            self.notes.isOpen = true
            self.phase = .open
            events.append(.opened(facts))
            if facts.isResumed, self.role == .client { ClientSessions.keepRenewed(of: self.connection, self.notes) }
            self.tellSessions(&events)
        case .failure(let refusal):
            self.fail(refusal.reason, &events)
        }
    }

    /// Decrypts until there is plaintext to read or nothing left to decrypt.
    private mutating func look(_ events: inout [TLSEvent]) {
        var isUnsettled = true
        while isUnsettled {
            // Also while much is unsent: two sides that both waited for that would wait for ever.
            guard self.hasMoreToDecrypt else {
                if self.isStreamEnded { self.fail(.truncated, &events) }
                return
            }
            OpenSSLErrors.forget()
            var (byte, count) = (UInt8(0), 0)
            let result = SSL_peek_ex(self.connection, &byte, 1, &count)
            if result == 1 {
                self.isReadable = true
                return events.append(.plaintext)
            }
            isUnsettled = self.settle(result, &events)
        }
    }

    /// Draws the conclusion from a call that gave no plaintext; true when the next call may give some.
    private mutating func settle(_ result: Int32, _ events: inout [TLSEvent]) -> Bool {
        let error = SSL_get_error(self.connection, result)
        self.tellSessions(&events)
        if let refusal = self.notes.refusal {
            self.fail(refusal, &events)
            return false
        }
        switch error {
        case SSL_ERROR_WANT_READ:
            // OpenSSL returns after every message that is no data; it stands still when nothing whole is left.
            if self.isProgressing() { return true }
            if self.isStreamEnded { self.fail(.truncated, &events) }
            return false
        case SSL_ERROR_ZERO_RETURN:
            self.phase = .closed
            self.wire.discard()
            events.append(.closed)
            return false
        default:
            self.fail(self.diagnose(), &events)
            return false
        }
    }

    /// Whether asking OpenSSL may change anything: each time that it finds nothing costs as much as a small record.
    private var hasMoreToDecrypt: Bool { self.wire.unread > 0 || SSL_has_pending(self.connection) == 1 }

    private mutating func isProgressing() -> Bool {
        let progress = self.wire.consumed + self.notes.messagesSeen
        defer { self.progressBefore = progress }
        return progress != self.progressBefore
    }

    private mutating func tellSessions(_ events: inout [TLSEvent]) {
        guard !self.notes.sessions.isEmpty else { return }
        events += self.notes.sessions.map(TLSEvent.session)
        self.notes.sessions = []
    }

    // MARK: What goes wrong

    private func reasonForEnd(_ reason: TLSRefusal) -> TLSRefusal { Diagnosis.ofOpening(self.wire.opening) ?? reason }

    private func diagnose() -> TLSFailure {
        let reason = Diagnosis.ofError(self.connection, self.notes, opening: self.wire.opening)
        return TLSFailure(reason: reason, role: self.notes.role, alert: self.notes.alert)
    }

    private mutating func fail(_ reason: TLSRefusal, _ events: inout [TLSEvent]) {
        self.fail(TLSFailure(reason: reason, role: self.notes.role, alert: self.notes.alert), &events)
    }

    private mutating func fail(_ failure: TLSFailure, _ events: inout [TLSEvent]) {
        self.phase = .failed(failure)
        self.isReadable = false
        self.wire.discard()
        OpenSSLErrors.forget()
        events.append(.failed(failure))
    }
}
